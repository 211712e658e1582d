-- protocol.lua is what the adapters in Lua share: refusals, lists of JSON and the loop that answers a line for a line. It runs in
-- Lua 5.4 and LuaJIT, and needs dkjson.
local json = require("dkjson")
local catalogue = require("catalogue")

local protocol = { null = json.null, reserved = catalogue.reserved }

function protocol.refuse(code, message) error({ code = code, message = message }, 0) end
function protocol.unsupported(message) protocol.refuse("unsupported", message) end

function protocol.array(list) return setmetatable(list or {}, { __jsontype = "array" }) end
function protocol.object(fields) return setmetatable(fields or {}, { __jsontype = "object" }) end
function protocol.is_array(value) return type(value) == "table" and (getmetatable(value) or {}).__jsontype == "array" end

function protocol.wildcard(handle) return handle == "*" or handle == "_" end

function protocol.text(handle)
	if type(handle) ~= "string" then protocol.refuse("syntax", "a handle is a string") end
	return handle
end

-- elements checks that an id has one or two handles.
function protocol.elements(id)
	local parts = protocol.is_array(id) and id or { id }
	if #parts < 1 or #parts > 2 then protocol.refuse("syntax", "an id has one or two elements") end
	for _, part in ipairs(parts) do protocol.text(part) end
	return parts
end

-- check_new refuses a handle that is none, or that the table of handles has.
function protocol.check_new(handle, taken)
	protocol.text(handle)
	if #handle < 1 or #handle > 256 or handle:find("%c") or protocol.wildcard(handle) or handle:sub(1, 1) == "$" then
		protocol.refuse("invalid", "that is no handle")
	end
	if catalogue.reserved[handle] or taken[handle] then protocol.refuse("exists", "the handle " .. handle .. " is taken") end
end

-- only refuses the arguments of a request that are set and not among the names.
function protocol.only(request, what, ...)
	local plain = { op = true }
	for _, name in ipairs { ... } do plain[name] = true end
	for name, value in pairs(request) do
		local empty = value == false or value == 0 or value == "" or value == protocol.null
		if not plain[name] and not empty then protocol.unsupported(what .. " has no " .. name) end
	end
end

-- terms checks that a query is a list of terms of handles on $this, with Not at most.
function protocol.terms(request)
	if not protocol.is_array(request.terms) then protocol.unsupported("queries are terms") end
	for _, term in ipairs(request.terms) do
		if term.src == "$this" then term.src = nil end
		protocol.only(term, "a term", "first", "second", "oper")
		local oper = term.oper or "and"
		if oper ~= "and" and oper ~= "not" then protocol.unsupported("there is no operator " .. tostring(oper)) end
		for _, element in ipairs { term.first or false, term.second or "" } do
			if type(element) ~= "string" or element:sub(1, 1) == "$" then protocol.unsupported("elements are entities") end
		end
	end
	return request.terms
end

local session = { hello = true, reset = true, note = true, quit = true }

-- serve answers requests from standard input with handlers, each a function of the request that gives the answer. What the library
-- raises counts as its refusal; in_world tells whether there is a world.
function protocol.serve(handlers, in_world)
	local function perform(line)
		local request, _, why = json.decode(line, 1, json.null)
		if type(request) ~= "table" or type(request.op) ~= "string" then
			protocol.refuse("syntax", "a request is one JSON object that names its operation: " .. tostring(why))
		end
		local operation = catalogue.operations[request.op] or protocol.unsupported("there is no operation " .. request.op)
		for name in pairs(request) do
			if name ~= "op" and not operation.may[name] then
				protocol.refuse("syntax", request.op .. " has no argument " .. tostring(name))
			end
		end
		if not session[request.op] and not in_world() then protocol.refuse("invalid", "there is no world yet: begin with reset") end
		local handler = handlers[request.op] or protocol.unsupported("the library has nothing like " .. request.op)
		for _, name in ipairs(operation.must) do
			if request[name] == nil then protocol.refuse("invalid", request.op .. " needs " .. name) end
		end
		local answer = handler(request) or {}
		answer.ok = true
		return answer, request.op == "quit"
	end
	io.stdout:setvbuf("no")
	for line in io.lines() do
		if line:find("%S") then
			local fine, answer, ended = pcall(perform, line)
			if not fine then
				local refusal = type(answer) == "table" and answer.code and answer
				if not refusal then refusal = { code = "invalid", message = "the library threw: " .. tostring(answer) } end
				answer, ended = { ok = false, error = refusal }, false
			end
			io.write(json.encode(answer), "\n")
			if ended then return end
		end
	end
end

return protocol
