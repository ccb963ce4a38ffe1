#include "dashboards/metrics/deliver.h"

#include <httplib.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/loopback.h"
#include "dashboards/metrics/labels.h"

namespace mpigauge {
namespace {

// prometheus-cpp writes help as it is; a backslash or a newline in it would make the whole scrape invalid.
std::string EscapedHelp(const std::string& help) {
  std::string escaped;
  for (const char letter : help) {
    if (letter == '\\') escaped += "\\\\";
    if (letter == '\n') escaped += "\\n";
    if (letter != '\\' && letter != '\n') escaped += letter;
  }
  return escaped;
}

}  // namespace

std::string MetricsText(std::vector<prometheus::MetricFamily> families) {
  for (prometheus::MetricFamily& family : families) family.help = EscapedHelp(family.help);
  std::ostringstream text;
  prometheus::TextSerializer().Serialize(text, families);
  return text.str();
}

namespace {

constexpr int kConnectSeconds = 10;
constexpr int kAnswerSeconds = 60;

struct Address {
  std::string origin;  // "https://host:port"
  std::string host;    // without brackets
  std::string prefix;  // "" or "/path"
  bool https = false;
};

Address ParseAddress(const std::string& url) {
  static const std::regex kUrl(R"((https?)://([A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?)");
  if (url.find('@') != std::string::npos) {
    throw UsageError("--push: an address holds no user and password here; write them into a file for --credentials");
  }
  std::smatch match;
  if (!std::regex_match(url, match, kUrl)) {
    throw UsageError("--push {}: write the address of a Pushgateway as http://host:port", LabelValue(url));
  }
  std::string prefix = match[4];
  while (prefix.ends_with('/')) prefix.pop_back();
  std::string host = match[2];
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  return {match[1].str() + "://" + match[2].str() + match[3].str(), host, prefix, match[1] == "https"};
}

// RFC 4648: with the letters for URLs.
std::string Base64Url(const std::string& text) {
  std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');  // EVP_EncodeBlock ends it with a NUL
  const auto* in = reinterpret_cast<const unsigned char*>(text.data());
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), in, static_cast<int>(text.size()));
  out.resize(static_cast<std::size_t>(length));
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

void UseCredentials(const std::string& file, httplib::Client& client) {
  const std::string text = ReadFile(file);
  const std::string line = text.substr(0, text.find_first_of("\r\n"));
  const auto colon = line.find(':');
  if (colon == std::string::npos || colon == 0) {
    throw UsageError("{}: write user:password into its first line", file);
  }
  client.set_basic_auth(line.substr(0, colon), line.substr(colon + 1));
}

httplib::Client ClientOf(const Address& address, const PushTarget& target) {
  httplib::Client client(address.origin);
  client.set_connection_timeout(kConnectSeconds);
  client.set_read_timeout(kAnswerSeconds);
  client.set_write_timeout(kAnswerSeconds);
  if (address.https) SSL_CTX_set_min_proto_version(client.ssl_context(), TLS1_2_VERSION);
  if (!target.ca_file.empty()) {
    if (!address.https) throw UsageError("--ca belongs to an address that begins with https://");
    ReadFile(target.ca_file);  // says what is wrong with it
    client.set_ca_cert_path(target.ca_file);
  }
  if (!target.credentials_file.empty() && !address.https && !target.insecure && !IsLoopbackHost(address.host)) {
    throw UsageError(
        "--credentials: the password would cross the network in the clear; push to https://, or allow that with "
        "--insecure");
  }
  if (!target.credentials_file.empty()) UseCredentials(target.credentials_file, client);
  return client;
}

// Why the certificate of the other side was refused, by OpenSSL's result of looking at its chain.
Error NotTrusted(const std::string& origin, const PushTarget& target, long verified) {
  if (verified == X509_V_OK) {
    return NotMeasured("{}: its certificate belongs to another host; write the name that the certificate has", origin);
  }
  return NotMeasured("{}: its certificate is not trusted ({}); {}", origin, X509_verify_cert_error_string(verified),
                     target.ca_file.empty() ? "--ca FILE gives the certificate of its signer"
                                            : "is " + target.ca_file + " the certificate of its signer?");
}

// Why no TLS came about, by the first error of OpenSSL.
Error NoTls(const std::string& origin, unsigned long error) {
  const char* words = ERR_reason_error_string(error);
  const std::string reason = words == nullptr ? "the connection ended" : words;
  switch (ERR_GET_REASON(error)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
      return NotMeasured("{}: something answers there, but not in TLS ({}); is its address http://?", origin, reason);
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
      return NotMeasured("{}: speaks no version of TLS that this host allows ({}); TLS 1.2 or newer is needed", origin,
                         reason);
    default: return NotMeasured("{}: no TLS connection ({}); does it speak https?", origin, reason);
  }
}

// Why nothing came back.
Error NoAnswer(const Address& address, const PushTarget& target, const httplib::Client& client, httplib::Error error) {
  const std::string& origin = address.origin;
  switch (error) {
    case httplib::Error::Connection:
    case httplib::Error::ConnectionTimeout:
      return NotMeasured("{}: no Pushgateway answers there; is it running?", origin);
    case httplib::Error::SSLLoadingCerts:
      return UsageError("{}: holds no certificate that can be read (PEM)", target.ca_file);
    case httplib::Error::SSLServerVerification: return NotTrusted(origin, target, client.get_openssl_verify_result());
    case httplib::Error::SSLConnection: return NoTls(origin, ERR_peek_error());
    default:
      return NotMeasured("{}: the push ended without an answer ({}){}", origin, httplib::to_string(error),
                         address.https ? "" : "; does it speak https://?");
  }
}

// Says what the gateway refused, in its own words if they are short.
Error Refused(const std::string& origin, const PushTarget& target, const httplib::Response& answer) {
  if (answer.status == 401 || answer.status == 403) {
    if (target.credentials_file.empty()) {
      return NotMeasured("{}: the Pushgateway answered {}: it wants a user and a password; --credentials FILE", origin,
                         answer.status);
    }
    return NotMeasured("{}: the Pushgateway answered {}: it does not take the user and password of {}", origin,
                       answer.status, target.credentials_file);
  }
  std::string reason = LabelValue(answer.body);
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return NotMeasured("{}: the Pushgateway answered {}{}{}", origin, answer.status, reason.empty() ? "" : ": ", reason);
}

// "/metrics/job/mpigauge/cluster/alps/site@base64/YS9i": values that are no plain words are written as base64, which is
// the gateway's own way.
std::string PushPath(const ConstantLabels& grouping) {
  static const std::regex kPlain("[A-Za-z0-9._~-]{1,200}");
  std::string path = "/metrics/job/mpigauge";
  for (const auto& [name, text] : grouping) {
    const std::string value = LabelValue(text);
    if (value.empty()) {
      path += "/" + name + "@base64/=";  // as the gateway wants an empty one
    } else if (std::regex_match(value, kPlain)) {
      path += "/" + name + "/" + value;
    } else {
      path += "/" + name + "@base64/" + Base64Url(value);
    }
  }
  return path;
}

}  // namespace

void PushMetrics(const PushTarget& target, const std::vector<prometheus::MetricFamily>& families) {
  const Address address = ParseAddress(target.url);
  if (target.grouping.contains("job")) throw UsageError("--grouping: the job is always mpigauge");
  httplib::Client client = ClientOf(address, target);
  const std::string path = address.prefix + PushPath(target.grouping);
  ERR_clear_error();
  const auto answer = client.Put(path, MetricsText(families), "text/plain; version=0.0.4");
  if (!answer) throw NoAnswer(address, target, client, answer.error());
  if (answer->status < 200 || answer->status >= 300) throw Refused(address.origin, target, *answer);
}

}  // namespace mpigauge
