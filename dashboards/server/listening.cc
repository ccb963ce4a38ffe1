#include "dashboards/server/listening.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <regex>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

bool IsLoopbackHost(const std::string& host) {
  static const std::regex kAddress(R"(127(\.[0-9]{1,3}){3}|::1|localhost)");
  return host.size() < 20 && std::regex_match(host, kAddress);
}

}  // namespace

bool ListenAddress::IsLoopback() const { return IsLoopbackHost(host); }

std::string ListenAddress::Text() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

ListenAddress ParseListenAddress(const std::string& text) {
  static const std::regex kForm(R"((\[([0-9a-fA-F:.]+)\]|([^:\[\]]+)):([0-9]{1,5}))");
  std::smatch match;
  if (text.size() > 300 || !std::regex_match(text, match, kForm) || std::stoi(match[4]) > 65535) {
    throw UsageError("--listen {}: write HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464", text);
  }
  return {match[2].matched ? match[2] : match[3], std::stoi(match[4])};
}

bool NamesLoopback(const std::string& header, const std::string& host) {
  std::string name = header.substr(0, header.find(':', header.starts_with('[') ? header.find(']') : 0));
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  return name == host || IsLoopbackHost(name);
}

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
    throw UsageError("--tls-certificate {} is not a readable PEM certificate ({})", certificate, Reason());
  }
  if (SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) != 1) {
    throw UsageError("--tls-key {} is not a readable PEM key of that certificate ({})", key, Reason());
  }
}

}  // namespace mpigauge
