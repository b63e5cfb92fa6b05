#include <stdint.h>

/// The first 16 hexadecimal digits of the commit that was built, as a number; 0 if it is not known.
uint64_t build_commit(void);
