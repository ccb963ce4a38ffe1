#include "baselines/history/track.h"

#include <algorithm>
#include <map>

namespace mpigauge {
namespace {

struct Span {
  std::size_t first = 0;
  std::size_t last = 0;
};

}  // namespace

std::vector<std::uint32_t> FindTracks(const std::vector<HistoryRun>& runs) {
  using Key = std::map<std::string, std::string>;
  std::map<Key, Span> spans;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    spans.try_emplace(runs[i].environment.key, Span{i, i}).first->second.last = i;
  }
  std::vector<std::size_t> ends;  // of each track: the last run of its newest key
  std::map<Key, std::uint32_t> track_of;
  std::vector<std::uint32_t> tracks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Key& key = runs[i].environment.key;
    auto track = track_of.find(key);
    if (track == track_of.end()) {
      // The track that ended last, of those that ended before.
      std::size_t chosen = ends.size();
      for (std::size_t one = 0; one < ends.size(); ++one) {
        if (ends[one] < i && (chosen == ends.size() || ends[one] > ends[chosen])) chosen = one;
      }
      if (chosen == ends.size()) ends.push_back(0);
      ends[chosen] = spans.at(key).last;
      track = track_of.emplace(key, static_cast<std::uint32_t>(chosen)).first;
    }
    tracks.push_back(track->second);
  }
  return tracks;
}

}  // namespace mpigauge
