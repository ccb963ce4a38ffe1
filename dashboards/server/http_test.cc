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

TEST(HostOfAuthority, IsTheHostWithoutItsPort) {
  EXPECT_EQ(HostOfAuthority("Bench.Example.org:80"), "bench.example.org");
  EXPECT_EQ(HostOfAuthority("[::1]:80"), "::1");
  EXPECT_EQ(HostOfAuthority("host:"), "host");
  EXPECT_EQ(HostOfAuthority(""), "");
  for (const char* wrong : {"::1:80", "[::1", "a b", "a@b", "a/b", "host:x", "host:999999", "a:1:2"}) {
    EXPECT_EQ(HostOfAuthority(wrong), std::nullopt) << wrong;
  }
}

TEST(MayBeCalled, OnLoopbackByTheNamesOfThisHostOnly) {
  const ListenAddress loopback{"127.0.0.1", 1};
  for (const char* host : {"127.0.0.1", "127.1.2.3", "localhost", "::1"}) {
    EXPECT_TRUE(MayBeCalled(host, loopback, {})) << host;
  }
  for (const char* host : {"", "evil", "::2", "localhost.evil", "127.0.0.1.evil", "0.0.0.0"}) {
    EXPECT_FALSE(MayBeCalled(host, loopback, {})) << host;
  }
}

TEST(MayBeCalled, ByGivenNamesAndThenByNoOthers) {
  const ListenAddress network{"0.0.0.0", 1};
  EXPECT_TRUE(MayBeCalled("whatever", network, {}));
  for (const ListenAddress& address : {network, ListenAddress{"127.0.0.1", 1}}) {
    const std::vector<std::string> names = {"one.example", "Two.example"};
    EXPECT_TRUE(MayBeCalled("one.example", address, names));
    EXPECT_TRUE(MayBeCalled("two.example", address, names));
    EXPECT_TRUE(MayBeCalled("localhost", address, names));
    EXPECT_FALSE(MayBeCalled("three.example", address, names));
  }
}

TEST(HostName, HasNoPortAndNoPath) {
  for (const char* name : {"bench.example.org", "bench", "192.0.2.1", "[2001:db8::1]"}) {
    EXPECT_NO_THROW(CheckHostName(name)) << name;
  }
  for (const char* wrong : {"", "bench:80", "bench:", "http://bench", "a b", "*", "2001:db8::1"}) {
    EXPECT_THROW(CheckHostName(wrong), Error) << wrong;
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
