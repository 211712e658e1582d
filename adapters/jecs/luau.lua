-- luau.lua runs Luau in Lua 5.4: it drops the types and writes what is left as Lua. It knows what jecs and the snippets here need
-- and raises an error for what it does not know.
local luau = {}

-- ---- tokens

local function long(source, at) -- the end of a long bracket that begins at a position
	local equals = source:match("^%[(=*)%[", at)
	if not equals then return nil end
	local _, last = source:find("]" .. equals .. "]", at, true)
	return last or error("a long bracket does not end")
end

local spaced = {
	{ "^%s+", "space" },
	{ "^[%a_][%w_]*", "name" },
	{ "^0[bB][01_]+", "number" },
	{ "^0[xX][%x_]+", "number" },
	{ "^%d[%d_]*%.?%d*[eE][+-]?%d+", "number" },
	{ "^%d[%d_]*%.?%d*", "number" },
	{ "^%.%d+", "number" },
}
local operators = {
	"...", "..=", "..", "::", "->", "==", "~=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "//",
	"+", "-", "*", "/", "%", "^", "#", "<", ">", "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".", "?", "|", "&",
}

local function quoted(source, at) -- the end of a quoted text
	local quote, i = source:sub(at, at), at + 1
	while source:sub(i, i) ~= quote do
		if i > #source then error("a text does not end") end
		i = i + (source:sub(i, i) == "\\" and 2 or 1)
	end
	return i
end

local function next_token(source, at)
	if source:find("^%-%-", at) then
		return "space", long(source, at + 2) or (source:find("\n", at, true) or #source + 1) - 1
	end
	if source:find("^[\"'`]", at) then return "text", quoted(source, at) end
	local last = long(source, at)
	if last then return "text", last end
	for _, form in ipairs(spaced) do
		local _, found = source:find(form[1], at)
		if found then return form[2], found end
	end
	for _, operator in ipairs(operators) do
		if source:sub(at, at + #operator - 1) == operator then return "operator", at + #operator - 1 end
	end
	error("no token: " .. source:sub(at, at + 20))
end

local function tokens(source)
	local list, at = {}, 1
	while at <= #source do
		local kind, last = next_token(source, at)
		list[#list + 1] = { kind = kind, text = source:sub(at, last) }
		at = last + 1
	end
	return list
end

-- ---- the translation

local binary = {}
for word in ("+ - * / % ^ // .. == ~= < > <= >= and or"):gmatch("%S+") do binary[word] = true end
local before_values = {} -- an if after one of these is an expression
for word in ("= ( , { [ return and or not == ~= < > <= >= + - * / % ^ // .. #"):gmatch("%S+") do before_values[word] = true end

function luau.translate(source)
	local list, out, blocks, labels = tokens(source), {}, {}, 0

	local function solid(i) -- the first token from i that is no space
		while list[i] and list[i].kind == "space" do i = i + 1 end
		return i
	end
	local function text(i) return list[i] and list[i].text end
	local function is(i, wanted) return text(i) == wanted and list[i].kind ~= "text" end
	local function emit(word) out[#out + 1] = word end
	local function previous()
		for i = #out, 1, -1 do
			if out[i]:find("^[^%s-]") or out[i]:find("^%-[^-]") or out[i] == "-" then return out[i] end
		end
	end

	local function closed(i) -- the position after the bracket that closes the one at i
		local pairs_of, open = { ["("] = ")", ["{"] = "}", ["["] = "]", ["<"] = ">" }, text(i)
		local depth = 0
		while list[i] do
			if is(i, open) then depth = depth + 1 end
			if is(i, pairs_of[open]) then depth = depth - 1 end
			i = i + 1
			if depth == 0 then return i end
		end
		error("a bracket does not close")
	end

	-- Types: each function gives the position after one that begins at i.
	local a_type
	local function simple_type(i)
		i = solid(i)
		if is(i, "(") or is(i, "{") then return closed(i) end
		if is(i, "<") then return simple_type(closed(i)) end
		if is(i, "...") then return a_type(i + 1) end
		if list[i].kind == "text" then return i + 1 end
		if is(i, "typeof") then return closed(solid(i + 1)) end
		if list[i].kind ~= "name" then error("no type: " .. text(i)) end
		i = i + 1
		while is(solid(i), ".") do i = solid(solid(i) + 1) + 1 end
		if is(solid(i), "...") then i = solid(i) + 1 end
		if is(solid(i), "<") then i = closed(solid(i)) end
		return i
	end
	function a_type(i)
		i = solid(i)
		if is(i, "|") or is(i, "&") then i = i + 1 end
		i = simple_type(i)
		while true do
			local after = solid(i)
			if is(after, "?") then i = after + 1
			elseif is(after, "|") or is(after, "&") then i = simple_type(after + 1)
			elseif is(after, "->") then i = a_type(after + 1)
			else return i end
		end
	end
	local function annotation(i) -- skips ": Type" if it is there
		if is(solid(i), ":") then return a_type(solid(i) + 1) end
		return i
	end

	-- expression gives the position after the expression that begins at i; there is no function in it.
	local function expression(i)
		i = solid(i)
		while is(i, "not") or is(i, "-") or is(i, "#") do i = solid(i + 1) end
		if is(i, "(") or is(i, "{") then i = closed(i)
		elseif is(i, "if") or is(i, "function") then error("an expression in an expression is not translated")
		else i = i + 1 end
		while true do
			local after = solid(i)
			if is(after, ".") or is(after, ":") then i = solid(after + 1) + 1
			elseif is(after, "(") or is(after, "[") or is(after, "{") then i = closed(after)
			elseif is(after, "::") then i = a_type(after + 1)
			elseif binary[text(after)] and list[after].kind ~= "text" then return expression(after + 1)
			else return i end
		end
	end

	local step -- translates what begins at i, and gives the position after it
	local function through(i, last) while i < last do i = step(i) end return i end

	local function parameters(i)
		if is(solid(i), "<") then i = closed(solid(i)) end
		i = solid(i)
		emit("(")
		i = solid(i + 1)
		while not is(i, ")") do
			emit(text(i))
			i = solid(annotation(i + 1))
			if is(i, ",") then emit(", ") i = solid(i + 1) end
		end
		emit(")")
		blocks[#blocks + 1] = { kind = "function" }
		return annotation(i + 1)
	end

	local function names(i) -- after local or for
		while true do
			while list[i].kind == "space" do emit(text(i)) i = i + 1 end
			emit(text(i))
			i = annotation(i + 1)
			if not is(solid(i), ",") then return i end
			emit(", ")
			i = solid(i) + 1
		end
	end

	local function conditional(i) -- if c then a else b, as an expression; c and a or b would be wrong for a false a
		emit("(function() if ")
		i = through(solid(i + 1), expression(i + 1))
		if not is(solid(i), "then") then error("an if without then") end
		emit(" then return ")
		i = through(solid(i) + 1, expression(solid(i) + 1))
		if not is(solid(i), "else") then error("an if without else") end
		emit(" end return ")
		i = through(solid(i) + 1, expression(solid(i) + 1))
		emit(" end)()")
		return i
	end

	local function assignment(i) -- a.b += c
		local target, k = "", #out
		while out[k]:find("^%s+$") do out[k] = nil k = k - 1 end
		while true do
			if not out[k]:find("^[%a_]") then error("no variable before " .. text(i)) end
			target = out[k] .. target
			if out[k - 1] ~= "." then break end
			target = "." .. target
			k = k - 2
		end
		emit(" = " .. target .. " " .. text(i):sub(1, -2) .. " (")
		local last = expression(i + 1)
		i = through(solid(i + 1), last)
		emit(")")
		return i
	end

	local function interpolated(written) -- `a {b} c`, where b is a name or a chain of names
		local parts = written:sub(2, -2):gsub("\\`", "`"):gsub("\n", "\\n"):gsub('"', '\\"')
		if parts:find("{[^}]*[^%w_.}][^}]*}") then error("no expressions in texts: " .. written) end
		return '("' .. parts:gsub("{([%w_.]+)}", '" .. tostring(%1) .. "') .. '")'
	end

	local words = {}
	function words.export(i) return solid(i + 1) end
	function words.type(i)
		local name = solid(i + 1)
		if not list[name] or list[name].kind ~= "name" then emit("type") return i + 1 end
		if is(name, "function") then -- runs to the end at the beginning of a line
			repeat name = name + 1 until is(name, "end") and text(name - 1):find("\n$")
			return name + 1
		end
		name = solid(name + 1)
		if is(name, "<") then name = solid(closed(name)) end
		return a_type(name + 1)
	end
	words["function"] = function(i)
		while not is(i, "(") and not is(i, "<") do emit(text(i)) i = i + 1 end
		return parameters(i)
	end
	words["local"] = function(i)
		emit("local")
		if is(solid(i + 1), "function") then return i + 1 end
		return names(i + 1)
	end
	words["for"] = function(i)
		emit("for")
		blocks[#blocks + 1] = { kind = "loop" }
		i = names(i + 1)
		if not is(solid(i), "in") then return i end
		emit(" in __iter(")
		i = solid(i) + 1
		local last = i
		while not is(last, "do") do last = last + 1 end
		i = through(i, last)
		blocks[#blocks].begun = true
		emit(") do")
		return i + 1
	end
	words["while"] = function(i)
		emit("while")
		blocks[#blocks + 1] = { kind = "loop" }
		local last = i
		while not is(last, "do") do last = last + 1 end
		i = through(i + 1, last)
		blocks[#blocks].begun = true
		emit("do")
		return i + 1
	end
	words["do"] = function(i)
		emit("do")
		local top = blocks[#blocks]
		if top and top.kind == "loop" and not top.begun then top.begun = true else blocks[#blocks + 1] = { kind = "do" } end
		return i + 1
	end
	words["if"] = function(i)
		if before_values[previous()] then return conditional(i) end
		blocks[#blocks + 1] = { kind = "if" }
		emit("if")
		return i + 1
	end
	words["continue"] = function(i)
		for k = #blocks, 1, -1 do
			local block = blocks[k]
			if block.kind == "loop" then
				if not block.label then labels = labels + 1 block.label = "continue_" .. labels end
				emit("goto " .. block.label)
				return i + 1
			end
		end
		error("continue outside of a loop")
	end
	words["end"] = function(i)
		local block = table.remove(blocks) or error("an end too many")
		if block.label then emit("::" .. block.label .. ":: ") end
		emit("end")
		return i + 1
	end
	words["repeat"] = function() error("repeat is not translated") end

	function step(i)
		local token = list[i]
		if token.kind == "name" and words[token.text] and previous() ~= "." and previous() ~= ":" then return words[token.text](i) end
		if is(i, "::") then return a_type(i + 1) end
		if token.kind == "operator" and token.text:find("^[^=~<>]+=$") then return assignment(i) end
		if token.kind == "number" then emit((token.text:gsub("_", ""):gsub("^0[bB](%d+)$", function(bits) return tonumber(bits, 2) end)))
		elseif token.kind == "text" and token.text:sub(1, 1) == "`" then emit(interpolated(token.text))
		else emit(token.text) end
		return i + 1
	end
	through(1, #list + 1)
	return table.concat(out)
end

-- ---- what Luau has and Lua 5.4 has not

local function iter(...)
	local of = ...
	if type(of) ~= "table" then return ... end
	local meta = getmetatable(of)
	if meta and meta.__iter then return meta.__iter(of) end
	return next, of
end

local function written(value) -- numbers of Luau are doubles and print without an exponent
	if math.type(value) == "float" and value % 1 == 0 then return string.format("%d", value) end
	return value
end

local tables = setmetatable({
	clear = function(t) for key in pairs(t) do t[key] = nil end end,
	clone = function(t)
		local copy = table.move(t, 1, #t, 1, {})
		for key, value in pairs(t) do copy[key] = value end
		return setmetatable(copy, getmetatable(t))
	end,
	concat = function(t, separator, ...)
		local texts = {}
		for i, value in ipairs(t) do texts[i] = written(value) end
		return table.concat(texts, separator, ...)
	end,
	create = function(n, value)
		local made = {}
		if value ~= nil then for i = 1, n do made[i] = value end end
		return made
	end,
	find = function(t, value, from)
		for i = from or 1, #t do if t[i] == value then return i end end
	end,
	freeze = function(t) return t end,
	-- In Luau no position is the last one.
	remove = function(t, at) return table.remove(t, at or #t) end,
}, { __index = table })

local bits = {
	band = function(a, b) return math.tointeger(a) & math.tointeger(b) end,
	btest = function(a, b) return math.tointeger(a) & math.tointeger(b) ~= 0 end,
	lshift = function(a, n) return a << n end,
	bor = function(...)
		local all = 0
		for _, a in ipairs { ... } do all = all | math.tointeger(a) end
		return all
	end,
}

-- environment is what translated code sees; modules are what it may require.
local function environment(modules)
	return setmetatable({
		__iter = iter, table = tables, bit32 = bits, unpack = table.unpack, newproxy = function() return {} end,
		tostring = function(value) return tostring(written(value)) end,
		require = function(name) return modules[name] or error("there is no module " .. name) end,
	}, { __index = _G })
end

-- run runs a text of Luau and gives what it returns.
function luau.run(source, name, modules)
	return assert(load(luau.translate(source), "=" .. name, "t", environment(modules or {})))()
end

function luau.read(file)
	local opened = assert(io.open(file))
	local source = opened:read("a")
	opened:close()
	return source
end

return luau
