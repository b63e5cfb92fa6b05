#ifndef CLIBRLOTTIE_SHIM_H
#define CLIBRLOTTIE_SHIM_H

#include <elf.h>
#include <rlottie_capi.h>
#include <string.h>
#include <unistd.h>

// dl_iterate_phdr(3), which the C library's headers show only with other definitions of what Swift
// has seen already.
struct rlottie_object {
  Elf64_Addr address;
  const char *name;
  const Elf64_Phdr *headers;
  Elf64_Half count;
};
extern int dl_iterate_phdr(
    int (*callback)(struct rlottie_object *object, size_t size, void *data), void *data);

static int rlottie_find_build_id(struct rlottie_object *object, size_t size, void *data) {
  (void)size;
  if (object->name == 0 || strstr(object->name, "/librlottie.so") == 0) return 0;
  for (Elf64_Half index = 0; index < object->count; index++) {
    const Elf64_Phdr *header = &object->headers[index];
    if (header->p_type != PT_NOTE) continue;
    const char *note = (const char *)(object->address + header->p_vaddr);
    const char *end = note + header->p_memsz;
    while (end - note >= (long)sizeof(Elf64_Nhdr)) {
      const Elf64_Nhdr *head = (const Elf64_Nhdr *)note;
      const char *name = note + sizeof(Elf64_Nhdr);
      const char *id = name + ((head->n_namesz + 3) & ~3u);
      note = id + ((head->n_descsz + 3) & ~3u);
      if (note > end) break;
      if (head->n_type != NT_GNU_BUILD_ID || head->n_namesz != 4 || head->n_descsz != 20) continue;
      memcpy(data, id, 20);
      return 1;
    }
  }
  return 0;
}

// The linker's build id of the rlottie that this process has loaded, 20 bytes; 0 if it has none.
static inline int rlottie_build_id(unsigned char *id) {
  return dl_iterate_phdr(rlottie_find_build_id, id);
}

#endif
