# For a program that is to be carried elsewhere: puts wgpu-native's library beside it and makes it look there.
function(xpu_copy_runtime target)
  if(APPLE)
    set(origin "@loader_path")
  else()
    set(origin "$ORIGIN")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY BUILD_RPATH "${origin}")
  set_property(TARGET ${target} APPEND PROPERTY INSTALL_RPATH "${origin}")
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "$<TARGET_FILE:wgpu_native>" "$<TARGET_FILE_DIR:${target}>")
endfunction()
