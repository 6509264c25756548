#pragma once
#include "xpu/context.hpp"
