#include "common/format/safetensors_header.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <tuple>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/base/status.h"
#include "common/base/status_macros.h"
#include "common/format/json.h"

namespace cox {
namespace {

constexpr char kMetadataKey[] = "__metadata__";

absl::Status TensorError(absl::string_view name, absl::string_view fault) {
  return absl::InvalidArgumentError(absl::StrCat("tensor \"", name, "\": ", fault));
}

absl::StatusOr<std::map<std::string, std::string>> ParseMetadata(const nlohmann::json& json) {
  std::map<std::string, std::string> metadata;
  if (!json.is_object()) return absl::InvalidArgumentError("__metadata__ is not an object");
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string()) {
      return absl::InvalidArgumentError(
          absl::StrCat("__metadata__: value of \"", key, "\" is not a string"));
    }
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

// A list of whole numbers from 0 to 2^63-1.
std::optional<std::vector<int64_t>> ParseSizes(const nlohmann::json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || !it->is_array()) return std::nullopt;
  std::vector<int64_t> sizes;
  for (const nlohmann::json& size : *it) {
    if (!size.is_number_unsigned() || size.get<uint64_t>() > INT64_MAX) return std::nullopt;
    sizes.push_back(size.get<int64_t>());
  }
  return sizes;
}

// Offsets of the result still count from the end of the header.
absl::StatusOr<TensorInfo> ParseTensor(const std::string& name, const nlohmann::json& entry) {
  if (!entry.is_object()) return TensorError(name, "its entry is not an object");
  const auto dtype_name = entry.find("dtype");
  if (dtype_name == entry.end() || !dtype_name->is_string()) {
    return TensorError(name, "no dtype, or one that is not a string");
  }
  const std::optional<DType> dtype = DTypeFromName(dtype_name->get<std::string>());
  if (!dtype) {
    return TensorError(name, absl::StrCat("unknown dtype \"", dtype_name->get<std::string>(),
                                          "\" (F32, BF16, F16, I64, ... are known)"));
  }
  const std::optional<std::vector<int64_t>> shape = ParseSizes(entry, "shape");
  if (!shape) return TensorError(name, "no shape, or one that is not a list of whole numbers");
  const std::optional<std::vector<int64_t>> offsets = ParseSizes(entry, "data_offsets");
  if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1]) {
    return TensorError(name, "data_offsets is not a pair [begin, end] with begin <= end");
  }
  const std::optional<uint64_t> size_bytes = TensorBytes(*dtype, *shape);
  if (!size_bytes) return TensorError(name, "its shape has more than 2^63-1 bytes");
  TensorInfo info{name, *dtype, *shape, static_cast<uint64_t>((*offsets)[0]), *size_bytes};
  const uint64_t span_bytes = static_cast<uint64_t>((*offsets)[1] - (*offsets)[0]);
  if (span_bytes != *size_bytes) {
    return TensorError(
        name, absl::StrCat(DTypeName(*dtype), " [", absl::StrJoin(*shape, ", "), "] takes ",
                           *size_bytes, " bytes, but data_offsets give it ", span_bytes));
  }
  return info;
}

// The tensors' bytes follow each other and fill the file.
absl::Status CheckLayout(const std::vector<TensorInfo>& tensors, uint64_t data_bytes) {
  uint64_t end = 0;
  const TensorInfo* before = nullptr;
  for (const TensorInfo& tensor : tensors) {
    if (tensor.offset_bytes < end) {
      return TensorError(tensor.name, absl::StrCat("overlaps tensor \"", before->name, "\""));
    }
    if (tensor.offset_bytes > end) {
      return TensorError(tensor.name,
                         absl::StrCat("a hole of ", tensor.offset_bytes - end, " bytes before it"));
    }
    end = tensor.offset_bytes + tensor.size_bytes;
    before = &tensor;
  }
  if (end > data_bytes) {
    return absl::InvalidArgumentError(absl::StrCat("truncated: the header announces ", end,
                                                   " bytes of tensors, the file holds ", data_bytes,
                                                   " (an interrupted copy or download?)"));
  }
  if (end < data_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(data_bytes - end, " bytes after the last tensor that belong to none"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SafetensorsHeader> ParseSafetensorsHeader(absl::string_view header,
                                                         uint64_t file_size_bytes) {
  absl::StatusOr<nlohmann::json> json = ParseJson(header);
  if (!json.ok()) return Annotate(json.status(), "header");
  if (!json->is_object()) return absl::InvalidArgumentError("header: not a JSON object");
  SafetensorsHeader out;
  for (const auto& [name, entry] : json->items()) {
    if (name == kMetadataKey) {
      COX_ASSIGN_OR_RETURN(out.metadata, ParseMetadata(entry));
      continue;
    }
    COX_ASSIGN_OR_RETURN(TensorInfo info, ParseTensor(name, entry));
    out.tensors.push_back(std::move(info));
  }
  // Empty tensors share their offset with the tensor after them.
  std::sort(out.tensors.begin(), out.tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    return std::tie(a.offset_bytes, a.size_bytes) < std::tie(b.offset_bytes, b.size_bytes);
  });
  const uint64_t data_begin = kSafetensorsPrefixBytes + header.size();
  COX_RETURN_IF_ERROR(CheckLayout(out.tensors, file_size_bytes - data_begin));
  for (TensorInfo& info : out.tensors) info.offset_bytes += data_begin;
  return out;
}

absl::StatusOr<std::string> FormatSafetensorsHeader(
    std::vector<TensorInfo>& tensors, const std::map<std::string, std::string>& metadata) {
  // Written in file order, as the reference implementation does.
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!metadata.empty()) json[kMetadataKey] = metadata;
  std::set<std::string> names;
  uint64_t end = 0;
  for (TensorInfo& tensor : tensors) {
    if (tensor.name == kMetadataKey) return TensorError(tensor.name, "the name is reserved");
    if (!names.insert(tensor.name).second) return TensorError(tensor.name, "declared twice");
    const std::optional<uint64_t> size_bytes = TensorBytes(tensor.dtype, tensor.shape);
    if (!size_bytes) return TensorError(tensor.name, "its shape is no shape");
    tensor.offset_bytes = end;
    tensor.size_bytes = *size_bytes;
    end += *size_bytes;
  }
  for (const TensorInfo& tensor : tensors) {
    json.push_back(
        {tensor.name,
         {{"dtype", std::string(DTypeName(tensor.dtype))},
          {"shape", tensor.shape},
          {"data_offsets", {tensor.offset_bytes, tensor.offset_bytes + tensor.size_bytes}}}});
  }
  std::string header;
  try {
    header = json.dump();
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("a tensor's name or the metadata is not UTF-8");
  }
  header.append((8 - header.size() % 8) % 8, ' ');
  if (header.size() > kMaxSafetensorsHeaderBytes) {
    return absl::InvalidArgumentError(absl::StrCat("a header of ", header.size(),
                                                   " bytes is longer than the format allows (",
                                                   kMaxSafetensorsHeaderBytes, ")"));
  }
  std::string out(kSafetensorsPrefixBytes, '\0');
  for (size_t i = 0; i < kSafetensorsPrefixBytes; ++i) {
    out[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  }
  out += header;
  for (TensorInfo& tensor : tensors) tensor.offset_bytes += out.size();
  return out;
}

std::string DescribeForeignFile(absl::string_view first_bytes) {
  if (absl::StartsWith(first_bytes, "version https://git-lfs")) {
    return "a Git LFS pointer in place of the file: run `git lfs pull` where it was cloned";
  }
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(first_bytes);
  if (absl::StartsWithIgnoreCase(text, "<!doctype") || absl::StartsWithIgnoreCase(text, "<html") ||
      absl::StartsWith(text, "<?xml")) {
    return "a web page (HTML) in place of the file: the download went wrong, fetch it again";
  }
  if (absl::StartsWith(first_bytes, "PK\x03\x04")) {
    return "a zip archive, perhaps a PyTorch .bin file: save it as safetensors";
  }
  if (absl::StartsWith(text, "{")) return "JSON text without the 8 bytes of header length";
  return "";
}

}  // namespace cox
