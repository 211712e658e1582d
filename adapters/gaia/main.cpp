// An adapter of gaia-ecs for relspec, after the skeleton that "diffcheck new-adapter --lang c" writes. README.md says how to
// build it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
struct Refusal { std::string code, message; };
inline void assertFailed(const char* cond, const char* msg, int line) {
	if (strstr(msg, "forbidden from being deleted")) throw Refusal{"policy", msg}; // how the library says Error
	fprintf(stderr, "gaia.h:%d: assertion %s %s\n", line, cond, msg);
	abort();
}
#define GAIA_ASSERT_ENABLED 1
#define GAIA_ASSERT(cond) { if (!(cond)) assertFailed(#cond, "", __LINE__); }
#define GAIA_ASSERT2(cond, msg) { if (!(cond)) assertFailed(#cond, msg, __LINE__); }
#include <gaia.h>
#include <jansson.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
extern "C" {
#include "catalogue.h"
}
using namespace gaia;
using E = ecs::Entity;
[[noreturn]] static void refuse(const char* code, const std::string& m) { throw Refusal{code, m}; }
[[noreturn]] static void unsupported(const std::string& m) { refuse("unsupported", m); }

static bool optUpdate = false;
static std::unique_ptr<ecs::World> w;
struct Thing { std::string handle; E e; bool component = false; };
static std::vector<Thing> things;
static std::unordered_map<std::string, size_t> byHandle;
static std::unordered_map<uint64_t, std::string> byEntity;
struct Prepared { std::vector<json_t*> terms; std::unique_ptr<ecs::Query> q; json_t* given; };
static std::map<std::string, Prepared> prepared;

static const std::map<std::string, E>& coreIds() {
	static const std::map<std::string, E> m = {
		{"ChildOf", ecs::ChildOf}, {"IsA", ecs::Is}, {"Exclusive", ecs::Exclusive}, {"Acyclic", ecs::Acyclic},
		{"Traversable", ecs::Traversable}, {"DontFragment", ecs::DontFragment}, {"Prefab", ecs::Prefab},
		{"OnInstantiate", ecs::OnInstantiate}, {"Inherit", ecs::Inherit}, {"DontInherit", ecs::DontInherit},
		{"OnDelete", ecs::OnDelete}, {"OnDeleteTarget", ecs::OnDeleteTarget}, {"Remove", ecs::Remove},
		{"Delete", ecs::Delete}, {"Panic", ecs::Error},
	};
	return m;
}
static bool listed(const char* const* list, const std::string& n) { for (; *list; list++) if (n == *list) return true; return false; }
static bool wild(const std::string& h) { return h == "*" || h == "_"; }
static const json_t* arg(const json_t* r, const char* n) { const json_t* v = json_object_get(r, n); return json_is_null(v) ? nullptr : v; }
static std::string text(const json_t* v) { if (!json_is_string(v)) refuse("syntax", "a handle is a string"); return json_string_value(v); }
static std::string handleOf(E e) {
	auto it = byEntity.find(e.value());
	if (it != byEntity.end()) return it->second;
	for (auto& [h, c] : coreIds()) if (c == e) return h;
	return "";
}
// known: may be dead
static E known(const std::string& h) {
	auto c = coreIds().find(h);
	if (c != coreIds().end()) return c->second;
	if (listed(reserved, h)) unsupported("there is nothing like " + h + " here");
	auto it = byHandle.find(h);
	if (it == byHandle.end()) refuse("unresolved", "there is no " + h);
	return things[it->second].e;
}
static E alive(const std::string& h) { E e = known(h); if (!w->valid(e)) refuse("not_alive", h + " was deleted"); return e; }
struct Id { E first, second; bool pair = false; bool wild = false, dead = false; std::string a, b; };
static Id readId(const json_t* j, bool adding) {
	Id i;
	auto el = [&](const json_t* v, std::string& name) -> E {
		name = text(v);
		if (wild(name)) { if (adding) refuse("invalid", "a wildcard is no id"); i.wild = true; return ecs::All; }
		E e = known(name);
		if (!w->valid(e)) { if (adding) refuse("not_alive", name + " was deleted"); i.dead = true; }
		return e;
	};
	if (!json_is_array(j)) { i.first = el(j, i.a); return i; }
	size_t n = json_array_size(j);
	if (n < 1 || n > 2) refuse("syntax", "an id has one or two elements");
	i.first = el(json_array_get(j, 0), i.a);
	if (n == 2) { i.pair = true; i.second = el(json_array_get(j, 1), i.b); }
	return i;
}
static E raw(const Id& i) { return i.pair ? (E)ecs::Pair(i.first, i.second) : i.first; }
static json_t* writeId(const std::string& a, const std::string& b, bool pair) { return pair ? json_pack("[s,s]", a.c_str(), b.c_str()) : json_string(a.c_str()); }
static json_t* writeId(const Id& i) { return writeId(i.a == "_" ? "*" : i.a, i.b == "_" ? "*" : i.b, i.pair); }

static void checkNew(const std::string& h) {
	bool control = false;
	for (unsigned char c : h) control = control || c < 32 || c == 127;
	if (h.empty() || h.size() > 256 || control || wild(h) || h[0] == '$') refuse("invalid", "that is no handle");
	if (listed(reserved, h) || byHandle.count(h)) refuse("exists", "the handle " + h + " is taken");
}
// closes a cycle: what the adapter checks since the engine's manual says nothing of it
static bool acyclic(E rel) { return rel == ecs::ChildOf || rel == ecs::Is || w->has(rel, ecs::Acyclic) || w->has(rel, ecs::Traversable); }
static bool reaches(E from, E to, E rel, int depth = 0) {
	if (from == to) return true;
	if (depth > 200) return false;
	std::vector<E> ts;
	w->targets(from, rel, [&](E t) { ts.push_back(t); });
	for (E t : ts) if (reaches(t, to, rel, depth + 1)) return true;
	return false;
}
static void checkAdd(E e, const Id& i) {
	if (i.pair && acyclic(i.first) && reaches(i.second, e, i.first)) unsupported("the library does not say what a cycle is");
	if (!i.pair && i.first == ecs::DontInherit) refuse("invalid", "it is a policy");
	if (!i.pair && (i.first == ecs::Exclusive || i.first == ecs::Acyclic || i.first == ecs::Traversable || i.first == ecs::DontFragment)) {
		bool used = false; for (auto& t : things) if (w->valid(t.e)) w->targets(t.e, e, [&](E) { used = true; });
		if (used) unsupported("a property of a relationship that has pairs");
	}
	if (i.pair && i.first == ecs::OnInstantiate && i.second == ecs::Override) unsupported("Override acts in instantiate only");
	if (!i.pair && (i.first == ecs::OnDelete || i.first == ecs::OnDeleteTarget || i.first == ecs::Remove || i.first == ecs::Delete || i.first == ecs::Error)) {}
}
static void engineAdd(E e, const Id& i) { if (i.pair) w->add(e, ecs::Pair(i.first, i.second)); else w->add(e, i.first); }
static void settle() { if (optUpdate) w->update(); }

static json_t* opEntity(const json_t* r) {
	std::string h = text(arg(r, "entity"));
	checkNew(h);
	if (arg(r, "name")) unsupported("names are not here yet");
	if (arg(r, "more")) unsupported("one at a time");
	std::vector<Id> ids;
	if (const json_t* p = arg(r, "parent")) {
		std::string ph = text(p);
		if (wild(ph)) refuse("invalid", "a wildcard is no parent");
		Id i; i.pair = true; i.a = "ChildOf"; i.b = ph; i.first = ecs::ChildOf; i.second = alive(ph); ids.push_back(i);
	}
	const json_t* list = arg(r, "ids");
	for (size_t k = 0; k < json_array_size(list); k++) ids.push_back(readId(json_array_get(list, k), true));
	for (auto& i : ids) { if (!i.pair && i.first == ecs::DontInherit) refuse("invalid", "it is a policy"); }
	E e = w->add();
	byHandle[h] = things.size();
	things.push_back({h, e});
	byEntity[e.value()] = h;
	for (auto& i : ids) engineAdd(e, i);
	settle();
	return nullptr;
}
static json_t* opDelete(const json_t* r) {
	std::string h = text(arg(r, "entity"));
	if (wild(h)) refuse("invalid", "a wildcard is no entity");
	if (listed(reserved, h)) refuse("invalid", "it is reserved");
	E e = alive(h);
	w->del(e);
	if (w->valid(e)) refuse("policy", "the engine kept it");
	settle();
	return nullptr;
}
static json_t* opClear(const json_t* r) {
	std::string h = text(arg(r, "entity"));
	if (wild(h) || listed(reserved, h)) refuse("invalid", "not to be cleared");
	E e = alive(h);
	w->clear(e); settle(); return nullptr;
}
static json_t* opAlive(const json_t* r) {
	std::string h = text(arg(r, "entity"));
	if (wild(h)) refuse("invalid", "a wildcard is no entity");
	if (coreIds().count(h)) return json_pack("{s:b}", "value", 1);
	if (listed(reserved, h)) unsupported("there is nothing like " + h);
	auto it = byHandle.find(h);
	return json_pack("{s:b}", "value", it != byHandle.end() && w->valid(things[it->second].e));
}
static E subject(const json_t* r) {
	std::string h = text(arg(r, "entity"));
	if (wild(h)) refuse("invalid", "a wildcard is no entity");
	return alive(h);
}
static json_t* opAdd(const json_t* r) {
	E e = subject(r); Id i = readId(arg(r, "id"), true);
	if (coreIds().count(text(arg(r, "entity")))) unsupported("core entities are left alone");
	checkAdd(e, i);
	engineAdd(e, i); settle(); return nullptr;
}
static json_t* opRemove(const json_t* r) {
	E e = subject(r);
	const json_t* j = arg(r, "id");
	Id i = readId(j, false);
	if (coreIds().count(text(arg(r, "entity")))) unsupported("core entities are left alone");
	if (!i.pair && (i.first == ecs::Exclusive || i.first == ecs::Acyclic || i.first == ecs::Traversable || i.first == ecs::DontFragment)) {
		bool used = false; for (auto& t : things) if (w->valid(t.e)) w->targets(t.e, e, [&](E) { used = true; });
		if (used) unsupported("a property of a relationship that has pairs");
	}
	if (i.wild) unsupported("del does not take wildcards");
	if (i.dead) return nullptr;
	if (!w->has_direct(e, raw(i))) return nullptr;
	if (i.pair) w->del(e, ecs::Pair(i.first, i.second)); else w->del(e, i.first);
	settle(); return nullptr;
}
static bool engineHas(E e, const Id& i, bool direct) {
	if (i.dead) return false;
	if (i.wild && !i.pair) unsupported("there is no wildcard for single ids");
	if (!direct && i.pair && i.first == ecs::Is && i.second != ecs::All) return w->in(e, i.second);
	return direct ? w->has_direct(e, raw(i)) : w->has(e, raw(i));
}
static json_t* opHas(const json_t* r) { E e = subject(r); return json_pack("{s:b}", "value", engineHas(e, readId(arg(r, "id"), false), false)); }
static json_t* opOwns(const json_t* r) { E e = subject(r); return json_pack("{s:b}", "value", engineHas(e, readId(arg(r, "id"), false), true)); }

struct Own { std::string a, b; bool pair; };
static std::vector<Own> owned(E e) {
	std::vector<Own> out;
	auto ids = w->fetch(e).pArchetype->ids_view();
	for (E id : ids) {
		if (id.pair()) {
			E f = w->get((ecs::EntityId)id.id()), s = w->get((ecs::EntityId)id.gen());
			std::string a = handleOf(f), b = handleOf(s);
			if (a.empty() && b.empty()) continue;
			out.push_back({a.empty() ? "?" : a, b.empty() ? "?" : b, true});
		} else {
			std::string a = handleOf(id);
			if (!a.empty()) out.push_back({a, "", false});
		}
	}
	std::vector<std::pair<std::string, E>> outside = {{"OnInstantiate", ecs::OnInstantiate}};
	for (auto& t : things) if (w->valid(t.e) && w->has_direct(t.e, ecs::DontFragment)) outside.push_back({t.handle, t.e});
	for (auto& [rh, re] : outside) {
		w->targets(e, re, [&, rh = rh](E x) {
			Own o{rh, handleOf(x), true};
			for (auto& p : out) if (p.a == o.a && p.b == o.b && p.pair) return;
			out.push_back(o); });
	}
	std::sort(out.begin(), out.end(), [](const Own& x, const Own& y) { return std::tie(x.pair, x.a, x.b) < std::tie(y.pair, y.a, y.b); });
	return out;
}
static json_t* writeOwn(E e) { json_t* l = json_array(); for (auto& o : owned(e)) json_array_append_new(l, writeId(o.a, o.b, o.pair)); return l; }
static json_t* opIds(const json_t* r) { return json_pack("{s:o}", "values", writeOwn(subject(r))); }
static json_t* opDump(const json_t*) {
	std::map<std::string, E> live;
	for (auto& t : things) if (w->valid(t.e)) live[t.handle] = t.e;
	json_t* l = json_array();
	for (auto& [h, e] : live) json_array_append_new(l, json_pack("{s:s,s:o}", "entity", h.c_str(), "ids", writeOwn(e)));
	return json_pack("{s:{s:o}}", "dump", "entities", l);
}
static E relation(const json_t* r) {
	std::string h = text(arg(r, "relationship"));
	if (wild(h)) refuse("invalid", "a wildcard is no relationship");
	return known(h);
}
static json_t* opTarget(const json_t* r) {
	E e = subject(r), rel = relation(r);
	size_t index = (size_t)json_integer_value(arg(r, "index"));
	if (!w->valid(rel)) return json_pack("{s:n}", "value");
	std::vector<E> ts; w->targets(e, rel, [&](E t) { ts.push_back(t); });
	if (index >= ts.size()) return json_pack("{s:n}", "value");
	return json_pack("{s:s}", "value", handleOf(ts[index]).c_str());
}
static json_t* names(const std::vector<E>& v) { json_t* l = json_array(); for (E e : v) { auto h = handleOf(e); if (!h.empty()) json_array_append_new(l, json_string(h.c_str())); } return json_pack("{s:o}", "values", l); }
static json_t* opTargets(const json_t* r) {
	E e = subject(r), rel = relation(r); std::vector<E> ts;
	if (w->valid(rel)) w->targets(e, rel, [&](E t) { ts.push_back(t); });
	return names(ts);
}
static json_t* opSources(const json_t* r) {
	E e = subject(r), rel = relation(r); std::vector<E> ts;
	if (w->valid(rel)) w->sources(rel, e, [&](E t) { ts.push_back(t); });
	return names(ts);
}
static json_t* opParent(const json_t* r) {
	E e = subject(r); E t = w->target(e, ecs::ChildOf);
	if (t == ecs::EntityBad) return json_pack("{s:n}", "value");
	return json_pack("{s:s}", "value", handleOf(t).c_str());
}
static json_t* opChildren(const json_t* r) {
	E e = subject(r); std::vector<E> ts; w->sources(ecs::ChildOf, e, [&](E t) { ts.push_back(t); });
	return names(ts);
}

// ---- queries
enum class Kind { Plain, Not, Optional, Or };
struct Term { Kind kind; std::vector<Id> ids; E src = ecs::EntityBad; std::string srcName; bool bad = false; };
static Term compileOne(const json_t* p, bool inOr) {
	const char* n; json_t* v;
	json_object_foreach((json_t*)p, n, v) {
		static const char* const plain[] = {"first", "second", "oper", "src", "access", nullptr};
		if (!json_is_null(v) && !listed(plain, n)) unsupported(std::string("terms have no ") + n);
	}
	if (arg(p, "access")) unsupported("terms have no access");
	Term t;
	std::string oper = arg(p, "oper") ? text(arg(p, "oper")) : "and";
	if (oper == "and") t.kind = Kind::Plain; else if (oper == "not") t.kind = Kind::Not; else if (oper == "optional") t.kind = Kind::Optional; else unsupported("there is no operator " + oper);
	if (inOr && t.kind != Kind::Plain) refuse("invalid", "no operators in a chain");
	Id i;
	auto el = [&](const json_t* v, std::string& name) -> E {
		if (!json_is_string(v)) unsupported("elements are entities");
		name = json_string_value(v);
		if (name == "*") unsupported("a wildcard gives one row for each entity");
		if (name == "_") { i.wild = true; return ecs::All; }
		if (name[0] == '$') unsupported("there are no variables yet");
		E e = known(name); if (!w->valid(e)) i.dead = true; return e;
	};
	i.first = el(arg(p, "first"), i.a);
	if (arg(p, "second")) { i.pair = true; i.second = el(arg(p, "second"), i.b); }
	if (i.wild && !i.pair) unsupported("there is no wildcard for single ids");
	t.ids.push_back(i);
	if (const json_t* s = arg(p, "src")) {
		if (!json_is_string(s)) unsupported("no traversal yet");
		std::string sn = json_string_value(s);
		if (sn == "$this") {}
		else if (sn[0] == '$' || wild(sn)) unsupported("there are no variables yet");
		else { t.src = known(sn); t.srcName = sn; if (!w->valid(t.src)) t.bad = true; }
	}
	return t;
}
static std::vector<Term> compile(const json_t* r) {
	const char* n; json_t* v;
	json_object_foreach((json_t*)r, n, v) {
		static const char* const plain[] = {"op", "terms", "kind", "as", "query", nullptr};
		bool nothing = json_is_null(v) || json_is_false(v) || (json_is_integer(v) && json_integer_value(v) == 0);
		if (!nothing && !listed(plain, n)) unsupported(std::string("queries have no ") + n);
	}
	const json_t* given = arg(r, "terms");
	if (!given) unsupported("queries are terms");
	if (json_array_size(given) > 64) refuse("limit", "at most 64 terms");
	std::vector<Term> ts; int chains = 0; bool anyThis = false;
	for (size_t k = 0; k < json_array_size(given); k++) {
		const json_t* p = json_array_get(given, k);
		if (const json_t* chain = arg(p, "or")) {
			if (json_object_size(p) != 1) unsupported("a chain has no operator");
			Term t; t.kind = Kind::Or;
			for (size_t a = 0; a < json_array_size(chain); a++) { Term o = compileOne(json_array_get(chain, a), true); if (o.src != ecs::EntityBad) unsupported("chains are about $this"); t.ids.push_back(o.ids[0]); }
			if (++chains > 1) unsupported("there is one Or chain in a query");
			if (t.ids.size() < 2) unsupported("a chain of one");
			ts.push_back(t); anyThis = true;
		} else { ts.push_back(compileOne(p, false)); anyThis = anyThis || ts.back().src == ecs::EntityBad; }
	}
	if (!ts.empty() && !anyThis) unsupported("a query is about $this");
	std::vector<uint64_t> seen; bool positive = false; // the manual: "with unique components"
	for (auto& t : ts) for (auto& i : t.ids) {
		uint64_t v = raw(i).value();
		if (std::count(seen.begin(), seen.end(), v)) unsupported("the terms of a query are unique");
		seen.push_back(v);
	}
	for (auto& t : ts) positive = positive || t.kind != Kind::Optional;
	if (!ts.empty() && !positive) unsupported("a query of optional terms alone");
	return ts;
}
static ecs::Query build(const std::vector<Term>& ts, bool cached) {
	ecs::Query q = cached ? w->query() : w->uquery();
	if (ts.size() > 8) unsupported("more than 8 terms");
	for (auto& t : ts) {
		ecs::QueryTermOptions o; if (t.src != ecs::EntityBad) o.src(t.src);
		for (auto& i : t.ids) {
			switch (t.kind) {
				case Kind::Plain: q.all(raw(i), o); break;
				case Kind::Not: q.no(raw(i), o); break;
				case Kind::Optional: q.any(raw(i), o); break;
				case Kind::Or: q.or_(raw(i), o); break;
			}
		}
	}
	return q;
}
static bool ownerOf(E e, const Id& i, E& owner, int depth = 0) {
	if (w->has_direct(e, raw(i))) { owner = e; return true; }
	if (depth > 100) return false;
	std::vector<E> bs; w->targets(e, ecs::Is, [&](E b) { bs.push_back(b); });
	for (E b : bs) if (ownerOf(b, i, owner, depth + 1)) return true;
	return false;
}
static json_t* rows(const std::vector<Term>& ts, ecs::Query& q) {
	std::vector<E> found;
	q.each([&](E e) { found.push_back(e); });
	json_t* results = json_array();
	for (E e : found) {
		std::string h = handleOf(e);
		if (h.empty() || coreIds().count(h)) continue; // the library's own entities answer queries, too
		json_t* fields = json_array();
		for (auto& t : ts) {
			const Id* m = &t.ids[0]; bool set = t.kind != Kind::Not;
			E on = t.src != ecs::EntityBad ? t.src : e;
			if (t.kind == Kind::Optional) set = !m->dead && (m->first == ecs::Is && m->pair ? w->has(on, raw(*m)) : engineHas(on, *m, false));
			if (t.kind == Kind::Or) for (auto& i : t.ids) if (!i.dead && engineHas(e, i, false)) { m = &i; break; }
			json_t* src = nullptr;
			if (t.src != ecs::EntityBad) src = json_string(t.srcName.c_str());
			else if (set) { E o; if (ownerOf(e, *m, o) && o != e) src = json_string(handleOf(o).c_str()); }
			if (!src) src = json_null();
			json_array_append_new(fields, json_pack("{s:o,s:o,s:b}", "id", set ? writeId(*m) : json_string(""), "src", src, "set", set));
		}
		json_array_append_new(results, json_pack("{s:[s],s:o,s:{}}", "entities", h.c_str(), "fields", fields, "vars"));
	}
	return json_pack("{s:o}", "results", results);
}
static json_t* opQuery(const json_t* r) {
	auto ts = compile(r);
	if (ts.empty()) return json_pack("{s:[]}", "results");
	for (auto& t : ts) { if (t.bad) unsupported("a dead source"); for (auto& i : t.ids) if (i.dead) unsupported("an id of a dead entity in a new query"); }
	std::string kind = arg(r, "kind") ? text(arg(r, "kind")) : "auto";
	ecs::Query q = build(ts, kind == "cached");
	return rows(ts, q);
}
struct Held { std::vector<Term> ts; std::unique_ptr<ecs::Query> q; };
static std::map<std::string, Held> held;
static json_t* opPrepare(const json_t* r) {
	std::string as = text(arg(r, "as"));
	if (held.count(as)) refuse("exists", "the query is there");
	auto ts = compile(r);
	if (ts.empty()) unsupported("an empty query");
	for (auto& t : ts) { if (t.bad) unsupported("a dead source"); for (auto& i : t.ids) if (i.dead) unsupported("an id of a dead entity in a new query"); }
	std::string kind = arg(r, "kind") ? text(arg(r, "kind")) : "auto";
	held[as] = Held{ts, std::make_unique<ecs::Query>(build(ts, kind == "cached"))};
	return nullptr;
}
static json_t* opIterate(const json_t* r) {
	const char* n; json_t* v;
	json_object_foreach((json_t*)r, n, v) { bool nothing = json_is_null(v) || json_is_false(v) || (json_is_integer(v) && json_integer_value(v) == 0); if (!nothing && strcmp(n, "op") && strcmp(n, "query")) unsupported(std::string("iterate has no ") + n); }
	auto it = held.find(text(arg(r, "query")));
	if (it == held.end()) refuse("unresolved", "there is no such query");
	for (auto& t : it->second.ts) for (auto& i : t.ids) i.dead = !i.wild && (!w->valid(i.first) || (i.pair && i.second != ecs::All && !w->valid(i.second)));
	return rows(it->second.ts, *it->second.q);
}
static json_t* opRelease(const json_t* r) {
	if (!held.erase(text(arg(r, "query")))) refuse("unresolved", "there is no such query");
	return nullptr;
}

#define QUERIES "[\"query\",\"not\",\"optional\",\"or\",\"any\",\"fixed_source\",\"prepared\"]"
static const char info[] =
	"{\"implementation\":\"gaia-ecs\",\"version\":\"b56f2b2\",\"language\":\"C++\",\"protocol\":1,\"profiles\":[\"gaia\"],"
	"\"own\":[{\"name\":\"gaia\",\"base\":\"flecs-3\",\"fields\":{\"prefab_children\":\"own\",\"subclasses\":\"none\",\"instantiation\":\"DontInherit\",\"transitivity\":[\"filter\",\"cached\",\"rule\"]}}],"
	"\"capabilities\":{\"world\":[\"entities\",\"recycling\",\"pairs\",\"wildcards\",\"child_of\",\"is_a\",\"exclusive\",\"acyclic\",\"cleanup\",\"prefab\",\"on_instantiate\",\"dont_inherit\",\"dump\"],"
	"\"filter\":" QUERIES ",\"cached\":" QUERIES ",\"rule\":" QUERIES "},"
	"\"partly\":[\"entities\",\"pairs\",\"wildcards\",\"child_of\",\"is_a\",\"acyclic\",\"on_instantiate\",\"query\",\"or\",\"not\",\"optional\",\"any\",\"fixed_source\",\"prepared\"]}";
static const struct { const char* name; json_t* (*f)(const json_t*); } handlers[] = {
	{"entity", opEntity}, {"delete", opDelete}, {"clear", opClear}, {"alive", opAlive}, {"add", opAdd}, {"remove", opRemove}, {"has", opHas}, {"owns", opOwns},
	{"ids", opIds}, {"dump", opDump}, {"query", opQuery}, {"prepare", opPrepare}, {"iterate", opIterate}, {"release", opRelease}, {"target", opTarget},
	{"targets", opTargets}, {"sources", opSources}, {"parent", opParent}, {"children", opChildren}, {nullptr, nullptr}};
static bool ended = false;
static json_t* perform(json_t* r) {
	if (!json_is_object(r) || !json_is_string(json_object_get(r, "op"))) refuse("syntax", "a request is one JSON object that names its operation");
	std::string op = json_string_value(json_object_get(r, "op"));
	const struct operation* row = operations;
	while (row->name && op != row->name) row++;
	if (!row->name) unsupported("there is no operation " + op);
	const char* n; json_t* v;
	json_object_foreach(r, n, v) if (strcmp(n, "op") && !listed(row->may, n)) refuse("syntax", op + " has no argument " + n);
	if (op == "hello") return json_pack("{s:o}", "info", json_loads(info, 0, nullptr));
	if (op == "reset") {
		if (json_object_size(arg(r, "options")) > 0) unsupported("there are no options");
		const json_t* p = arg(r, "profile");
		if (p && text(p) != "gaia") unsupported("there is no profile " + text(p));
		held.clear(); things.clear(); byHandle.clear(); byEntity.clear(); w.reset(); w = std::make_unique<ecs::World>();
		return nullptr;
	}
	if (op == "note") return nullptr;
	if (op == "quit") { ended = true; return nullptr; }
	if (!w) refuse("invalid", "there is no world yet: begin with reset");
	size_t h = 0; while (handlers[h].name && op != handlers[h].name) h++;
	if (!handlers[h].name) unsupported(op + " is not here yet");
	for (const char* const* must = row->must; *must; must++) if (!arg(r, *must)) refuse("invalid", op + " needs " + *must);
	return handlers[h].f(r);
}
int main(int argc, char** argv) {
	for (int a = 1; a < argc; a++) if (!strcmp(argv[a], "--update")) optUpdate = true;
	FILE* out = fdopen(dup(1), "w"); // the library logs to stdout
	dup2(2, 1);
	char* line = nullptr; size_t room = 0;
	while (!ended && getline(&line, &room, stdin) >= 0) {
		if (line[strspn(line, " \t\r\n")] == 0) continue;
		json_t* r = json_loads(line, JSON_REJECT_DUPLICATES, nullptr); json_t* full;
		try { json_t* f = perform(r); full = f ? f : json_object(); json_object_set_new(full, "ok", json_true()); }
		catch (const Refusal& x) { full = json_pack("{s:b,s:{s:s,s:s}}", "ok", 0, "error", "code", x.code.c_str(), "message", x.message.c_str()); }
		json_dumpf(full, out, JSON_COMPACT); fputc('\n', out); fflush(out);
		json_decref(full); json_decref(r);
	}
	held.clear(); w.reset();
}
