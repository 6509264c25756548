# Sourced (POSIX sh): picks a Vulkan driver where the user has not. On a machine without a GPU that is SwiftShader, out of
# Chromium, and it says so once. VK_ICD_FILENAMES or VK_DRIVER_FILES, when set, are left alone.

xpu_has_gpu() {
  for xpu_node in /dev/dri/renderD* /dev/nvidia[0-9]* /dev/dxg /dev/mali* /usr/share/vulkan/icd.d/nvidia* /etc/vulkan/icd.d/nvidia*; do
    [ -e "$xpu_node" ] && return 0
  done
  return 1
}

if [ -z "${VK_ICD_FILENAMES:-}${VK_DRIVER_FILES:-}" ]; then
  xpu_swiftshader=/usr/lib/chromium/vk_swiftshader_icd.json
  xpu_nvidia=/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json # where some containers mount the driver
  if [ -e /dev/nvidia0 ] && [ -e "$xpu_nvidia" ]; then
    export VK_DRIVER_FILES="$xpu_nvidia"
  elif ! xpu_has_gpu && [ -e "$xpu_swiftshader" ]; then
    export VK_ICD_FILENAMES="$xpu_swiftshader"
    xpu_quick=--quick # for the bench: all shapes of all operators take a processor very long, and say nothing about a GPU
    echo "No GPU found: using SwiftShader, a software Vulkan (VK_ICD_FILENAMES overrides this)." >&2
  fi
  unset xpu_swiftshader xpu_nvidia xpu_node
fi
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then export XDG_RUNTIME_DIR=/tmp; fi
