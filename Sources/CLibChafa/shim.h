#include <chafa.h>

// g_string_free, a macro in newer versions of glib, which Swift does not see.
static inline void chafa_free_text(GString *text) { g_string_free(text, 1); }
