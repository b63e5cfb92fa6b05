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
// Becomes a program that gets no arguments.
static inline int probe_become(const char *program) {
  char *const arguments[] = {(char *)program, 0};
  return probe_result(execv(program, arguments));
}
static inline int probe_write(int file) { return probe_result(syscall(SYS_write, file, "", 0)); }

#endif
