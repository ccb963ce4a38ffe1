#pragma once

#include <openssl/types.h>

#include <string>

namespace mpigauge {

// Gives the context a certificate chain and its key, both PEM files. TLS 1.2 and newer. Throws Error (usage) naming the
// file.
void SetUpTls(SSL_CTX& context, const std::string& certificate, const std::string& key);

}  // namespace mpigauge
