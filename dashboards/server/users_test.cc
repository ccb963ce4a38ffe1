#include "dashboards/server/users.h"

#include <crypt.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <vector>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

std::string Setting(const char* method, unsigned long cost) {
  const char salt[17] = "0123456789abcdef";
  char setting[CRYPT_GENSALT_OUTPUT_SIZE];
  if (crypt_gensalt_rn(method, cost, salt, 16, setting, sizeof setting) == nullptr) return "no such method";
  return setting;
}

std::string Hash(const char* method, unsigned long cost, const char* password) {
  crypt_data work{};
  return crypt_r(password, Setting(method, cost).c_str(), &work);
}

std::string Basic(const std::string& pair) {
  std::vector<unsigned char> text(pair.size() * 2 + 4);
  const int length =
      EVP_EncodeBlock(text.data(), reinterpret_cast<const unsigned char*>(pair.data()), static_cast<int>(pair.size()));
  return "Basic " + std::string(text.begin(), text.begin() + length);
}

// There are users whose passwords are checked in a millisecond, in five times as long, and in thirty times.
class UsersTest : public testing::Test {
 protected:
  UsersTest() {
    const std::string path = testing::TempDir() + "/users";
    std::ofstream(path) << "cheap:" << Hash("$6$", 1000, "right") << "\n"
                        << "middle:" << Hash("$2b$", 6, "right") << "\n"
                        << "dear:" << Hash("$2b$", 10, "right") << "\n";
    users_.emplace(Users::Read(path));
  }

  // Processor time, the least of three: whatever else the machine does is not in it.
  double Seconds(const std::string& pair, bool accepted) const {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
      timespec begin{};
      timespec end{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
      EXPECT_EQ(users_->Accept(Basic(pair)), accepted) << pair;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
      least = std::min(least, static_cast<double>(end.tv_sec - begin.tv_sec) +
                                  static_cast<double>(end.tv_nsec - begin.tv_nsec) * 1e-9);
    }
    return least;
  }

  std::optional<Users> users_;
};

TEST_F(UsersTest, TheRightPasswordIsAcceptedWhateverItsHash) {
  for (const char* user : {"cheap", "middle", "dear"}) {
    EXPECT_TRUE(users_->Accept(Basic(user + std::string(":right")))) << user;
    EXPECT_FALSE(users_->Accept(Basic(user + std::string(":wrong")))) << user;
  }
}

// The time of an answer once showed which users are known and have the cheap hash. A processor that others share
// changes its speed, so both times are taken one after the other, and their median counts.
TEST_F(UsersTest, EveryRefusalTakesAsLongAsTheDearestHash) {
  for (const char* pair : {"nobody:wrong", "cheap:wrong", "middle:wrong", "dear:wrong"}) {
    std::vector<double> ratios(5);
    for (double& ratio : ratios) ratio = Seconds(pair, false) / Seconds("dear:right", true);
    std::sort(ratios.begin(), ratios.end());
    EXPECT_GT(ratios[2], 0.9) << pair;
    EXPECT_LT(ratios[2], 1.6) << pair;
  }
}

const Throttle::Time kBegin = Throttle::Time() + std::chrono::hours(100);

// Each login, also one of a user who is not there, would keep the server busy for minutes.
TEST(UsersFile, HashesThatTakeTooLongAreRefused) {
  const std::string path = testing::TempDir() + "/dear-users";
  const auto read = [&](const std::string& hash) {
    std::ofstream(path) << "ada:" << hash << "\n";
    return ErrorOf([&] { Users::Read(path); });
  };
  const std::string sha(86, 'a');
  const std::string bcrypt = "0123456789abcdef012345" + std::string(31, 'a');
  EXPECT_THAT(read("$6$rounds=999999999$salt$" + sha), HasSubstr("dear-users:1: checking this password would take"));
  EXPECT_THAT(read("$6$rounds=1000001$salt$" + sha), HasSubstr("too long"));
  EXPECT_EQ(read("$6$rounds=1000000$salt$" + sha), "no error");
  EXPECT_EQ(read("$6$salt$" + sha), "no error");
  EXPECT_THAT(read("$2b$31$" + bcrypt), HasSubstr("too long"));
  EXPECT_EQ(read("$2b$12$" + bcrypt), "no error");
  EXPECT_THAT(read("$y$jzT$saltsaltsaltsaltsalt1$" + std::string(43, 'a')), HasSubstr("too long"));
  for (const char* method : {"$y$", "$7$"}) {
    EXPECT_EQ(read(Setting(method, 0)), "no error") << method;  // by default
    EXPECT_EQ(read(Setting(method, 11)), "no error") << method;
  }
}

TEST(Throttle, AFewFailuresAreFreeAndThenTheWaitGrows) {
  Throttle throttle;
  for (int i = 0; i < Throttle::kFree; ++i) {
    throttle.Failed("192.0.2.1", kBegin);
    EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin), seconds(0));
  }
  for (const int expected : {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
    throttle.Failed("192.0.2.1", kBegin);
    EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin), seconds(expected));
  }
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + std::chrono::milliseconds(59'500)), seconds(1));
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + seconds(60)), seconds(0));
  EXPECT_EQ(throttle.Wait("192.0.2.2", kBegin), seconds(0));  // somebody else
}

TEST(Throttle, QuietClientsAreForgotten) {
  Throttle throttle;
  for (int i = 0; i < 1100; ++i) throttle.Failed("192.0.2.1", kBegin);
  throttle.Failed("192.0.2.1", kBegin + Throttle::kForgotten);
  EXPECT_EQ(throttle.Wait("192.0.2.1", kBegin + Throttle::kForgotten), seconds(0));
}

// As many addresses as somebody likes take no more memory, and the newest ones still wait.
TEST(Throttle, TheAddressesThatAreKnownAreBounded) {
  Throttle throttle;
  for (int i = 0; i < 20; ++i) throttle.Failed("198.51.100.1", kBegin);
  for (std::size_t i = 0; i < Throttle::kMostAddresses + 10; ++i) {
    throttle.Failed(std::to_string(i), kBegin + seconds(1));
  }
  EXPECT_EQ(throttle.Wait("198.51.100.1", kBegin + seconds(1)), seconds(0));  // it was the oldest
  for (int i = 0; i < 20; ++i) throttle.Failed("198.51.100.2", kBegin + seconds(2));
  EXPECT_EQ(throttle.Wait("198.51.100.2", kBegin + seconds(2)), seconds(60));
}

TEST(ClientOf, AnIpv6NetworkIsOneClient) {
  EXPECT_EQ(ClientOf("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(ClientOf("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(ClientOf("2001:db8:1:2:3:4:5:6"), ClientOf("2001:db8:1:2::9"));
  EXPECT_NE(ClientOf("2001:db8:1:2::9"), ClientOf("2001:db8:1:3::9"));
}

}  // namespace
}  // namespace mpigauge
