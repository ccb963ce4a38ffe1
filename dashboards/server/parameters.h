#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "dashboards/server/http_server.h"

namespace mpigauge {

// What is answered instead of what was asked for.
class HttpError : public std::runtime_error {
 public:
  HttpError(int status, const std::string& text) : std::runtime_error(text), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

// Throws HttpError (400) where the request has a parameter that is not among these.
void CheckParameters(const HttpRequest& request, const std::set<std::string>& known);

// The one value of a parameter. Throws HttpError (400).
std::string OneOf(const HttpRequest& request, const std::string& name);

// All its values, at most `most` of them and at least one. Throws HttpError (400).
std::vector<std::string> SomeOf(const HttpRequest& request, const std::string& name, std::size_t most);

}  // namespace mpigauge
