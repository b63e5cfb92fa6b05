#ifndef CLIBSECCOMP_SHIM_H
#define CLIBSECCOMP_SHIM_H

#include <errno.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Swift cannot call or name: variadic functions, and macros with arguments. All but the first
// and last return 0 or an error number.

static inline uint32_t jail_refuse_with(uint16_t error) { return SCMP_ACT_ERRNO(error); }

// The hard limit in force, which this process can only lower.
static inline int jail_get_limit(int resource, uint64_t *hard) {
  struct rlimit limit = {0, 0};
  if (getrlimit(resource, &limit) != 0) return errno;
  *hard = limit.rlim_max;
  return 0;
}

static inline int jail_set_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

// The stacks of threads, which otherwise are as large as the limit that this process inherited.
static inline int jail_set_thread_stack(size_t bytes) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  error = pthread_attr_setstacksize(&attributes, bytes);
  if (error == 0) error = pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  return error;
}

static inline int jail_close_files_from(unsigned int first) {
  return syscall(SYS_close_range, first, ~0u, 0) == 0 ? 0 : errno;
}

static inline int jail_give_up_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  // All capabilities of this thread; those that it starts inherit none (capabilities(7)).
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

// The ABI of Landlock (landlock_create_ruleset(2)), 0 or less for none.
static inline long jail_landlock_abi(void) {
  return syscall(SYS_landlock_create_ruleset, 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Forbids this thread everything that Landlock handles: the members of linux/landlock.h's
// landlock_ruleset_attr, of which older systems know the first `size` bytes.
static inline int jail_landlock(uint64_t files, uint64_t network, uint64_t scopes, size_t size) {
  uint64_t attributes[3] = {files, network, scopes};
  long ruleset = syscall(SYS_landlock_create_ruleset, attributes, size, 0);
  if (ruleset < 0) return errno;
  int error = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close((int)ruleset);
  return error;
}

#endif
