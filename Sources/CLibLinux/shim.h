#include <sys/sendfile.h>

// memfd_create(2), which the C library's headers show only with other definitions of what Swift has
// seen already. 1 is MFD_CLOEXEC of linux/memfd.h.
extern int memfd_create(const char *name, unsigned int flags);

static inline int linux_memfd_create(const char *name) { return memfd_create(name, 1); }

#include <sys/ioctl.h>

// ioctl(2) is variadic, which Swift cannot call: the columns of a terminal in the upper half, its
// lines in the lower; 0 for what is not a terminal.
static inline unsigned int linux_terminal_size(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? (unsigned)size.ws_col << 16 | size.ws_row : 0;
}

// The same for its pixels; 0 for a terminal that does not tell.
static inline unsigned int linux_terminal_pixels(int file) {
  struct winsize size;
  return ioctl(file, TIOCGWINSZ, &size) == 0 ? (unsigned)size.ws_xpixel << 16 | size.ws_ypixel : 0;
}

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

extern long syscall(long number, ...);

// openat2(2), for which the C library has no function: opens what lies in a folder, and fails with
// EXDEV where a link or `..` leads out of it.
static inline int linux_open_beneath(int folder, const char *path, int flags, unsigned int mode) {
  struct open_how how = {
      .flags = (unsigned)flags,
      .mode = mode,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// syncfs(2), which the C library's headers show only with other definitions, too.
extern int syncfs(int file);

static inline int linux_sync_file_system(int file) { return syncfs(file); }
