#ifndef CLIBPROBE_SHIM_H
#define CLIBPROBE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// System calls as an intruder makes them, without the C library in between: 0, or an error number.
static inline int probe_result(long value) { return value < 0 ? errno : 0; }

static inline int probe_open(const char *path) {
  return probe_result(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY));
}
static inline int probe_socket(int family, int type) {
  return probe_result(syscall(SYS_socket, family, type, 0));
}
static inline int probe_fork(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return probe_result(child);
}
static inline int probe_exec(void) {
  char *const arguments[] = {"echo", "allowed", 0};
  return probe_result(syscall(SYS_execve, "/bin/echo", arguments, 0));
}
static inline int probe_kill(int process) { return probe_result(syscall(SYS_kill, process, 0)); }
static inline int probe_tgkill(int process) {
  return probe_result(syscall(SYS_tgkill, process, process, 0));
}
static inline int probe_ptrace(void) {
  return probe_result(syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0));
}
static inline int probe_map_executable(void) {
  return probe_result(syscall(
      SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}
static inline int probe_make_executable(void) {
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return probe_result(syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_EXEC));
}
static inline int probe_io_uring(void) {
  struct io_uring_params parameters = {0};
  return probe_result(syscall(SYS_io_uring_setup, 1, &parameters));
}
static inline int probe_set_limit(void) {
  struct rlimit limit = {1, 1};
  return probe_result(syscall(SYS_prlimit64, 0, RLIMIT_CORE, &limit, 0));
}
static inline int probe_map(int flags) {
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
  return probe_result(page == MAP_FAILED ? -1 : 0);
}
static inline int probe_map_locked(void) { return probe_map(MAP_PRIVATE | MAP_LOCKED); }
static inline int probe_map_huge(void) { return probe_map(MAP_PRIVATE | MAP_HUGETLB); }
static inline int probe_map_shared(void) { return probe_map(MAP_SHARED); }
static inline int probe_map_file(void) {
  return probe_result(
      mmap(0, 4096, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0) == MAP_FAILED ? -1 : 0);
}
static inline int probe_advise(int advice) {
  void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return probe_result(madvise(page, 4096, advice));
}

// Runs a function in another thread of this process, as a signal handler.
typedef void (*probe_visitor)(void);
static inline probe_visitor probe_keep_visitor(probe_visitor visitor) {
  static probe_visitor kept;
  if (visitor != 0) kept = visitor;
  return kept;
}
static void probe_visit_now(int signal) {
  (void)signal;
  probe_keep_visitor(0)();
}
static inline int probe_visit(int thread, probe_visitor visitor) {
  probe_keep_visitor(visitor);
  struct sigaction action = {0};
  action.sa_handler = probe_visit_now;
  if (sigaction(SIGUSR1, &action, 0) != 0) return errno;
  return probe_result(syscall(SYS_tgkill, getpid(), thread, SIGUSR1));
}

// Becomes a program that gets no arguments.
static inline int probe_become(const char *program) {
  char *const arguments[] = {(char *)program, 0};
  return probe_result(execv(program, arguments));
}
static inline int probe_write(int file) { return probe_result(syscall(SYS_write, file, "", 0)); }

#endif
