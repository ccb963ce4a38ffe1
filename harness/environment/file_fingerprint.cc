#include "harness/environment/file_fingerprint.h"

#include <fmt/format.h>

#include <boost/crc.hpp>
#include <fstream>
#include <sstream>

namespace mpigauge {

std::string FileFingerprint(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  if (!file) return "cannot be read";
  std::ostringstream text;
  text << file.rdbuf();
  const std::string contents = text.str();
  boost::crc_32_type crc;
  crc.process_bytes(contents.data(), contents.size());
  return fmt::format("{} bytes, CRC-32 {:08x}", contents.size(), crc.checksum());
}

}  // namespace mpigauge
