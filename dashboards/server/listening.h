#pragma once

#include <openssl/types.h>

#include <optional>
#include <string>
#include <vector>

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

// Returns the host of "host", "host:port" or "[::1]:port" in small letters and without brackets, "" where it is empty;
// nothing if that is no host (RFC 9112, 3.2).
std::optional<std::string> HostOfAuthority(const std::string& authority);

// Throws Error (usage) if this is no name of a host, or has a port.
void CheckHostName(const std::string& name);

// Whether a request may call the server by this host, one of HostOfAuthority. The names are those that the server was
// given; without any, a server off loopback may be called by all. If it may not, somebody else's DNS may have pointed
// a name here (DNS rebinding), so that a page of theirs could read ours.
bool MayBeCalled(const std::string& host, const ListenAddress& address, const std::vector<std::string>& names);

// Gives the context a certificate chain and its key, both PEM files. TLS 1.2 and newer. Throws Error (usage) naming the
// file.
void SetUpTls(SSL_CTX& context, const std::string& certificate, const std::string& key);

}  // namespace mpigauge
