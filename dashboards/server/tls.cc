#include "dashboards/server/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include "harness/base/error.h"
#include "harness/base/file.h"

namespace mpigauge {
namespace {

std::string Reason() {
  const char* reason = ERR_reason_error_string(ERR_get_error());
  ERR_clear_error();
  return reason == nullptr ? "unknown reason" : reason;
}

// OpenSSL does not say that a file is missing, or may not be read.
void RequireReadable(const char* option, const std::string& file) {
  try {
    ReadFile(file);
  } catch (const Error& error) {
    throw UsageError("{} {}", option, error.what());
  }
}

}  // namespace

void SetUpTls(SSL_CTX& context, const std::string& certificate, const std::string& key) {
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  RequireReadable("--tls-certificate", certificate);
  RequireReadable("--tls-key", key);
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(&context, certificate.c_str()) != 1) {
    throw UsageError("--tls-certificate {}: is no PEM certificate that can be read ({})", certificate, Reason());
  }
  if (SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) != 1) {
    throw UsageError("--tls-key {}: is no PEM key of that certificate that can be read ({})", key, Reason());
  }
}

}  // namespace mpigauge
