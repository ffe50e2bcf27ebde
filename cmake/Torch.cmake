# libtorch out of the PyPI wheel, as scripts/setup unpacks it: an imported target `torch::cpu`.
# COX_TORCH_DIR holds include/ and lib/. Torch's headers come last in the search order (-idirafter), because they
# carry old protobuf headers of their own.
set(COX_TORCH_VERSION 2.11.0)
if(NOT COX_TORCH_DIR)
  if(DEFINED ENV{COX_CACHE})
    set(cox_cache $ENV{COX_CACHE})
  elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(cox_cache $ENV{XDG_CACHE_HOME}/coxswain)
  else()
    set(cox_cache $ENV{HOME}/.cache/coxswain)
  endif()
  set(COX_TORCH_DIR ${cox_cache}/libtorch-${COX_TORCH_VERSION})
endif()
if(NOT EXISTS ${COX_TORCH_DIR}/lib/libtorch_cpu.so)
  message(FATAL_ERROR "libtorch ${COX_TORCH_VERSION} is not in ${COX_TORCH_DIR}: run scripts/setup first")
endif()
add_library(torch::cpu INTERFACE IMPORTED GLOBAL)
target_compile_options(torch::cpu INTERFACE
  -idirafter ${COX_TORCH_DIR}/include -idirafter ${COX_TORCH_DIR}/include/torch/csrc/api/include)
# libtorch_cpu.so needs the CUDA runtime and its profiling library even without a GPU.
set(COX_CUDART_DIR ${COX_TORCH_DIR}/cuda CACHE PATH "Folder of libcudart.so.13 and libcupti.so.13")
target_link_libraries(torch::cpu INTERFACE
  -L${COX_TORCH_DIR}/lib -l:libtorch_cpu.so -l:libc10.so
  -Wl,-rpath,${COX_TORCH_DIR}/lib:${COX_CUDART_DIR} -Wl,-rpath-link,${COX_TORCH_DIR}/lib:${COX_CUDART_DIR})
