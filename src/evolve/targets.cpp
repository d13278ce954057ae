#include "evolve/targets.h"

#include <algorithm>

namespace espalier::evolve {

std::vector<esp_approach> approaches(const model::Program& program, model::Distances& distances,
                                     const std::vector<model::Vertex>& vertices) {
  constexpr std::size_t most = 256;  // what is farther away than these is too far to be seen
  distances.measure(vertices);
  std::vector<esp_approach> found;
  for (const model::Site& site : program.sites) {
    if (site.kind != model::SiteKind::Branch && site.kind != model::SiteKind::Switch &&
        site.kind != model::SiteKind::Check)
      continue;
    std::uint32_t farthest = 0;
    for (std::uint32_t side = 0; side < site.count; ++side)
      farthest = std::max(farthest, distances.from(site.first + side));
    for (std::uint32_t side = 0; side < site.count; ++side)
      if (const std::uint32_t level = distances.from(site.first + side); level < farthest)
        found.push_back({site.first + side, level});
  }
  std::ranges::stable_sort(found, {}, &esp_approach::level);
  if (found.size() > most) found.resize(most);
  found.push_back({ESP_NO_EDGE, 0});
  return found;
}

}  // namespace espalier::evolve
