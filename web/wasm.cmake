# SPDX-License-Identifier: MIT
# Toolchain: Debian's clang, lld and wasi-libc make WebAssembly of the engine's C (tools/deps web installs them).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr) # wasi-libc lies in include/wasm32-wasi and lib/wasm32-wasi of it
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
