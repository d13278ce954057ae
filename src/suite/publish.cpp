#include "suite/publish.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace espalier::suite {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// FNV-1a: enough to tell a text that was edited from one that was not.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

using Manifest = std::map<std::string, std::string>;  // path below the directory: fingerprint

Manifest read_manifest(const fs::path& file) {
  Manifest manifest;
  const auto text = read_file(file);
  const auto json = text ? Json::parse(*text, nullptr, false) : Json();
  if (!json.is_object() || !json.contains("files")) return manifest;
  for (const auto& [path, hash] : json["files"].items())
    if (hash.is_string()) manifest[path] = hash.get<std::string>();
  return manifest;
}

void write_manifest(const fs::path& file, const Manifest& manifest) {
  Json files = Json::object();
  for (const auto& [path, hash] : manifest) files[path] = hash;
  const Json json = {{"about", "What Espalier wrote; a file that differs was edited and is not overwritten."},
                     {"files", files}};
  write_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

Published publish(const fs::path& staging, const fs::path& out) {
  Published result;
  const auto before = read_manifest(out / "manifest.json");
  Manifest now;
  const auto is_edited = [&](const std::string& name, const std::string& text) {
    const auto known = before.find(name);
    return known != before.end() && known->second != fingerprint(text);
  };
  for (const auto& entry : fs::recursive_directory_iterator(staging)) {
    if (!entry.is_regular_file()) continue;
    const auto name = entry.path().lexically_relative(staging).generic_string();
    const auto text = read_file(entry.path());
    if (!text) continue;
    const auto there = read_file(out / name);
    const auto beside = out / (name + ".new");
    if (there && *there != *text && is_edited(name, *there)) {
      write_file(beside, *text);
      result.edited.emplace_back(name);
      now[name] = before.at(name);
      continue;
    }
    if (!there || *there != *text) write_file(out / name, *text);
    std::error_code error;
    fs::remove(beside, error);  // of an earlier run: it is taken over now
    now[name] = fingerprint(*text);
  }
  for (const auto& [name, hash] : before) {
    if (now.contains(name)) continue;
    const auto there = read_file(out / name);
    if (!there) continue;
    if (fingerprint(*there) != hash) {
      result.left.emplace_back(name);
      now[name] = hash;
      continue;
    }
    std::error_code error;
    fs::remove(out / name, error);
  }
  write_manifest(out / "manifest.json", now);
  return result;
}

}  // namespace espalier::suite
