#include <sys/sendfile.h>

// memfd_create(2), which the C library's headers show only with other definitions of what Swift has
// seen already. 1 is MFD_CLOEXEC of linux/memfd.h.
extern int memfd_create(const char *name, unsigned int flags);

static inline int linux_memfd_create(const char *name) { return memfd_create(name, 1); }
