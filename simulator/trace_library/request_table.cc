#include "simulator/trace_library/request_table.h"

#include "simulator/trace_library/handle.h"

namespace mpigauge {

KnownRequest& RequestTable::Add(const MPI_Request* variable, RequestKind kind) {
  const std::uint32_t number = ++numbers_;
  KnownRequest& request = requests_[{KeyOf(*variable), number}];
  request.number = number;
  request.kind = kind;
  request.variable = variable;
  return request;
}

RequestTable::Taken RequestTable::Take(const MPI_Request* variable) {
  constexpr int kMostLooks = 16;  // programs may have thousands of sends with one handle
  const std::uint64_t handle = KeyOf(*variable);
  const auto oldest = requests_.lower_bound({handle, 0});
  auto meant = oldest;
  for (int looks = 0; looks < kMostLooks && meant != requests_.end() && meant->first.first == handle;
       ++looks, ++meant) {
    if (meant->second.variable == variable) return requests_.extract(meant);
  }
  if (oldest == requests_.end() || oldest->first.first != handle) return {};
  return requests_.extract(oldest);
}

void RequestTable::PutBack(Taken request) {
  if (request) requests_.insert(std::move(request));
}

}  // namespace mpigauge
