#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ci/launch/campaign_state.h"
#include "record/record.h"

namespace mpigauge {

// Launches that a store did not take, in files: they were measured, and may have taken long. Beside them is the state
// of their campaign, so that the same command goes on with them.
class NotStored {
 public:
  explicit NotStored(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // The name of a record file among those of other runs.
  static std::string NameOf(const LaunchRecord& record);

  // Finds a campaign of the same plans and takes its state away, so that nobody else goes on with it.
  std::optional<CampaignState> Take(const CampaignState& fresh) const;

  // The files of a run's launches.
  std::vector<std::filesystem::path> FilesOf(const std::string& run_id) const;

  // Keeps a launch: a copy of its file, or the record if it left none. If the folder cannot be written, the launch goes
  // to one below TMPDIR. Throws nothing: Text() says what became of it.
  void Keep(const LaunchRecord& record, const std::filesystem::path& file, const CampaignState& state);

  // Says how many launches were kept, where, and how one goes on with them.
  std::string Text() const;

  // Removes the file of a launch that is stored now, and the folder with the last one.
  void Remove(const std::filesystem::path& file) const;

 private:
  void KeepIn(const std::filesystem::path& folder, const LaunchRecord& record, const std::filesystem::path& file) const;

  std::filesystem::path folder_;
  std::filesystem::path other_folder_;  // below TMPDIR; empty: none was needed
  int kept_ = 0;
  int lost_ = 0;
  std::string reason_;  // why the folder could not be written
};

}  // namespace mpigauge
