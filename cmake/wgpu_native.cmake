# Makes the imported target `wgpu_native` from .deps/wgpu-native (or -DXPU_WGPU_NATIVE_DIR=…): webgpu.h, wgpu.h and the library.

set(XPU_WGPU_NATIVE_DIR "${PROJECT_SOURCE_DIR}/.deps/wgpu-native" CACHE PATH "Folder of webgpu.h, wgpu.h and the wgpu-native library")

find_file(XPU_WGPU_NATIVE_LIBRARY
  NAMES libwgpu_native-release.so libwgpu_native-release.dylib wgpu_native-release.dll libwgpu_native.so libwgpu_native.dylib
  PATHS "${XPU_WGPU_NATIVE_DIR}" NO_DEFAULT_PATH NO_CACHE)
if(NOT XPU_WGPU_NATIVE_LIBRARY OR NOT EXISTS "${XPU_WGPU_NATIVE_DIR}/webgpu.h")
  message(FATAL_ERROR "wgpu-native is not in ${XPU_WGPU_NATIVE_DIR}. Run ${PROJECT_SOURCE_DIR}/scripts/setup.sh, which fetches it "
    "(pinned by hash), or set XPU_WGPU_NATIVE_DIR to a folder with webgpu.h, wgpu.h and wgpu-native's shared library.")
endif()

add_library(wgpu_native SHARED IMPORTED GLOBAL)
# The library carries no SONAME: without this, its absolute path would be written into every binary.
set_target_properties(wgpu_native PROPERTIES
  IMPORTED_LOCATION "${XPU_WGPU_NATIVE_LIBRARY}"
  IMPORTED_NO_SONAME TRUE
  INTERFACE_INCLUDE_DIRECTORIES "${XPU_WGPU_NATIVE_DIR}")
