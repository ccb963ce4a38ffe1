#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "dashboards/server/gzip.h"
#include "dashboards/server/listening.h"

namespace mpigauge {
namespace {

TEST(ListenAddress, HostAndPort) {
  EXPECT_EQ(ParseListenAddress("127.0.0.1:9464").Text(), "127.0.0.1:9464");
  EXPECT_EQ(ParseListenAddress("[::1]:0").host, "::1");
  EXPECT_EQ(ParseListenAddress("[::1]:80").Text(), "[::1]:80");
  for (const char* wrong : {"", "9464", ":9464", "host:", "host:99999", "::1:80", "a:b:80", "host:-1", "[host]:1x"}) {
    EXPECT_THROW(ParseListenAddress(wrong), Error) << wrong;
  }
}

TEST(ListenAddress, Loopback) {
  for (const char* host : {"127.0.0.1", "127.1.2.3", "::1", "localhost"}) {
    EXPECT_TRUE((ListenAddress{host, 1}.IsLoopback())) << host;
  }
  for (const char* host : {"0.0.0.0", "::", "127.0.0.1.example", "localhost.example", "1127.0.0.1", "128.0.0.1"}) {
    EXPECT_FALSE((ListenAddress{host, 1}.IsLoopback())) << host;
  }
}

TEST(NamesLoopback, HoldsForLoopbackHostHeadersOnly) {
  for (const char* host : {"127.0.0.1", "127.0.0.1:80", "localhost:1", "[::1]", "[::1]:80", "own"}) {
    EXPECT_TRUE(NamesLoopback(host, "own")) << host;
  }
  for (const char* host : {"", ":80", "evil", "evil:80", "[::2]:80", "localhost.evil", "::1:80", "[::1"}) {
    EXPECT_FALSE(NamesLoopback(host, "own")) << host;
  }
}

TEST(AcceptsGzip, ReadsWeights) {
  for (const char* header : {"gzip", "br, gzip", "gzip;q=0.5", "deflate,gzip ; q=1.0"}) {
    EXPECT_TRUE(AcceptsGzip(header)) << header;
  }
  for (const char* header : {"", "br", "xgzip", "gzip;q=0", "gzip; q=0.000", "gzipped"}) {
    EXPECT_FALSE(AcceptsGzip(header)) << header;
  }
}

}  // namespace
}  // namespace mpigauge
