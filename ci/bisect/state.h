#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// One pair of launches: the good commit and another one, side by side.
struct BisectPair {
  std::string commit;                  // its hash
  std::map<std::string, double> good;  // by series: logarithm of the launch's median, in seconds
  std::map<std::string, double> asked;

  // The mean over the series of what it takes longer, as a logarithm; no number where no series is in both.
  double Difference() const;
};

// The answers of a bisection on disk: written after each pair, so that a bisection that was killed measures nothing
// twice.
class BisectState {
 public:
  // Makes the folder if it is missing, and reads the state in it. `arguments` is what the bisection is of: where there
  // is a state of other ones, throws Error (usage) with the first that differs. Throws Error (usage) too while another
  // process has it.
  BisectState(const std::filesystem::path& folder, const Json& arguments);
  const std::vector<BisectPair>& pairs() const { return pairs_; }
  void Add(const BisectPair& pair);

 private:
  // Held as long as it lives; the kernel frees that of a killed process.
  class Lock {
   public:
    explicit Lock(const std::filesystem::path& folder);
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();

   private:
    int descriptor_ = -1;
  };
  void Read(const Json& arguments);

  std::filesystem::path folder_;
  std::unique_ptr<Lock> lock_;
  Json arguments_;
  std::vector<BisectPair> pairs_;
};

}  // namespace mpigauge
