-- run.lua runs a program in Luau that requires "@jecs": lua run.lua PROGRAM
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/?.lua;" .. package.path
local luau = require("luau")
luau.run(luau.read(arg[1]), arg[1], { ["@jecs"] = require("library")(here, {}) })
