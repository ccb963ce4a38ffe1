#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dashboards/server/access_log.h"
#include "dashboards/server/front.h"
#include "dashboards/server/listening.h"

namespace mpigauge {

struct HttpSettings {
  ListenAddress address;
  std::string certificate = {};              // PEM, the chain; empty: no TLS
  std::string key = {};                      // PEM
  std::string users = {};                    // the file; empty: nobody is asked for a password
  std::vector<std::string> host_names = {};  // by which it may be called, besides where it listens
};

// Answers requests, many at once, as long as it lives. A client has five seconds for its request. Of 512 connections
// those that have asked nothing yet give way to new ones, the oldest first.
class HttpServer {
 public:
  // Throws Error: usage where certificate, key or users are none, or users would send passwords in the clear; not
  // measured where the address cannot be had.
  HttpServer(const HttpSettings& settings, HttpAnswerer answer, AccessLog& log);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  // Waits for answers that are being made.
  ~HttpServer();

  // "http://host:port" or "https://...".
  std::string Url() const;

  // Reads certificate, key and users again, for connections from now on. Throws as the constructor does; everything
  // then stays as it was.
  void ReadAgain();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mpigauge
