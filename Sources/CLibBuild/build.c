#include "build.h"

uint64_t build_commit(void) { return BUILD_COMMIT; }
