// Marks every socket that a program opens, so that firewall rules can tell its packets from those of others: a library
// that sends over a slower link. Preloaded by tests; SOCKET_MARK is the mark, 0 is none. Needs CAP_NET_ADMIN.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

int socket(int domain, int type, int protocol) {
  int (*real)(int, int, int) = (int (*)(int, int, int))dlsym(RTLD_NEXT, "socket");
  const int result = real(domain, type, protocol);
  const char* text = getenv("SOCKET_MARK");
  const int mark = text == NULL ? 0 : atoi(text);
  if (result >= 0 && mark != 0 && setsockopt(result, SOL_SOCKET, SO_MARK, &mark, sizeof mark) != 0) {
    perror("libmark_sockets: SO_MARK");
    abort();
  }
  return result;
}
