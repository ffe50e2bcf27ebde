// A folder of a test's own, removed with everything in it when the object goes.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "common/base/fs.h"

namespace cox {

class TempDir {
 public:
  TempDir() : path_(::testing::TempDir() + "cox_test_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "cannot make " << path_;
  }
  ~TempDir() { EXPECT_TRUE(RemoveTree(path_).ok()); }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  // Path of `name` below the folder.
  std::string operator/(const std::string& name) const { return JoinPath(path_, name); }

 private:
  std::string path_;
};

}  // namespace cox
