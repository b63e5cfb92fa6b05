#include <png.h>

// PNG_FORMAT_RGBA, which Swift does not see: a macro of macros with casts.
static const png_uint_32 png_format_rgba = PNG_FORMAT_RGBA;
