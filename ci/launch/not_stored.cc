#include "ci/launch/not_stored.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "base/error.h"
#include "base/file.h"
#include "base/plural.h"
#include "base/temporary_folder.h"
#include "base/trusted_path.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

const std::string kStateOf = "campaign-";  // and the id of its first run: a folder with the state

fs::path StateFolder(const fs::path& folder, const CampaignState& state) {
  return folder / (kStateOf + state.run_ids.at(0));
}

// The campaign in that folder, if it is one of the same plans.
std::optional<CampaignState> IfTheSame(const fs::path& folder, const CampaignState& fresh) {
  if (!fs::exists(folder / "campaign.json")) return std::nullopt;
  try {
    return OpenCampaignState(folder, fresh);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::string NotStored::NameOf(const LaunchRecord& record) {
  return fmt::format("{}-{}.json", record.run_id, record.launch_index);
}

std::optional<CampaignState> NotStored::Take(const CampaignState& fresh) const {
  if (!WhyUntrusted(folder_).empty()) return std::nullopt;  // others could put launches there, and they would count
  std::error_code unseen;
  for (const auto& entry : fs::directory_iterator(folder_, unseen)) {
    if (!entry.path().filename().string().starts_with(kStateOf)) continue;
    auto state = IfTheSame(entry.path(), fresh);
    if (state && fs::remove_all(entry.path(), unseen) > 1) return state;
  }
  return std::nullopt;
}

std::vector<fs::path> NotStored::FilesOf(const std::string& run_id) const {
  std::vector<fs::path> files;
  std::error_code unseen;
  for (const auto& entry : fs::directory_iterator(folder_, unseen)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(run_id + "-") && name.ends_with(".json")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void NotStored::KeepIn(const fs::path& folder, const LaunchRecord& record, const fs::path& file) const {
  const fs::path kept = folder / NameOf(record);
  if (file == kept) return;
  fs::create_directories(folder);
  if (fs::exists(file)) {
    fs::copy_file(file, kept, fs::copy_options::overwrite_existing);
  } else {
    WriteFileAtomically(kept, JsonText(ToJson(record, Json::object())));
  }
}

void NotStored::Keep(const LaunchRecord& record, const fs::path& file, const CampaignState& state) {
  try {
    KeepIn(folder_, record, file);
    OpenCampaignState(StateFolder(folder_, state), state);
    ++kept_;
    return;
  } catch (const std::exception& error) {
    reason_ = error.what();
  }
  try {
    other_folder_ = FolderForTemporaryFiles() / ("mpigauge-not-stored-" + state.run_ids.at(0));
    KeepIn(other_folder_, record, file);
    ++kept_;
  } catch (const std::exception& error) {
    reason_ = error.what();
    ++lost_;
  }
}

std::string NotStored::Text() const {
  std::string text;
  const fs::path folder = other_folder_.empty() ? fs::absolute(folder_) : other_folder_;
  if (kept_ > 0) {
    text = fmt::format("\n  {} kept in {}{}\n  or into the store: mpigauge import {}",
                       Counted(kept_, "launch") + (kept_ == 1 ? " is" : " are"), folder.string(),
                       other_folder_.empty() ? "; the same command here goes on from there" : " (" + reason_ + ")",
                       folder.string());
  }
  if (lost_ > 0) text += fmt::format("\n  {} could not be kept: {}", Counted(lost_, "launch"), reason_);
  return text;
}

void NotStored::Remove(const fs::path& file) const {
  std::error_code unseen;
  fs::remove(file, unseen);
  fs::remove(folder_, unseen);  // fails where something is in it
}

}  // namespace mpigauge
