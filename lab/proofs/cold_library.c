// A library that is slower where its caches are cold: before each MPI_Send it reads COLD_LINES cache lines of its own,
// each once, and each only when the one before is there. Preloaded by measure_gates.py. A program that repeats a send
// at once finds the lines in its first-level cache; one that touches much memory in between does not. Works with every
// MPI: the arguments go on as they came.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { kLineBytes = 64, kMostLines = 4096 };

struct Line {
  size_t next;
  char rest[kLineBytes - sizeof(size_t)];
};

typedef int (*SendFunction)(const void*, long, void*, long, long, void*);

static struct Line lines[kMostLines] __attribute__((aligned(kLineBytes)));
static size_t count = 0;
static volatile size_t position = 0;
static SendFunction next_send = NULL;

static size_t CommonDivisor(size_t a, size_t b) { return b == 0 ? a : CommonDivisor(b, a % b); }

// A step that reaches all lines before it comes back, and that is too far for a processor that fetches ahead.
static size_t Step(void) {
  size_t step = count * 5 / 8;
  while (step > 1 && CommonDivisor(step, count) != 1) --step;
  return step;
}

__attribute__((constructor)) static void Prepare(void) {
  const char* text = getenv("COLD_LINES");
  count = text == NULL ? 0 : strtoul(text, NULL, 10);
  if (count > kMostLines) {
    fprintf(stderr, "libcold_library: COLD_LINES: at most %d\n", kMostLines);
    exit(4);
  }
  for (size_t i = 0; i < count; ++i) lines[i].next = (i + Step()) % count;
  next_send = (SendFunction)dlsym(RTLD_NEXT, "MPI_Send");
}

int MPI_Send(const void* buffer, long items, void* type, long to, long tag, void* communicator) {
  size_t at = position;
  for (size_t i = 0; i < count; ++i) at = lines[at].next;
  position = at;
  return next_send(buffer, items, type, to, tag, communicator);
}
