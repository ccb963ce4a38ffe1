#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace mpigauge {

// A connected stream socket of this process, of TCP or of this host. It carries bytes that mean "go on", without MPI.
class WakeLine {
 public:
  WakeLine() = default;
  explicit WakeLine(int descriptor) : descriptor_(descriptor) {}  // which it closes
  WakeLine(WakeLine&& other) noexcept;
  WakeLine& operator=(WakeLine&& other) noexcept;
  ~WakeLine();

  bool there() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // Each returns false where the other end is gone. A byte is sent at once, whatever follows.
  bool Send();
  bool SleepUntilSent();  // takes no processor
  bool SpinUntilSent();   // asks again and again, as MPI libraries do

 private:
  int descriptor_ = -1;
};

// Waits for calls from other hosts, at all IPv4 addresses of this host.
class TcpListener {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  TcpListener();
  TcpListener(const TcpListener&) = delete;
  TcpListener& operator=(const TcpListener&) = delete;
  ~TcpListener();

  // Where it listens: "PORT ADDRESS ADDRESS ...". Addresses of the loopback device come only if there are no others.
  // Empty if it cannot listen.
  const std::string& place() const { return place_; }

  struct Call {
    std::uint32_t number = 0;  // the caller's
    WakeLine line;
  };

  // The next caller that knows the secret; others are hung up on. Nothing if nobody has called by the deadline.
  std::optional<Call> Accept(const std::string& secret, Deadline deadline);

 private:
  int descriptor_ = -1;
  std::string place_;
};

// Tries the addresses of the place in turn. The line is not there if no listener with this secret has answered by the
// deadline.
WakeLine CallListener(const std::string& place, const std::string& secret, std::uint32_t number,
                      TcpListener::Deadline deadline);

}  // namespace mpigauge
