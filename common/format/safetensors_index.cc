#include "common/format/safetensors_index.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/base/fs.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"
#include "common/format/json.h"

namespace cox {
namespace {

// An index of a million tensors takes about this much.
constexpr uint64_t kMaxIndexBytes = 200'000'000;

// File name -> names of its tensors.
using WeightMap = std::map<std::string, std::vector<std::string>>;

absl::StatusOr<WeightMap> ReadWeightMap(const std::string& path) {
  COX_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxIndexBytes));
  absl::StatusOr<nlohmann::json> json = ParseJson(text);
  if (!json.ok()) return Annotate(json.status(), path);
  if (!json->is_object() || !json->contains("weight_map") || !(*json)["weight_map"].is_object()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": no object \"weight_map\""));
  }
  WeightMap map;
  for (const auto& [tensor, file] : (*json)["weight_map"].items()) {
    if (!file.is_string()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": the file of \"", tensor, "\" is not a string"));
    }
    const std::string name = file.get<std::string>();
    if (name.empty() || name == ".." || std::filesystem::path(name).filename() != name) {
      return absl::InvalidArgumentError(absl::StrCat(path, ": \"", name, "\" (file of \"", tensor,
                                                     "\") is not the name of a file beside it"));
    }
    map[name].push_back(tensor);
  }
  return map;
}

}  // namespace

absl::StatusOr<std::unique_ptr<SafetensorsSet>> SafetensorsSet::Open(const std::string& path) {
  std::unique_ptr<SafetensorsSet> set(new SafetensorsSet);
  if (!std::filesystem::is_directory(path)) {
    COX_RETURN_IF_ERROR(set->AddFile(path));
    return set;
  }
  const std::string single = JoinPath(path, kWeightsName);
  const std::string index = JoinPath(path, kWeightsIndexName);
  if (PathExists(single)) {
    COX_RETURN_IF_ERROR(set->AddFile(single));
  } else if (PathExists(index)) {
    COX_RETURN_IF_ERROR(set->AddIndexed(path, index));
  } else {
    std::string message =
        absl::StrCat(path, ": neither ", kWeightsName, " nor ", kWeightsIndexName, " in it");
    if (PathExists(JoinPath(path, "pytorch_model.bin"))) {
      absl::StrAppend(&message, "; pytorch_model.bin is not read, save the model as safetensors");
    }
    return absl::NotFoundError(message);
  }
  return set;
}

const StoredTensor* SafetensorsSet::Find(absl::string_view name) const {
  const auto it = tensors_.find(std::string(name));
  return it == tensors_.end() ? nullptr : &it->second;
}

absl::Status SafetensorsSet::AddFile(const std::string& path) {
  COX_ASSIGN_OR_RETURN(auto file, SafetensorsReader::Open(path));
  for (const TensorInfo& info : file->tensors()) tensors_[info.name] = {file.get(), &info};
  files_.push_back(std::move(file));
  return absl::OkStatus();
}

absl::Status SafetensorsSet::AddIndexed(const std::string& dir, const std::string& index_path) {
  COX_ASSIGN_OR_RETURN(const WeightMap map, ReadWeightMap(index_path));
  std::vector<std::string> missing_files;
  for (const auto& [name, tensors] : map) {
    if (!PathExists(JoinPath(dir, name))) missing_files.push_back(name);
  }
  if (!missing_files.empty()) {
    return absl::NotFoundError(
        absl::StrCat(dir, ": ", missing_files.size(), " of ", map.size(),
                     " weight files missing: ", absl::StrJoin(missing_files, ", ")));
  }
  std::vector<std::string> missing_tensors;
  for (const auto& [name, tensors] : map) {
    COX_ASSIGN_OR_RETURN(auto file, SafetensorsReader::Open(JoinPath(dir, name)));
    for (const std::string& tensor : tensors) {
      const TensorInfo* info = file->Find(tensor);
      if (info == nullptr) {
        missing_tensors.push_back(absl::StrCat("\"", tensor, "\" in ", name));
      } else {
        tensors_[tensor] = {file.get(), info};
      }
    }
    files_.push_back(std::move(file));
  }
  if (!missing_tensors.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        index_path, ": tensors not where it says: ", absl::StrJoin(missing_tensors, ", ")));
  }
  return absl::OkStatus();
}

}  // namespace cox
