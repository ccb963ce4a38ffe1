#include "dashboards/server/access_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const auto kWhen = std::chrono::system_clock::from_time_t(1795929646);  // 2026-11-29 05:20:46 UTC

AccessEntry Entry(int status) {
  return {"127.0.0.1", "ada", "GET /api/runs HTTP/1.1", status, 5120, std::chrono::milliseconds(12)};
}

TEST(AccessLog, ALineHasTheCommonFormatAndTheSeconds) {
  EXPECT_EQ(CommonLogLine(Entry(200), kWhen),
            "127.0.0.1 - ada [29/Nov/2026:05:20:46 +0000] \"GET /api/runs HTTP/1.1\" 200 5120 0.012\n");
  EXPECT_THAT(CommonLogLine({"::1", "", "", 400, 0}, kWhen),
              StartsWith("::1 - - [29/Nov/2026:05:20:46 +0000] \"-\" 400"));
}

TEST(AccessLog, NothingThatAClientSendsBeginsALineOrAField) {
  AccessEntry entry = Entry(401);
  entry.user = "a b\"\n127.0.0.1";
  entry.request = "GET /\"\r\n\x1b[31m\xff HTTP/1.1";
  EXPECT_THAT(CommonLogLine(entry, kWhen), AllOf(HasSubstr(" a\\x20b\\x22\\x0a127.0.0.1 ["),
                                                 HasSubstr("\"GET /\\x22\\x0d\\x0a\\x1b[31m\\xff HTTP/1.1\"")));
  entry.request = std::string(100'000, 'x');
  EXPECT_LT(CommonLogLine(entry, kWhen).size(), 2000u);
}

std::string Logged(AccessLog::Kind kind) {
  std::ostringstream out;
  AccessLog log(kind, "", out);
  for (const int status : {200, 204, 400, 401, 404, 405, 414, 421, 422, 429, 431, 500, 503}) log.Write(Entry(status));
  std::string statuses;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) statuses += line.substr(line.find("\" ") + 2, 3) + " ";
  return statuses;
}

TEST(AccessLog, TheKindSaysWhichRequestsAreWritten) {
  EXPECT_EQ(Logged(AccessLog::Kind::kOff), "");
  EXPECT_EQ(Logged(AccessLog::ParseKind("refused")), "400 401 405 414 421 429 431 500 503 ");
  EXPECT_EQ(Logged(AccessLog::ParseKind("all")), "200 204 400 401 404 405 414 421 422 429 431 500 503 ");
  EXPECT_THROW(AccessLog::ParseKind("most"), Error);
}

TEST(AccessLog, AFileThatWasMovedAwayIsOpenedAnew) {
  const std::string path = testing::TempDir() + "/access.log";
  std::filesystem::remove(path);
  std::ostringstream nothing;
  AccessLog log(AccessLog::Kind::kAll, path, nothing);
  log.Write(Entry(200));
  std::filesystem::rename(path, path + ".1");
  log.Write(Entry(201));
  log.OpenAnew();
  log.Write(Entry(202));
  EXPECT_THAT(ReadFile(path + ".1"), AllOf(HasSubstr(" 200 "), HasSubstr(" 201 ")));
  EXPECT_THAT(ReadFile(path), AllOf(HasSubstr(" 202 "), testing::Not(HasSubstr(" 201 "))));
  EXPECT_EQ(nothing.str(), "");
  EXPECT_THROW(AccessLog(AccessLog::Kind::kAll, testing::TempDir() + "/no/such/folder", nothing), Error);
}

}  // namespace
}  // namespace mpigauge
