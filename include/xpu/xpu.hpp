#pragma once
// Everything: devices, tensors, operators, and what reads models.
#include "xpu/chat_template.hpp"
#include "xpu/constraint.hpp"
#include "xpu/context.hpp"
#include "xpu/gguf.hpp"
#include "xpu/kernel.hpp"
#include "xpu/log.hpp"
#include "xpu/mapped_file.hpp"
#include "xpu/native.hpp"
#include "xpu/ops.hpp"
#include "xpu/profile.hpp"
#include "xpu/safetensors.hpp"
#include "xpu/tokenizer.hpp"
