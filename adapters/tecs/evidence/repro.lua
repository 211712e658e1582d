-- The defects of Tecs with the library alone: luajit repro.lua FOLDER [NAME], where FOLDER holds tecs/init.lua.
package.path = arg[1] .. "/?.lua;" .. arg[1] .. "/?/init.lua;" .. package.path
local tecs = require("tecs")
local world, declared = nil, 0
local function relationship(config)
	declared = declared + 1
	config.name = "R" .. declared
	return tecs.newRelationship(config)
end
local function show(what, want, got) print(what .. ": expected " .. tostring(want) .. ", actual " .. tostring(got)) end

local defects = {}

defects["payload-of-first"] = function()
	local R = relationship { container = {}, fields = { "x" } }
	local a = world:spawn()
	world:set(a, R(a, 1))
	world:set(a, R(a, 2))
	show("x of (R, a) on a", 2, world:get(a, R).x)
end

defects["edge-to-the-dead"] = function()
	local R = relationship {}
	local a, b = world:spawn(), world:spawn()
	world:set(a, R(b))
	world:despawn(b)
	show("a has R", false, world:has(a, R))
end

defects["remove-takes-the-tag"] = function()
	local R = relationship {}
	local a = world:spawn()
	world:set(a, R(a))
	world:remove(a, R)
	show("a has (R, a)", false, world:has(a, R(a)))
end

defects["stale-after-load"] = function()
	local ChildOf = tecs.builtins.ChildOf
	local a, b = world:spawn(), world:spawn()
	world:set(b, ChildOf(a))
	local saved = world:saveSnapshot()
	world:set(b, ChildOf(b))
	world:loadSnapshot(saved)
	show("the parent of b", a, world:get(b, ChildOf).target)
end

defects["index-lost-by-load"] = function()
	local R = relationship { reverseIndex = true }
	local a = world:spawn()
	world:set(a, R(a))
	world:loadSnapshot(world:saveSnapshot())
	local sources = 0
	world:targets(a, R, function() sources = sources + 1 end)
	show("sources of (R, a)", 1, sources)
end

defects["removed-early"] = function()
	local R = relationship { sparse = true }
	local a = world:spawn()
	world:set(a, R(a))
	world:defer()
	world:remove(a, R(a))
	show("a has (R, a)", true, world:has(a, R(a)))
end

defects["linked-early"] = function()
	local R = relationship { reverseIndex = true }
	local a = world:spawn()
	world:defer()
	world:set(a, R(a))
	local sources = 0
	world:targets(a, R, function() sources = sources + 1 end)
	show("sources of (R, a)", 0, sources)
end

defects["child-outlives-parent"] = function()
	local ChildOf = tecs.builtins.ChildOf
	local a, b = world:spawn(), world:spawn()
	world:defer()
	world:set(b, ChildOf(a))
	world:despawn(a)
	world:commit()
	show("b is alive", false, world:isAlive(b))
end

defects["replacing-is-heard"] = function()
	local R = relationship { exclusive = true }
	local a = world:spawn()
	local b = world:spawn(R(a))
	local heard = 0
	local function hear() heard = heard + 1 end
	world:query { include = { R }, onEntitiesAdded = hear, onEntitiesRemoved = hear }
	heard = 0
	world:set(b, R(b))
	show("callbacks", 0, heard)
end

defects["walk-up-one-less"] = function()
	local ChildOf = tecs.builtins.ChildOf
	local a = world:spawn()
	local b = world:spawn(ChildOf(a))
	show("walkUp ends well", true, (pcall(world.walkUp, world, b, ChildOf, function() end, nil, 1)))
end

defects["refused-set-defers"] = function()
	local ChildOf = tecs.builtins.ChildOf
	local a, b = world:spawn(), world:spawn()
	world:despawn(a)
	pcall(world.set, world, a, ChildOf(b))
	world:set(b, ChildOf(b))
	show("b has ChildOf", true, world:has(b, ChildOf))
end

defects["set-without-target"] = function()
	local R = relationship {}
	local a = world:spawn()
	show("set is refused", false, (pcall(world.set, world, a, R)))
end

for name, shown in pairs(defects) do
	if not arg[2] or arg[2] == name then
		if not arg[2] then print(name) end
		world = tecs.newWorld()
		shown()
	end
end
