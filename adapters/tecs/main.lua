-- Tecs behind the protocol of relspec. Start: luajit main.lua FOLDER, where FOLDER holds tecs/init.lua; or TECS in the environment.
local here = arg[0]:match("^(.*)[/\\]") or "."
local library = arg[1] or os.getenv("TECS") or here .. "/build"
package.path = here .. "/../lua/?.lua;" .. library .. "/?.lua;" .. library .. "/?/init.lua;" .. package.path
local found, tecs = pcall(require, "tecs")
if not found then
	io.stderr:write("there is no Tecs in " .. library .. ": adapters/tecs/README.md says where to get it\n" .. tostring(tecs):sub(1, 300) .. "\n")
	os.exit(1)
end
local protocol = require("protocol")
local refuse, unsupported, array, object, null = protocol.refuse, protocol.unsupported, protocol.array, protocol.object, protocol.null

local world
local things, by_id -- what has a handle, by handle, and entities by number
local queries, observers, log, snapshots
local depth, commands, failures -- of deferral

-- call is a call of the library. What it raises is a refusal.
local function call(f, ...)
	local results = { pcall(f, ...) }
	if results[1] then return unpack(results, 2, table.maxn(results)) end
	if type(results[2]) == "table" and results[2].code then error(results[2], 0) end
	refuse("invalid", "the library threw: " .. tostring(results[2]))
end

-- ---- from the protocol to the library

local function thing(handle) return things[protocol.text(handle)] or refuse("unresolved", "there is no " .. handle) end

-- entity is one that is asked about or changed. The library says what becomes of dead ones.
local function entity(handle)
	if protocol.wildcard(protocol.text(handle)) then refuse("invalid", "a wildcard is no entity") end
	local of = thing(handle)
	if of.kind ~= "entity" then refuse("invalid", handle .. " is no entity") end
	return of
end

local function handle_of(id)
	local of = by_id[tonumber(id)]
	return of and of.handle or "?"
end

local function relationship(handle)
	local of = thing(handle)
	if of.kind ~= "relationship" then refuse("invalid", handle .. " is no relationship") end
	return of
end

-- indexed is a relationship whose sources the library can find; it does not refuse others.
local function indexed(handle)
	local of = relationship(handle)
	if not of.reverse then unsupported("without an index the library finds nothing") end
	return of
end

-- read is an id: first, and second unless it is of a component or of any target.
local function read(id)
	local parts = protocol.elements(id)
	for _, part in ipairs(parts) do
		if not protocol.wildcard(part) then thing(part) end
	end
	if protocol.wildcard(parts[1]) then refuse("invalid", "no wildcard can stand there") end
	local out = { first = thing(parts[1]) }
	if out.first.kind == "entity" then refuse("invalid", parts[1] .. " is no component or relationship") end
	if out.first.kind == "component" then
		if parts[2] then refuse("invalid", parts[1] .. " is a component") end
		return out
	end
	out.any = not parts[2] or protocol.wildcard(parts[2])
	if not out.any then out.second = entity(parts[2]) end
	return out
end

local function plain(value)
	if value == null then return nil end
	if type(value) == "table" then refuse("invalid", "a field takes a number, a text, a truth value or null") end
	return value
end

-- edge makes what is set: R(t, ...), R.new{...}, or a component with its value.
local function edge(id, request)
	local of, args, value = id.first, request.args, request.value
	if args ~= nil and value ~= nil then refuse("invalid", "both value and args") end
	if of.kind == "component" then
		if args then refuse("invalid", "a component has no positions") end
		if not of.members then
			if value ~= nil and next(value) ~= nil then refuse("invalid", "there are no members") end
			return of.container
		end
		local data = {}
		for name, given in pairs(value or {}) do
			local kind = of.members[name] or refuse("invalid", "there is no member " .. tostring(name))
			local wanted = type(kind == "string" and "" or kind == "bool" or 0)
			if kind == "entity" or type(given) ~= wanted or wanted == "number" and kind ~= "f64" then
				unsupported("the library does not check the types of members")
			end
			data[name] = given
		end
		return call(of.container.new, data)
	end
	if protocol.is_array(request.id) and not id.second then refuse("invalid", "an edge needs a target") end
	if id.any then return of.container end -- the library says whether a target is needed
	if args ~= nil then
		if not protocol.is_array(args) then refuse("syntax", "args is a list") end
		if #args > #of.fields then unsupported("the library ignores what is too much") end
		local list = {}
		for i = 1, #args do list[i] = plain(args[i]) end
		return call(of.container, id.second.id, unpack(list, 1, #args))
	end
	if value == nil then return call(of.container, id.second.id) end
	local data = { target = id.second.id }
	for name, given in pairs(value) do
		if not of.known[name] then unsupported("the library ignores what it does not know") end
		data[name] = plain(given)
	end
	return call(of.container.new, data)
end

-- key is what the library takes where an edge is asked for or removed.
local function key(id)
	local of = id.first
	if of.kind == "component" or id.any then return of.container end
	if of.required then unsupported("an edge is named without its fields") end
	if of.container.targeting then return call(of.container.targeting, of.container, id.second.id) end
	return call(of.container, id.second.id)
end

-- ---- from the library to the protocol

local exact = { __tojson = function(self) return string.format("%.17g", self[1]) end } -- dkjson writes 14 digits
local function written(value)
	if value == nil then return null end
	if type(value) == "number" and value % 1 ~= 0 then return setmetatable({ value }, exact) end
	return value
end

local function edge_value(of, instance)
	local out = object { target = handle_of(instance.target) }
	for _, field in ipairs(of.fields) do out[field] = written(instance[field]) end
	return out
end

local function component_value(of, instance)
	local out = object()
	for name in pairs(of.members or {}) do out[name] = written(instance[name]) end
	return out
end

-- instances are the edges of an entity, in no order.
local function instances(id, of)
	local out = {}
	if not world:isAlive(id) then return out end
	if of.sparse then
		local held = call(world.get, world, id, of.container)
		if held ~= nil and of.exclusive then return { held } end
		for _, instance in pairs(held or {}) do out[#out + 1] = instance end
		return out
	end
	world:forEachArchetype(function(archetype)
		for row = 1, archetype.entities[0] do
			if tonumber(archetype.entities[row]) == id then
				archetype:forEachRelationship(of.container, row, function(instance) out[#out + 1] = instance end)
			end
		end
	end)
	return out
end

-- only_edge is the edge to the first target. Which is the first of several the library does not say.
local function only_edge(id, of)
	local all = instances(id, of)
	if #all > 1 then unsupported("the first of several targets may be any") end
	return all[1]
end

-- ---- operations

local handlers = {}

local queried = { "query", "not", "prepared" }
local info = {
	implementation = "tecs", version = "2026-07-13", language = "Lua", protocol = 1, profiles = { "tecs" },
	capabilities = {
		world = {
			"entities", "recycling", "components", "pairs", "pair_data", "wildcards", "declared_relationships", "child_of",
			"exclusive", "sparse", "cleanup", "hierarchy", "snapshot", "dump", "defer", "observers",
		},
		filter = queried, cached = queried, rule = queried,
	},
	partly = { "entities", "components", "pairs", "pair_data", "wildcards", "declared_relationships", "hierarchy", "snapshot", "observers" },
}
function handlers.hello() return { info = info } end
function handlers.note() end
function handlers.quit() end

-- Declarations outlive worlds in the library, so those without fields are used again. An edge with fields is kept by it for
-- ever, so a relationship with fields is declared anew.
local pool, used, declared = {}, {}, 0
local function take(kind, make)
	pool[kind] = pool[kind] or {}
	used[kind] = (used[kind] or 0) + 1
	local list = pool[kind]
	list[used[kind]] = list[used[kind]] or make()
	return list[used[kind]]
end
local function new_name(kind)
	declared = declared + 1
	return kind .. declared
end

function handlers.reset(request)
	local profile = request.profile or "flecs-3"
	if profile ~= info.profiles[1] then unsupported("there is no profile " .. tostring(profile) .. " here") end
	if request.options and next(request.options) then unsupported("there are no options") end
	if world then pcall(world.shutdown, world) end
	things, by_id, queries, observers, log, snapshots, used = {}, {}, {}, {}, {}, {}, {}
	depth, commands, failures = 0, 0, {}
	collectgarbage()
	world = tecs.newWorld({ maxEntities = 4096 })
	things.ChildOf = {
		handle = "ChildOf", kind = "relationship", container = tecs.builtins.ChildOf, fields = {}, known = {}, sparse = true,
		exclusive = true, reverse = true,
	}
end

function handlers.relationship(request)
	protocol.check_new(request.entity, things)
	local fields, known = request.fields or {}, {}
	for _, field in ipairs(fields) do
		if known[protocol.text(field)] or field == "target" or not loadstring("return {" .. field .. " = 1}") then
			unsupported("the library does not check the names of fields")
		end
		known[field] = true
	end
	local defaults, required = request.defaults or {}, request.require or {}
	if #defaults > #fields then unsupported("the library ignores what is too much") end
	for _, field in ipairs(required) do
		if not known[field] then refuse("invalid", "there is no field " .. tostring(field)) end
	end
	local function make()
		local config = {
			name = new_name("R"), exclusive = request.exclusive, sparse = request.sparse, reverseIndex = request.reverse_index,
			cascadeDelete = request.cascade_delete, transient = request.transient,
		}
		if #fields > 0 then
			config.container, config.fields, config.defaults = {}, {}, {}
			for i, field in ipairs(fields) do config.fields[i], config.defaults[i] = field, plain(defaults[i]) end
		end
		if #required > 0 then
			config.init = function(instance)
				for _, field in ipairs(required) do assert(instance[field] ~= nil, field .. " is required") end
			end
		end
		if request.serialize then
			config.serialize = function(instance)
				local data = { target = tonumber(instance.target) }
				for field in pairs(known) do data[field] = instance[field] end
				return data
			end
		end
		return call(tecs.newRelationship, config)
	end
	local kind = {}
	for i, name in ipairs { "exclusive", "sparse", "reverse_index", "cascade_delete", "transient", "serialize" } do
		kind[i] = tostring(request[name] or false)
	end
	things[request.entity] = {
		handle = request.entity, kind = "relationship", container = #fields > 0 and make() or take(table.concat(kind, " "), make),
		fields = fields, known = known, sparse = request.sparse, exclusive = request.exclusive, reverse = request.reverse_index,
		transient = request.transient, required = #required > 0,
	}
end

local zero = { f32 = 0, f64 = 0, i32 = 0, i64 = 0, bool = false, string = "" }

function handlers.component(request)
	protocol.only(request, "a component", "entity", "members")
	protocol.check_new(request.entity, things)
	local members, fields, defaults = {}, {}, {}
	for i, member in ipairs(request.members or {}) do
		if members[member[1]] then refuse("invalid", "a member twice") end
		if member[2] ~= "entity" and zero[member[2]] == nil then refuse("invalid", "there is no such type") end
		members[member[1]], fields[i], defaults[i] = member[2], member[1], zero[member[2]]
	end
	local of = { handle = request.entity, kind = "component", members = #fields > 0 and members or nil }
	if of.members then
		of.container = {}
		call(tecs.newComponent, { name = new_name("C"), container = of.container, fields = fields, defaults = defaults })
	else
		of.container = take("tag", function() return call(tecs.newTagComponent, { name = new_name("T") }) end)
	end
	things[request.entity] = of
end

local function living_target(id)
	if id.second and not (world:isAlive(id.second.id) or id.second.staged) then refuse("not_alive", "the target was deleted") end
end

function handlers.entity(request)
	protocol.only(request, "an entity", "entity", "ids")
	protocol.check_new(request.entity, things)
	local list = {}
	for i, written_id in ipairs(request.ids or {}) do
		local id = read(written_id)
		if id.any then refuse("invalid", "an edge needs a target") end
		living_target(id)
		list[i] = edge(id, {})
	end
	local id = tonumber(call(world.spawn, world, unpack(list)))
	by_id[id] = { handle = request.entity, kind = "entity", id = id, staged = depth > 0 }
	things[request.entity] = by_id[id]
end

function handlers.delete(request) call(world.despawn, world, entity(request.entity).id) end

function handlers.alive(request)
	if protocol.wildcard(protocol.text(request.entity)) then refuse("invalid", "a wildcard is no entity") end
	local of = things[request.entity]
	if of and of.kind ~= "entity" then refuse("invalid", request.entity .. " is no entity") end
	return { value = of ~= nil and world:isAlive(of.id) }
end

-- A set that fails while the world is deferred is told at its end.
function handlers.set(request)
	local of, id = entity(request.entity), read(request.id)
	living_target(id)
	commands = commands + 1
	local fine, made = pcall(edge, id, request)
	if not fine then
		if depth == 0 or made.code ~= "invalid" or id.first.kind == "component" then error(made, 0) end
		failures[#failures + 1] = { command = commands, error = made, op = "set", entity = request.entity, id = request.id }
		return
	end
	if not world:isAlive(of.id) and not of.staged then
		local done, why = pcall(world.set, world, of.id, made)
		if not done then refuse("not_alive", tostring(why)) end
		return
	end
	call(world.set, world, of.id, made)
end

function handlers.remove(request)
	local of, id = entity(request.entity), read(request.id)
	call(world.remove, world, of.id, key(id))
end

function handlers.has(request)
	local of, id = entity(request.entity), read(request.id)
	return { value = call(world.has, world, of.id, key(id)) and true or false }
end

function handlers.get(request)
	local of, id = entity(request.entity), read(request.id)
	if id.any then
		local first = only_edge(of.id, id.first)
		return { value = first and edge_value(id.first, first) or null }
	end
	local value = call(world.has, world, of.id, key(id)) and call(world.get, world, of.id, key(id))
	if id.first.kind == "component" then
		if not call(world.has, world, of.id, key(id)) then return { value = null } end
		return { value = component_value(id.first, value) }
	end
	return { value = value and edge_value(id.first, value) or null }
end

function handlers.target(request)
	local of, relation = entity(request.entity), relationship(request.relationship)
	local first = only_edge(of.id, relation)
	if (request.index or 0) > 0 then first = nil end
	return { value = first and handle_of(first.target) or null }
end

function handlers.targets(request)
	local of, relation, out = entity(request.entity), relationship(request.relationship), array()
	for i, instance in ipairs(instances(of.id, relation)) do out[i] = handle_of(instance.target) end
	return { values = out }
end

function handlers.sources(request)
	local of, relation, out = entity(request.entity), indexed(request.relationship), array()
	call(world.targets, world, of.id, relation.container, function(source) out[#out + 1] = handle_of(source) end)
	return { values = out }
end

function handlers.traverse(request)
	protocol.only(request, "traverse", "entity", "relationship")
	local of, relation = entity(request.entity), indexed(request.relationship or "ChildOf")
	if not relation.exclusive then unsupported("the library gives an entity once for each way to it") end
	local values, depths, met = array(), array(), {}
	call(function()
		for at, id in world:traverse(of.id, relation.container) do
			if met[tonumber(id)] then unsupported("the library does not end on a cycle") end
			met[tonumber(id)] = true
			values[#values + 1], depths[#depths + 1] = handle_of(id), tonumber(at)
		end
	end)
	return { values = values, depths = depths }
end

function handlers.walk_up(request)
	local of, relation = entity(request.entity), indexed(request.relationship or "ChildOf")
	if not relation.exclusive then unsupported("the first of several targets may be any") end
	local most, take_ = request.max_depth, request.take
	if (most or 0) < 0 or (take_ or 0) < 0 then refuse("invalid", "below zero") end
	local out = array()
	local done, why = pcall(world.walkUp, world, of.id, relation.container, function(id)
		out[#out + 1] = handle_of(id)
		if #out == take_ then return false end
	end, nil, most ~= 0 and most or nil)
	if not done then refuse(tostring(why):find("exceeded maxDepth", 1, true) and "limit" or "invalid", tostring(why)) end
	return { values = out }
end

function handlers.defer_begin()
	if depth == 0 then commands, failures = 0, {} end
	call(world.defer, world)
	depth = depth + 1
end

function handlers.defer_end()
	if depth == 0 then refuse("invalid", "the world is not deferred") end
	depth = depth - 1
	call(world.commit, world)
	if depth > 0 then return { failures = array() } end
	for _, of in pairs(things) do of.staged = nil end
	local told = array(failures)
	commands, failures = 0, {}
	return { failures = told }
end

function handlers.snapshot(request)
	if depth > 0 then refuse("invalid", "the world is deferred") end
	for _, of in pairs(things) do
		if of.kind == "relationship" and of.sparse and not of.exclusive and not of.transient then
			unsupported("the library refuses to save sparse relationships with several targets")
		end
	end
	local kept = {}
	for handle, of in pairs(things) do
		if of.kind == "entity" then kept[handle] = of.id end
	end
	snapshots[request.as] = { data = tostring(call(world.saveSnapshot, world).buffer), entities = kept }
end

local function name_events()
	for _, event in ipairs(log) do
		if event.number then event.entity, event.number = handle_of(event.number), nil end
	end
end

function handlers.restore(request)
	local saved = snapshots[request.as] or refuse("unresolved", "no snapshot is named " .. tostring(request.as))
	if depth > 0 then refuse("invalid", "the world is deferred") end
	call(world.loadSnapshot, world, saved.data)
	for handle, of in pairs(things) do
		if of.kind == "entity" and not saved.entities[handle] then things[handle] = nil end
	end
	for handle, id in pairs(saved.entities) do
		things[handle] = { handle = handle, kind = "entity", id = id }
		by_id[id] = things[handle]
	end
	name_events()
end

local function before(a, b) return a.key < b.key end

local function dumped(id)
	local list = {}
	for handle, of in pairs(things) do
		if of.kind == "component" and call(world.has, world, id, of.container) then
			local value = of.members and component_value(of, call(world.get, world, id, of.container))
			list[#list + 1] = { key = "1" .. handle, id = value and { id = handle, value = value } or handle }
		elseif of.kind == "relationship" then
			local edges = instances(id, of)
			for _, instance in ipairs(edges) do
				local value = edge_value(of, instance)
				local pair = array { handle, value.target }
				value.target = nil
				list[#list + 1] = { key = "2" .. handle .. "\n" .. pair[2], id = #of.fields > 0 and { id = pair, value = value } or pair }
			end
			if #edges == 0 and call(world.has, world, id, of.container) then -- shown, so that it is compared
				list[#list + 1] = { key = "2" .. handle, id = array { handle, "?" } }
			end
		end
	end
	table.sort(list, before)
	local out = array()
	for i, item in ipairs(list) do out[i] = item.id end
	return out
end

function handlers.dump()
	local list = array()
	for handle, of in pairs(things) do
		if of.kind == "entity" and world:isAlive(of.id) then
			list[#list + 1] = { key = handle, entity = handle, ids = dumped(of.id) }
		end
	end
	table.sort(list, before)
	for _, item in ipairs(list) do item.key = nil end
	return { dump = { entities = list } }
end

local function compile(request, ...)
	protocol.only(request, "a query", "terms", "kind", ...)
	local terms = { include = {}, exclude = {} }
	for _, term in ipairs(protocol.terms(request)) do
		local first = thing(term.first)
		if first.kind == "entity" then refuse("invalid", term.first .. " is no component or relationship") end
		local container = first.container
		if term.second then
			if protocol.wildcard(term.second) then unsupported("any target is R alone") end
			if first.kind ~= "relationship" then refuse("invalid", "a component has no target") end
			if not container.targeting then refuse("invalid", "a sparse relationship has no targeting") end
			if first.required then unsupported("an edge is named without its fields") end
			container = call(container.targeting, container, entity(term.second).id)
		end
		local list = term.oper == "not" and terms.exclude or terms.include
		list[#list + 1] = container
	end
	return terms
end

local function rows(query)
	local results = array()
	call(function()
		for _, length, entities in query:iter() do
			for row = 1, length do
				results[#results + 1] = { entities = array { handle_of(entities[row]) }, fields = array(), vars = object() }
			end
		end
	end)
	return { results = results }
end

function handlers.query(request)
	local terms = compile(request)
	terms.temp = true
	return rows(call(world.query, world, terms))
end

function handlers.prepare(request)
	if queries[request.as] or observers[request.as] then refuse("exists", "the name is taken") end
	queries[request.as] = call(world.query, world, compile(request, "as"))
end

function handlers.iterate(request)
	protocol.only(request, "iterate", "query")
	return rows(queries[request.query] or refuse("unresolved", "there is no query " .. tostring(request.query)))
end

function handlers.release(request)
	local name = request.query
	if observers[name] then observers[name].off = true
	elseif not queries[name] then refuse("unresolved", "there is no query " .. tostring(name)) end
	queries[name], observers[name] = nil, nil
end

function handlers.observe(request)
	protocol.only(request, "an observer", "as", "terms", "kind", "events", "monitor", "yield_existing")
	if not request.monitor then unsupported("an observer is a monitor") end
	if queries[request.as] or observers[request.as] then refuse("exists", "the name is taken") end
	local terms, wanted = compile(request, "as", "events", "monitor", "yield_existing"), {}
	local events = request.events or {}
	for _, event in ipairs(#events > 0 and events or { "OnAdd", "OnRemove" }) do wanted[event] = true end
	if request.yield_existing and not wanted.OnAdd then refuse("invalid", "there is nothing to yield") end
	local observer = { hears = request.yield_existing }
	local function tell(event, leave)
		return function(archetype, first, last)
			if observer.off or not observer.hears or not wanted[event] then return end
			for row = first, last do
				log[#log + 1] = { observer = request.as, event = event, number = tonumber(archetype.entities[row]), id = "", leave = leave }
			end
		end
	end
	terms.onEntitiesAdded, terms.onEntitiesRemoved = tell("OnAdd"), tell("OnRemove", true)
	call(world.query, world, terms)
	observer.hears = true
	observers[request.as] = observer
end

function handlers.events()
	name_events()
	local told = array(log)
	log = {}
	return { events = told }
end

protocol.serve(handlers, function() return world ~= nil end)
