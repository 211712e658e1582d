-- mended.lua has the known defects of jecs 0.11.0, each with changes that fix it: texts of the library and their replacements. The
-- changes show the causes of findings. They are not meant for a release, because they may be slow.
local names = {} -- in the order of the table
local defects = {}
local function defect(name, ...)
	names[#names + 1] = name
	defects[name] = { ... }
end

-- OnDelete acts for the relationship and OnDeleteTarget for its targets: each has a flag of its own.
defect("one-flag",
	{ "local ECS_ID_IS_TAG = ", "local ECS_ID_DELETE_WITH_TARGET = 16\nlocal ECS_ID_IS_TAG = " },
	{ "if cleanup_policy_target == EcsDelete then\n\t\t\thas_delete = true",
		"if cleanup_policy_target == EcsDelete then\n\t\t\tflags = bit32.bor(flags, ECS_ID_DELETE_WITH_TARGET)" },
	{ "bit32.btest(id_record.flags, ECS_ID_DELETE)", "(bit32.btest(id_record.flags, ECS_ID_DELETE_WITH_TARGET) or " ..
		"deleting[ECS_PAIR_FIRST(id)] and bit32.btest(id_record.flags, ECS_ID_DELETE))" },
	{ "\tlocal function world_delete(", "\tlocal deleting = {}\n\tlocal function world_delete(" },
	{ "local tgt = ECS_PAIR(EcsWildcard, entity)\n", "local tgt = ECS_PAIR(EcsWildcard, entity)\n\t\tdeleting[ECS_ID(entity)] = true\n" },
	{ "\t\tlocal dense = record.dense\n\t\tlocal i_swap", "\t\tdeleting[ECS_ID(entity)] = nil\n\t\tlocal dense = record.dense\n\t\tlocal i_swap" })

-- A change of a trait is seen by the records that are there.
defect("read-once",
	{ "local function world_clear(", [[
	local function traits_changed(relation, id)
		local trait = id
		if ECS_IS_PAIR(id) then trait = entity_index_get_alive(entity_index, ECS_PAIR_FIRST(id)) end
		if trait ~= EcsOnDelete and trait ~= EcsOnDeleteTarget and trait ~= EcsExclusive then return end
		for of, record in component_index do
			if of == relation or ECS_IS_PAIR(of) and ECS_PAIR_FIRST(of) == ECS_ID(relation) then
				component_index[of] = nil
				record.flags = id_record_create(world, component_index, of).flags
				component_index[of] = record
			end
		end
	end
	local function world_clear(]] },
	{ "world.remove = world_remove\n", [[
	world.remove = function(of, entity, id)
		world_remove(of, entity, id)
		traits_changed(entity, id)
	end
]] },
	{ "\tworld.add = world_add\n", [[
	world.add = function(of, entity, id)
		world_add(of, entity, id)
		traits_changed(entity, id)
	end
]] })

-- No number is used again, so no pair mentions the successor of what it named.
defect("successor",
	{ "local next_count = alive_count + 1\n\t\tif alive_count < max_id then", "local next_count = alive_count + 1\n\t\tif false then" })

-- An uncached query searches each time.
defect("searched-once", { "query_archetypes(query::any) :: { Archetype }\n\tlocal last_archetype_u = 1\n\tlocal archetype_u = compatible_archetypes_u[1]\n\tif not archetype_u then\n\t\treturn NOOP",
	"query_archetypes(query::any, true) :: { Archetype }\n\tlocal last_archetype_u = 1\n\tlocal archetype_u = compatible_archetypes_u[1]\n\tif not archetype_u then\n\t\treturn NOOP" })

-- Every pair is filed under (*, *), too.
defect("any-pair", { "\t\t\tlocal t = ECS_PAIR(EcsWildcard, object)\n", [[
			local every = ECS_PAIR(EcsWildcard, EcsWildcard)
			local of_every = id_record_ensure(world, every)
			of_every.size += 1
			archetype_append_to_records(of_every, archetype_id, columns_map, every, i, column)

			local t = ECS_PAIR(EcsWildcard, object)
]] })

-- OnDeleteTarget is exclusive before it has a pair.
defect("two-actions", { "\tworld_add(world, EcsChildOf, ECS_PAIR(EcsOnDeleteTarget, EcsDelete))\n", [[
	world_add(world, EcsOnDeleteTarget, EcsExclusive)
	world_add(world, EcsChildOf, ECS_PAIR(EcsOnDeleteTarget, EcsDelete))
]] })

-- Entities without ids have no rows, so none is lost from the wrong list.
defect("root-rows", { "local function archetype_delete(world: world, archetype: archetype, row: number)\n",
	"local function archetype_delete(world: world, archetype: archetype, row: number)\n\tif archetype == world.ROOT_ARCHETYPE then return end\n" })

-- Archetypes that come while a target is deleted are visited, too.
defect("made-meanwhile",
	{ "\t\tif idr_t then\n", "\t\twhile idr_t do\n" },
	{ "for i = #cache, 1, -1 do \n", "local i = 0\n\t\t\twhile i < #cache do\n\t\t\t\ti += 1\n" },
	{ "\t\t\t\ttable.clear(to_remove)\n\t\t\tend\n", "\t\t\t\ttable.clear(to_remove)\n\t\t\tend\n" ..
		"\t\t\tlocal again = component_index[tgt]\n\t\t\tif again == idr_t then break end\n\t\t\tidr_t = again\n" })

-- What one archetype loses is not what the next one loses.
defect("ids-of-another", { "archetype_destroy(world, idr_t_archetype)\n\t\t\t\t\tcontinue",
	"archetype_destroy(world, idr_t_archetype)\n\t\t\t\t\ttable.clear(to_remove)\n\t\t\t\t\tcontinue" })

-- A list is shorter after a deletion that took more than one.
defect("list-shrinks", { "world_delete(world, entities[i])", "if entities[i] then world_delete(world, entities[i]) end" },
	{ "world_delete(world, entities[row])", "if entities[row] then world_delete(world, entities[row]) end" })

-- A way to an archetype is remembered only where the archetype's end forgets it.
defect("lost-archetype", { "to = archetype_ensure(world, dst)\n\t\t\tedge[id] = to\n", "to = archetype_ensure(world, dst)\n" })

-- A record of a wildcard ends with the last pair.
defect("dead-policy", { "\t\tidr.counts[archetype_id] = nil\n\t\tidr.size -= 1\n",
	"\t\tidr.size -= idr.counts[archetype_id]\n\t\tidr.counts[archetype_id] = nil\n" })

-- bulk_insert is a sequence of add and set.
defect("bulk-insert", { "\tlocal entity_index = world.entity_index\n\tlocal r = entity_index_try_get(entity_index, entity)\n\tif not r then\n\t\treturn\n\tend\n\tlocal from = r.archetype\n\tlocal component_index = world.component_index\n\tif from == world.ROOT_ARCHETYPE then\n", [[
	for i, id in ids do
		if values[i] == nil then world.add(world, entity, id) else world.set(world, entity, id, values[i]) end
	end
	do return end
	local entity_index = world.entity_index
	local r = entity_index_try_get(entity_index, entity)
	local from = r.archetype
	local component_index = world.component_index
	if from == world.ROOT_ARCHETYPE then
]] })

local function replace(source, old, new)
	local out, at, found = {}, 1, false
	while true do
		local first, last = source:find(old, at, true)
		if not first then break end
		found = true
		out[#out + 1] = source:sub(at, first - 1) .. new
		at = last + 1
	end
	if not found then error("the library has no longer: " .. old) end
	return table.concat(out) .. source:sub(at)
end

return function(source, chosen)
	for _, name in ipairs(chosen) do
		if not defects[name] then
			io.stderr:write("--mended " .. tostring(name) .. ": unknown defect; use one of " .. table.concat(names, ", ") .. "\n")
			os.exit(1)
		end
	end
	for _, name in ipairs(names) do -- each at most once, in one order
		for _, wanted in ipairs(chosen) do
			if wanted == name then
				for _, change in ipairs(defects[name]) do source = replace(source, change[1], change[2]) end
				break
			end
		end
	end
	return source
end
