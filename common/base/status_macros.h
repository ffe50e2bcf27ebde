// Return early on an error. The expression is evaluated once.
//
//   COX_RETURN_IF_ERROR(file.Sync());
//   COX_ASSIGN_OR_RETURN(std::string text, ReadFile(path));
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define COX_RETURN_IF_ERROR(expr)                                              \
  do {                                                                         \
    if (absl::Status cox_status = (expr); !cox_status.ok()) return cox_status; \
  } while (false)

#define COX_ASSIGN_OR_RETURN(lhs, expr) \
  COX_ASSIGN_OR_RETURN_IMPL_(COX_CONCAT_(cox_statusor_, __LINE__), lhs, expr)

#define COX_CONCAT_INNER_(a, b) a##b
#define COX_CONCAT_(a, b) COX_CONCAT_INNER_(a, b)
#define COX_ASSIGN_OR_RETURN_IMPL_(var, lhs, expr) \
  auto var = (expr);                               \
  if (!var.ok()) return std::move(var).status();   \
  lhs = *std::move(var)
