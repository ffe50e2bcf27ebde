// The weights of a Hugging Face directory, in one file or several. Which file holds which tensor is
// said by model.safetensors.index.json; files it does not name are not looked at.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "common/format/safetensors_reader.h"

namespace cox {

inline constexpr char kWeightsName[] = "model.safetensors";
inline constexpr char kWeightsIndexName[] = "model.safetensors.index.json";

// A tensor and the file it is in. Valid as long as the set.
struct StoredTensor {
  const SafetensorsReader* file = nullptr;
  const TensorInfo* info = nullptr;
};

// Thread-safe.
class SafetensorsSet {
 public:
  // `path` is a folder with kWeightsName or kWeightsIndexName (the first counts if both are there,
  // as for transformers), or a file. Every file is opened and checked. Errors name all missing
  // files at once, and all tensors that are not in the file the index names.
  static absl::StatusOr<std::unique_ptr<SafetensorsSet>> Open(const std::string& path);

  const std::map<std::string, StoredTensor>& tensors() const { return tensors_; }
  // nullptr: no such tensor.
  const StoredTensor* Find(absl::string_view name) const;

 private:
  absl::Status AddFile(const std::string& path);
  absl::Status AddIndexed(const std::string& dir, const std::string& index_path);

  std::vector<std::unique_ptr<SafetensorsReader>> files_;
  std::map<std::string, StoredTensor> tensors_;
};

}  // namespace cox
