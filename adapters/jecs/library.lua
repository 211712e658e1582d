-- library.lua loads jecs from node_modules, with the defects mended that are named.
local luau = require("luau")
local mended = require("mended")

return function(here, names)
	local file = here .. "/node_modules/@rbxts/jecs/src/jecs.luau"
	local found, source = pcall(luau.read, file)
	if not found then
		io.stderr:write("jecs is not installed; run: npm ci --prefix adapters/jecs\n")
		os.exit(1)
	end
	return luau.run(mended(source, names), "jecs.luau")
end
