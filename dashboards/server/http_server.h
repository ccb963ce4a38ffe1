#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "dashboards/server/listening.h"
#include "dashboards/server/users.h"

namespace mpigauge {

// A GET or HEAD request of a client; other methods are refused.
struct HttpRequest {
  std::string path;  // decoded
  std::multimap<std::string, std::string> query;
};

struct HttpAnswer {
  int status = 200;
  std::string type;  // of the body, with its character set
  std::string body;
  // Content-Security-Policy of a page; nothing is allowed where it is empty. frame-ancestors 'none' is added.
  std::string policy = {};
};

struct HttpSettings {
  ListenAddress address;
  std::string certificate;  // PEM, the chain; empty: no TLS
  std::string key;          // PEM
  std::optional<Users> users;
};

// Answers requests, many at once, until `wait` returns. `started` is given "http://host:port" or "https://...". On
// loopback the Host header must name this machine. A slow or silent client has one of 64 connections and no more.
// Throws Error: usage where certificate or key are none, or users would send passwords in the clear; not measured where
// the address cannot be had.
void ServeHttp(const HttpSettings& settings, const std::function<HttpAnswer(const HttpRequest&)>& answer,
               const std::function<void(const std::string& url)>& started, const std::function<void()>& wait);

}  // namespace mpigauge
