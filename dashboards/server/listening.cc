#include "dashboards/server/listening.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "base/error.h"
#include "base/file.h"
#include "base/loopback.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLongestHost = 300;

}  // namespace

bool ListenAddress::IsLoopback() const { return IsLoopbackHost(host); }

std::string ListenAddress::Text() const {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

ListenAddress ParseListenAddress(const std::string& text) {
  static const std::regex kForm(R"((\[([0-9a-fA-F:.]+)\]|([^:\[\]]+)):([0-9]{1,5}))");
  std::smatch match;
  if (text.size() > kLongestHost || !std::regex_match(text, match, kForm) || std::stoi(match[4]) > 65535) {
    throw UsageError("--listen {}: write HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464", text);
  }
  return {match[2].matched ? match[2] : match[3], std::stoi(match[4])};
}

std::optional<std::string> HostOfAuthority(const std::string& authority) {
  static const std::regex kForm(R"((\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._~-]*))(:[0-9]{0,5})?)");
  std::smatch match;
  if (authority.size() > kLongestHost || !std::regex_match(authority, match, kForm)) return std::nullopt;
  std::string host = match[2].matched ? match[2] : match[3];
  for (char& letter : host) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return host;
}

void CheckHostName(const std::string& name) {
  const auto host = HostOfAuthority(name);
  if (!host || host->empty() || name.ends_with(':') || (name.find(':') != std::string::npos && !name.ends_with(']'))) {
    throw UsageError("--host-name {}: write the name of a host without a port, such as bench.example.org", name);
  }
}

bool MayBeCalled(const std::string& host, const ListenAddress& address, const std::vector<std::string>& names) {
  if (host == address.host || IsLoopbackHost(host)) return true;
  const auto same = [&](const std::string& name) { return HostOfAuthority(name) == host; };
  if (std::any_of(names.begin(), names.end(), same)) return true;
  return names.empty() && !address.IsLoopback();
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
