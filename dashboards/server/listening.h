#pragma once

#include <openssl/types.h>

#include <string>

namespace mpigauge {

// Where a server listens.
struct ListenAddress {
  std::string host;  // without the brackets of an IPv6 address
  int port = 0;      // 0: a free one

  // Whether only this machine comes there.
  bool IsLoopback() const;
  // "127.0.0.1:9464", "[::1]:9464".
  std::string Text() const;
};

// "HOST:PORT", an IPv6 address in brackets. Throws Error (usage).
ListenAddress ParseListenAddress(const std::string& text);

// Whether the Host header of a request names this machine. If it does not, somebody else's DNS may have pointed a name
// here (DNS rebinding), so that a page of theirs could read ours. `host` is where the server listens.
bool NamesLoopback(const std::string& header, const std::string& host);

// Gives the context a certificate chain and its key, both PEM files. TLS 1.2 and newer. Throws Error (usage) naming the
// file.
void SetUpTls(SSL_CTX& context, const std::string& certificate, const std::string& key);

}  // namespace mpigauge
