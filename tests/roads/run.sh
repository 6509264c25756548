#!/usr/bin/env bash
# Proves the kernels on every native road to a device that this machine has: SwiftShader, lavapipe, its own GPU, and the host without
# a device. What each road can do is compared with tests/roads.json; then come the golden files and the doctor. The page's roads,
# Chromium and Firefox, are tested in web/. Needs build/xpu. The last line is: N passed, N failed[, N skipped].
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
. scripts/gpu-env.sh
exec python3 tests/roads/roads.py
