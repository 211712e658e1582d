-- jecs behind the protocol of relspec. Start: lua main.lua [--bulk] [--mended NAME]... With --bulk new entities get their ids by
-- bulk_insert, and one by one else.
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/?.lua;" .. here .. "/../lua/?.lua;" .. package.path
local protocol = require("protocol")
local refuse, unsupported, array = protocol.refuse, protocol.unsupported, protocol.array

local mended, bulk = {}, false
for i = 1, #arg do
	if arg[i] == "--mended" then mended[#mended + 1] = arg[i + 1] end
	bulk = bulk or arg[i] == "--bulk"
end
local jecs = require("library")(here, mended)

-- The entities of the library that have a reserved handle.
local own, own_name = {}, {}
for _, name in ipairs { "ChildOf", "Exclusive", "OnDelete", "OnDeleteTarget", "Delete", "Remove" } do
	own[name], own_name[jecs[name]] = jecs[name], name
end

local world
local entities, handles = {}, {} -- from handles to entities, dead ones too, and back
local numbers = {} -- from numbers without generation to the last entity
local prepared = {}

-- ---- from the protocol to the library

local function known(handle)
	if own[protocol.text(handle)] then return own[handle] end
	if protocol.reserved[handle] then unsupported("there is nothing like " .. handle .. " here") end
	return entities[handle] or refuse("unresolved", "there is no " .. handle)
end

local function living(handle) return own[handle] ~= nil or world:contains(entities[handle]) end

local function alive(handle)
	if protocol.wildcard(protocol.text(handle)) then refuse("invalid", "a wildcard is no entity") end
	local entity = known(handle)
	if not living(handle) then refuse("not_alive", handle .. " was deleted") end
	return entity
end

-- mine is an entity that the trace made: those of the library keep their ids.
local function mine(handle)
	local entity = alive(handle)
	if own[handle] then unsupported("the entities of the library are left alone") end
	return entity
end

-- read is an id of the library with the handles that it is written with. What is dead is given as it is: the library knows.
local function read(id)
	local parts = protocol.elements(id)
	local out = { parts = parts }
	for i, part in ipairs(parts) do
		if protocol.wildcard(part) then
			out.wild = true
			out[i] = jecs.Wildcard
		else
			out[i] = known(part)
			out.dead = out.dead or not living(part)
		end
	end
	if #parts == 1 and out.wild then unsupported("there is no wildcard for single ids") end
	out.raw = parts[2] and jecs.pair(out[1], out[2]) or out[1]
	return out
end

local function added(id)
	for _, part in ipairs(protocol.elements(id)) do
		if protocol.wildcard(part) then refuse("invalid", "a wildcard is no id") end
		alive(part)
	end
	local out = read(id)
	if not out[2] and out[1] == jecs.ChildOf then unsupported("a relationship alone") end
	return out
end

local function closes_cycle(entity, parent)
	while parent do
		if parent == entity then return true end
		parent = world:parent(parent)
	end
	return false
end

-- check_added answers unsupported to what the library neither refuses nor describes.
local function check_added(entity, id)
	if id[1] == jecs.ChildOf and closes_cycle(entity, id[2]) then unsupported("the library does not refuse cycles") end
	if id[1] == jecs.Exclusive and world:query(jecs.pair(entity, jecs.Wildcard)):iter()() then
		unsupported("a relationship that has pairs becomes exclusive")
	end
end

-- ---- from the library to the protocol

local function handle_of(entity) return own_name[entity] or handles[entity] or "?" end

-- element is the handle of an element of a pair, which has no generation: of the last entity with this number.
local function element(number)
	return handle_of(jecs.entity_index_get_alive(world.entity_index, number) or numbers[number])
end

local function written(id)
	if not jecs.IS_PAIR(id) then return handle_of(id) end
	return array { element(jecs.ECS_PAIR_FIRST(id)), element(jecs.ECS_PAIR_SECOND(id)) }
end

local function before(a, b) -- single ids first
	local first, second = type(a) == "table" and a or { a }, type(b) == "table" and b or { b }
	if #first ~= #second then return #first < #second end
	if first[1] ~= second[1] then return first[1] < second[1] end
	return (first[2] or "") < (second[2] or "")
end

local function ids_of(entity)
	local out = array()
	for _, id in ipairs(jecs.record(world, entity).archetype.types) do out[#out + 1] = written(id) end
	table.sort(out, before)
	return out
end

local function listed(iterator)
	local out = array()
	for entity in iterator do
		if not own_name[entity] then out[#out + 1] = handle_of(entity) end
	end
	return { values = out }
end

-- ---- operations

local handlers = {}

local queries = { "query", "not", "any", "prepared" }
local info = {
	implementation = "jecs", version = "0.11.0", language = "Luau", protocol = 1, profiles = { "flecs-3" },
	capabilities = {
		world = { "entities", "recycling", "pairs", "wildcards", "child_of", "exclusive", "cleanup", "dump" },
		filter = queries, cached = queries, rule = queries,
	},
	partly = { "entities", "pairs", "wildcards", "child_of", "exclusive", "cleanup", "query", "not", "any", "prepared" },
}
function handlers.hello() return { info = info } end
function handlers.note() end
function handlers.quit() end

function handlers.reset(request)
	local profile = request.profile or "flecs-3"
	if profile ~= info.profiles[1] then unsupported("there is no profile " .. tostring(profile) .. " here") end
	if request.options and next(request.options) then unsupported("there are no options") end
	world = jecs.world()
	entities, handles, numbers, prepared = {}, {}, {}, {}
end

function handlers.entity(request)
	protocol.only(request, "an entity", "entity", "parent", "ids")
	protocol.check_new(request.entity, entities)
	local ids = {}
	if request.parent then ids[1] = added(array { "ChildOf", request.parent }) end
	for _, id in ipairs(request.ids or {}) do ids[#ids + 1] = added(id) end
	local entity = world:entity()
	entities[request.entity], handles[entity], numbers[jecs.ECS_ID(entity)] = entity, request.entity, entity
	if not bulk then
		for _, id in ipairs(ids) do world:add(entity, id.raw) end
		return
	end
	local raw = {}
	for _, id in ipairs(ids) do
		for _, other in ipairs(raw) do
			if other == id.raw then unsupported("the list of bulk_insert has an id twice") end
		end
		raw[#raw + 1] = id.raw
	end
	jecs.bulk_insert(world, entity, raw, {})
end

function handlers.delete(request)
	if protocol.reserved[request.entity] then refuse("invalid", "it is reserved") end
	world:delete(alive(request.entity))
end

function handlers.clear(request) world:clear(mine(request.entity)) end

function handlers.alive(request)
	if protocol.wildcard(protocol.text(request.entity)) then refuse("invalid", "a wildcard is no entity") end
	if protocol.reserved[request.entity] and not own[request.entity] then unsupported("there is nothing like it here") end
	if not protocol.reserved[request.entity] and not entities[request.entity] then return { value = false } end
	return { value = living(request.entity) }
end

function handlers.add(request)
	local entity, id = mine(request.entity), added(request.id)
	check_added(entity, id)
	world:add(entity, id.raw)
end

function handlers.remove(request)
	local entity, id = mine(request.entity), read(request.id)
	if id.wild then unsupported("remove takes no wildcards") end
	check_added(entity, id)
	world:remove(entity, id.raw)
end

function handlers.has(request)
	local entity, id = alive(request.entity), read(request.id)
	return { value = world:has(entity, id.raw) }
end
handlers.owns = handlers.has

function handlers.ids(request) return { values = ids_of(mine(request.entity)) } end

function handlers.dump()
	local all = array()
	for handle, entity in pairs(entities) do
		if world:contains(entity) then all[#all + 1] = { entity = handle, ids = ids_of(entity) } end
	end
	table.sort(all, function(a, b) return a.entity < b.entity end)
	return { dump = { entities = all } }
end

local function relationship(request)
	if protocol.wildcard(request.relationship) then refuse("invalid", "a wildcard is no relationship") end
	return known(request.relationship)
end

local function target(entity, relation, index)
	local found = world:target(entity, relation, index)
	return found and handle_of(found)
end

function handlers.target(request)
	return { value = target(alive(request.entity), relationship(request), request.index) or protocol.null }
end

function handlers.targets(request)
	local entity, relation, out = alive(request.entity), relationship(request), array()
	for index = 0, math.huge do
		local found = target(entity, relation, index)
		if not found then return { values = out } end
		out[#out + 1] = found
	end
end

function handlers.sources(request)
	local entity = alive(request.entity)
	return listed(world:each(jecs.pair(relationship(request), entity)))
end

function handlers.parent(request) return { value = target(alive(request.entity), jecs.ChildOf) or protocol.null } end
function handlers.children(request) return listed(world:children(alive(request.entity))) end

local function compile(request, ...)
	protocol.only(request, "a query", "terms", "kind", ...)
	local terms, with, without = {}, {}, {}
	for i, term in ipairs(protocol.terms(request)) do
		if term.first == "*" or term.second == "*" then unsupported("a wildcard gives one row for each entity") end
		local id = read(term.second and array { term.first, term.second } or term.first)
		terms[i] = { id = id, negated = term.oper == "not" }
		local list = terms[i].negated and without or with
		list[#list + 1] = id.raw
	end
	if #with == 0 then unsupported("a query names what an entity has") end
	local query = world:query(table.unpack(with))
	if #without > 0 then query = query:without(table.unpack(without)) end
	if request.kind == "cached" then query = query:cached() end
	return { terms = terms, query = query }
end

local function rows(of)
	local results = array()
	for entity in of.query:iter() do
		if not own_name[entity] and entity > jecs.Rest or handles[entity] then
			local fields = array()
			for i, term in ipairs(of.terms) do
				local parts = array()
				for k, part in ipairs(term.id.parts) do parts[k] = part == "_" and "*" or part end
				local id = term.negated and "" or #parts == 1 and parts[1] or parts
				fields[i] = { id = id, src = protocol.null, set = not term.negated }
			end
			results[#results + 1] = { entities = array { handle_of(entity) }, fields = fields, vars = protocol.object() }
		end
	end
	return { results = results }
end

function handlers.query(request)
	local of = compile(request)
	local answer = rows(of)
	if request.kind == "cached" then of.query:fini() end
	return answer
end

function handlers.prepare(request)
	if prepared[request.as] then refuse("exists", "the query is there") end
	prepared[request.as] = compile(request, "as")
	prepared[request.as].cached = request.kind == "cached"
end

local function query_named(name) return prepared[name] or refuse("unresolved", "there is no query " .. tostring(name)) end

function handlers.iterate(request)
	protocol.only(request, "iterate", "query")
	return rows(query_named(request.query))
end

function handlers.release(request)
	local of = query_named(request.query)
	prepared[request.query] = nil
	if of.cached then of.query:fini() end
end

protocol.serve(handlers, function() return world ~= nil end)
