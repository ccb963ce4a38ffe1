#include "dashboards/server/front.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Answers with what was asked for.
HttpAnswer Echo(const HttpRequest& request) { return {200, "text/plain", request.path}; }

RequestHead Get(const std::string& target, std::vector<std::string> hosts = {"localhost"}) {
  RequestHead head;
  head.client = "192.0.2.1";
  head.method = "GET";
  head.target = target;
  head.hosts = std::move(hosts);
  return head;
}

Front OnLoopback(std::vector<std::string> names = {}) { return {{"127.0.0.1", 1}, std::move(names), Echo}; }

TEST(Front, TheAbsoluteFormIsAnsweredAndOverrulesTheHostHeader) {
  const auto front = OnLoopback();
  EXPECT_EQ(front.Answer(Get("http://localhost:9464/api/runs")).body, "/api/runs");
  EXPECT_EQ(front.Answer(Get("http://localhost/x", {"evil"})).status, 200);
  EXPECT_EQ(front.Answer(Get("http://evil/x", {"localhost"})).status, 421);
  EXPECT_EQ(front.Answer(Get("http://a@localhost/x")).status, 400);
}

TEST(Front, ARequestHasOneHostHeader) {
  const auto front = OnLoopback();
  EXPECT_EQ(front.Answer(Get("/", {"localhost", "localhost"})).status, 400);
  EXPECT_EQ(front.Answer(Get("/", {})).status, 400);
  EXPECT_EQ(front.Answer(Get("/", {"local host"})).status, 400);
  RequestHead old = Get("/", {});
  old.http_1_1 = false;
  EXPECT_EQ(front.Answer(old).status, 421);  // it may go without, but not on loopback
  EXPECT_EQ(Front({"0.0.0.0", 1}, {}, Echo).Answer(old).status, 200);
}

TEST(Front, OtherNamesAreRefusedWithTheOptionThatAllowsThem) {
  EXPECT_THAT(OnLoopback().Answer(Get("/", {"bench.example"})).body, HasSubstr("--host-name"));
  EXPECT_EQ(OnLoopback({"bench.example"}).Answer(Get("/", {"Bench.Example:443"})).status, 200);
  EXPECT_THAT(OnLoopback({"bench.example"}).Answer(Get("/", {"evil.example"})).body, HasSubstr("--host-name"));
}

TEST(Front, TooManyHeadersAndTooLongAddressesAreRefused) {
  RequestHead head = Get("/");
  head.header_count = 100;
  EXPECT_EQ(OnLoopback().Answer(head).status, 200);
  head.header_count = 101;
  EXPECT_EQ(OnLoopback().Answer(head).status, 431);
  EXPECT_EQ(OnLoopback().Answer(Get("/" + std::string(8191, 'x'))).status, 200);
  EXPECT_EQ(OnLoopback().Answer(Get("/" + std::string(8192, 'x'))).status, 414);
}

TEST(Front, OnlyLookingIsAnswered) {
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "BREW"}) {
    RequestHead head = Get("*");
    head.method = method;
    const HttpAnswer answer = OnLoopback().Answer(head);
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_EQ(answer.headers.at(0), (std::pair<std::string, std::string>{"Allow", "GET, HEAD"}));
  }
}

TEST(Front, UsersCountFromTheMomentTheyAreSet) {
  Front front = OnLoopback();
  const std::string path = testing::TempDir() + "/front-users";
  // htpasswd -nbB -C 4 ada right
  std::ofstream(path) << "ada:$2y$04$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n";
  front.SetUsers(std::make_shared<const Users>(Users::Read(path)));
  EXPECT_EQ(front.Answer(Get("/")).status, 401);
  RequestHead wrong = Get("/");
  wrong.authorization = "Basic YWRhOndyb25n";
  for (int i = 0; i <= Throttle::kFree; ++i) EXPECT_EQ(front.Answer(wrong).status, 401);
  const HttpAnswer answer = front.Answer(wrong);
  EXPECT_EQ(answer.status, 429);
  EXPECT_EQ(answer.headers.at(0).first, "Retry-After");
  front.SetUsers(nullptr);
  EXPECT_EQ(front.Answer(wrong).status, 200);
}

TEST(Front, AnErrorBehindItIsAnAnswer) {
  const Front front({"127.0.0.1", 1}, {},
                    [](const HttpRequest&) -> HttpAnswer { throw std::runtime_error("bro\xffken"); });
  const HttpAnswer answer = front.Answer(Get("/"));
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, HasSubstr("bro"));
}

}  // namespace
}  // namespace mpigauge
