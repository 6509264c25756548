# clang-19 to WebAssembly, with Debian's wasi-libc and libc++: a reactor (no main), no exceptions, no RTTI.
# Tail calls keep a long chain of synchronous co_awaits from overflowing the stack. The stack comes first in memory, so that an
# overflow traps instead of overwriting data.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
find_program(XPU_AR NAMES llvm-ar-19 ar REQUIRED)
find_program(XPU_RANLIB NAMES llvm-ranlib-19 ranlib REQUIRED)
set(CMAKE_AR "${XPU_AR}" CACHE FILEPATH "")
set(CMAKE_RANLIB "${XPU_RANLIB}" CACHE FILEPATH "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_CXX_FLAGS_INIT "-msimd128 -mtail-call -fno-exceptions -fno-rtti -stdlib=libc++")
set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
# When linking with -O1 or more, clang runs a wasm-opt that happens to be on PATH. It must not: the web package runs its own,
# pinned one. So the link step says -O0, which changes nothing else (code is generated when compiling).
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor -O0 -Wl,-z,stack-size=1048576 -Wl,--stack-first")
set(CMAKE_EXE_LINKER_FLAGS_RELEASE_INIT "-Wl,--strip-all")

# Headers of the host must not be found; libraries that are only headers come through a folder of their own (CMakeLists.txt).
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
