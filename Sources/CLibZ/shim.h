// Declares what zlib only reads as const, so that an array that may not change can be handed to it.
#define ZLIB_CONST
#include <zlib.h>
