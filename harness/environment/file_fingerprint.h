#pragma once

#include <string>

namespace mpigauge {

// "213 bytes, CRC-32 1a2b3c4d", as `crc32` prints it; "cannot be read" where it cannot.
std::string FileFingerprint(const std::string& path);

}  // namespace mpigauge
