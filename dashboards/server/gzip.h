#pragma once

#include <string>

namespace mpigauge {

// The text in gzip's format.
std::string Gzip(const std::string& text);

// Whether the Accept-Encoding header of a request takes gzip.
bool AcceptsGzip(const std::string& accept_encoding);

}  // namespace mpigauge
