// The defects in the public API of Flecs: ./repro NAME shows one. It compiles with 3.2 and 4.1:
//
//	gcc -std=gnu11 -w -I "$FLECS" -o repro repro.c "$FLECS/flecs.c" -lpthread -lm
#include "flecs.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static ecs_world_t *w;

static ecs_entity_t thing(const char *name) {
#if FLECS_VERSION_MAJOR >= 4
	return ecs_entity(w, {.name = name});
#else
	return ecs_entity_init(w, &(ecs_entity_desc_t){.name = name});
#endif
}

static ecs_entity_t unnamed(void) {
#if FLECS_VERSION_MAJOR >= 4
	return ecs_new(w);
#else
	return ecs_new_id(w);
#endif
}

static void add(ecs_entity_t e, ecs_id_t id) { ecs_add_id(w, e, id); }
static void show(const char *what, int want, int got) { printf("%s: expected %d, actual %d\n", what, want, got); }

enum { UNCACHED, CACHED };
#if FLECS_VERSION_MAJOR >= 4
typedef ecs_query_t query;
static query *make(int kind, const char *expr) {
	return ecs_query(w, {.expr = expr, .cache_kind = kind == CACHED ? EcsQueryCacheAuto : EcsQueryCacheNone});
}
static ecs_iter_t ask(query *q) { return ecs_query_iter(w, q); }
#else
#define ecs_auto_override_id ecs_override_id
typedef struct {
	ecs_query_t *cached;
	ecs_rule_t *rule;
} query;
static query *make(int kind, const char *expr) {
	query *q = calloc(1, sizeof *q);
	if (kind == CACHED) q->cached = ecs_query(w, {.filter.expr = expr});
	else q->rule = ecs_rule(w, {.expr = expr});
	return q;
}
static ecs_iter_t ask(query *q) { return q->cached ? ecs_query_iter(w, q->cached) : ecs_rule_iter(w, q->rule); }
#endif

/* rows counts the results for an entity, or all of them for 0. */
static int rows(query *q, ecs_entity_t e) {
	int n = 0;
	ecs_iter_t it = ask(q);
	while (ecs_iter_next(&it)) {
		if (!e) n += it.count ? it.count : 1;
		for (int i = 0; e && i < it.count; i++) n += it.entities[i] == e;
	}
	return n;
}

int main(int argc, char **arguments) {
	(void)argc;
	setbuf(stdout, NULL);
	w = ecs_mini();
	const char *name = arguments[1];
#define CASE(id) if (strcmp(name, id) == 0)
	CASE("self-target-survives") {
		ecs_entity_t R = thing("R"), a = thing("a");
		add(R, ecs_pair(EcsOnDelete, EcsDelete));
		add(a, ecs_pair(R, R));
		ecs_delete(w, R);
		show("a is alive", 0, ecs_is_alive(w, a));
	}
	CASE("with-cycle") {
		ecs_entity_t A = thing("A"), B = thing("B"), e = thing("e");
		add(B, ecs_pair(EcsWith, A));
		add(A, ecs_pair(EcsWith, B));
		printf("e has A and B: expected 1, actual ");
		add(e, A);
		printf("%d\n", ecs_has_id(w, e, A) && ecs_has_id(w, e, B));
	}
	CASE("cached-not-only") {
		ecs_entity_t P = thing("P"), A = thing("A"), a;
		query *q = make(CACHED, "!P");
		a = thing("a");
		add(a, A);
		show("rows of a, uncached", 1, rows(make(UNCACHED, "!P"), a));
		show("rows of a, cached", 1, rows(q, a));
	}
	CASE("reflexive-not") {
		ecs_entity_t T = thing("T"), tree = thing("Tree"), rock = thing("Rock");
		add(tree, T);
		add(rock, T);
		show("Rock is a T but no Tree", 1, rows(make(UNCACHED, "T, !(IsA, Tree)"), rock));
	}
	CASE("not-equal") {
		ecs_entity_t A = thing("A"), x = thing("x"), y = thing("y");
		add(x, A);
		add(y, A);
		show("pairs of two", 2, rows(make(UNCACHED, "A($a), A($b), $a != $b"), 0));
	}
	CASE("not-before-use") {
		ecs_entity_t P = thing("P"), R = thing("R"), a = thing("a");
		add(a, P);
		printf("rows of a: expected 1, actual ");
		printf("%d\n", rows(make(UNCACHED, "!(R, $x), P($x)"), a));
	}
	CASE("transitive-cycle") {
		ecs_entity_t R = thing("R"), a = thing("a"), b = thing("b");
		add(R, EcsTransitive);
		add(b, ecs_pair(R, a));
		printf("rows of a: expected 1, actual ");
		add(a, ecs_pair(R, b));
		printf("%d\n", rows(make(UNCACHED, "(R, a)"), a));
	}
	CASE("transitive-or-first") {
		ecs_entity_t R = thing("R"), T = thing("T"), a = thing("a");
		add(R, EcsTransitive);
		add(a, T);
		show("rows of a", 1, rows(make(UNCACHED, "(R, *) || T"), a));
	}
	CASE("disabled-transitive") {
		ecs_entity_t R = thing("R"), x = thing("x"), a = thing("a");
		add(R, EcsTransitive);
		add(a, ecs_pair(R, x));
		add(a, EcsDisabled);
		show("rows of a for (R, x)", 0, rows(make(UNCACHED, "(R, x)"), a));
		show("rows of a for (R, *)", 0, rows(make(UNCACHED, "(R, *)"), a));
	}
	CASE("cached-or-childof") {
		ecs_entity_t T = thing("T"), a = thing("a"), b = thing("b");
		add(b, ecs_pair(EcsChildOf, a));
		show("rows of b, uncached", 1, rows(make(UNCACHED, "T || (ChildOf, *)"), b));
		show("rows of b, cached", 1, rows(make(CACHED, "T || (ChildOf, *)"), b));
	}
#if FLECS_VERSION_MAJOR >= 4
	CASE("isa-star-order") {
		ecs_entity_t T = thing("T"), e = thing("e");
		add(e, T);
		int first = rows(make(UNCACHED, "(IsA, *), T"), e);
		show("rows of e for T, (IsA, *), which (IsA, *), T has", first, rows(make(UNCACHED, "T, (IsA, *)"), e));
	}
	CASE("cached-childof-id") {
		ecs_entity_t T = thing("T"), a = thing("a"), b = thing("b");
		add(b, ecs_pair(EcsChildOf, a));
		ecs_iter_t it = ask(make(CACHED, "?T, (ChildOf, a)"));
		it = ask(make(CACHED, "?T, (ChildOf, *)"));
		while (ecs_iter_next(&it)) {
			if (it.count && it.entities[0] == b) show("the id is (ChildOf, a)", 1, ecs_field_id(&it, 1) == ecs_pair(EcsChildOf, a));
		}
	}
	CASE("stale-copy") {
		ecs_entity_t A = thing("A"), a = thing("a"), b = thing("b"), c = thing("c");
		add(a, A);
		add(b, ecs_pair(EcsIsA, a));
		ecs_remove_id(w, a, A);
		add(c, ecs_pair(EcsIsA, a));
		show("c has A", 0, ecs_has_id(w, c, A));
	}
	CASE("row-without-this") {
		ecs_entity_t a = thing("a"), b = thing("b");
		add(b, ecs_pair(EcsChildOf, a));
		ecs_iter_t it = ask(make(UNCACHED, "(ChildOf, a), ChildOf($x, *)"));
		int without = 0;
		while (ecs_iter_next(&it)) without += it.count == 0;
		show("rows without an entity", 0, without);
	}
	CASE("or-subclass") {
		ecs_entity_t P = thing("P"), Q = thing("Q"), A = thing("A"), a = thing("a");
		add(A, ecs_pair(EcsIsA, Q));
		add(a, A);
		show("rows of a for Q", 1, rows(make(UNCACHED, "Q"), a));
		show("rows of a for P || Q", 1, rows(make(UNCACHED, "P || Q"), a));
	}
	CASE("readd-prefab") {
		ecs_entity_t a = unnamed(), b = unnamed();
		add(a, EcsPrefab);
		add(b, ecs_pair(EcsChildOf, a));
		ecs_remove_id(w, b, EcsPrefab);
		add(b, ecs_pair(EcsChildOf, a));
		show("b is a prefab", 0, ecs_has_id(w, b, EcsPrefab));
	}
	CASE("override-with") {
		ecs_entity_t A = thing("A"), P = thing("P"), b = thing("b"), i = thing("i");
		add(P, ecs_pair(EcsWith, A));
		ecs_auto_override_id(w, b, P);
		add(i, ecs_pair(EcsIsA, b));
		show("i has P", 1, ecs_owns_id(w, i, P));
		show("i has A", 1, ecs_owns_id(w, i, A));
	}
	CASE("list-empty") {
		ecs_entity_t list = unnamed();
		query *alone = ecs_query(w, {.terms = {{.first.id = list, .oper = EcsOrFrom}}});
		query *more = ecs_query(w, {.terms = {{.first.id = list, .oper = EcsOrFrom}, {.id = list, .oper = EcsOptional}}});
		show("rows of list for or | list", 0, rows(alone, list));
		show("rows of list for or | list, ?list", 0, rows(more, list));
	}
	CASE("or-from-hangs") {
		ecs_entity_t a = thing("a"), list = thing("list"), R = thing("R"), b = thing("b");
		add(list, a);
		add(b, ecs_pair(R, a));
		query *q = make(UNCACHED, "(R, a), ChildOf($x, *), or|list");
		printf("results: expected 0, actual ");
		alarm(5);
		printf("%d\n", rows(q, 0));
	}
	CASE("or-this-element") {
		ecs_entity_t a = thing("a"), b = thing("b");
		add(b, ecs_pair(EcsChildOf, a));
		show("rows of b for (ChildOf, a)", 1, rows(make(UNCACHED, "(ChildOf, a)"), b));
		show("rows of b with an alternative", 1, rows(make(UNCACHED, "(ChildOf, a) || (ChildOf, $this)"), b));
	}
	CASE("or-wildcard-later") {
		ecs_entity_t P = thing("P"), Q = thing("Q"), R = thing("R"), c = thing("c");
		add(c, P);
		add(c, ecs_pair(R, P));
		add(c, ecs_pair(R, Q));
		show("rows of c with the chain first", 2, rows(make(UNCACHED, "Q || (R, *), P"), c));
		show("rows of c with the chain last", 2, rows(make(UNCACHED, "P, Q || (R, *)"), c));
	}
	CASE("override-isa") {
		ecs_entity_t a = thing("a"), b = thing("b"), c = thing("c"), d = unnamed();
		add(b, ecs_pair(EcsIsA, a));
		ecs_auto_override_id(w, b, ecs_pair(EcsIsA, a));
		add(c, EcsPrefab);
		make(CACHED, "!Prefab");
		add(a, ecs_pair(EcsChildOf, c));
		add(d, ecs_pair(EcsChildOf, c));
		printf("d is an instance of b: expected 1, actual ");
		add(d, ecs_pair(EcsIsA, b));
		printf("%d\n", ecs_has_pair(w, d, EcsIsA, b));
	}
	CASE("or-equality-field") {
		ecs_entity_t P = thing("P"), L = thing("L"), a = thing("a");
		add(a, P);
		ecs_iter_t it = ask(make(UNCACHED, "P, $this == a || L"));
		while (ecs_iter_next(&it)) {
			show("a has L", 0, ecs_has_id(w, a, L));
			show("the field of the chain is set", 0, ecs_field_is_set(&it, 1));
			show("it reports L", 0, ecs_field_id(&it, 1) == L);
		}
	}
	CASE("self-cached") {
		ecs_entity_t R = thing("R"), P = thing("P"), Q = thing("Q"), a = thing("a");
		add(R, EcsTransitive);
		add(Q, ecs_pair(EcsIsA, P));
		add(a, Q);
		add(a, ecs_pair(R, P));
		show("rows of a, uncached", 0, rows(make(UNCACHED, "P|self, (R, P)"), a));
		show("rows of a, cached", 0, rows(make(CACHED, "P|self, (R, P)"), a));
	}
	CASE("optional-scope") {
		ecs_entity_t P = thing("P"), b = thing("b");
		show("rows of b for ?P, !P", 1, rows(make(UNCACHED, "?P, !P"), b));
		show("rows of b for ?P, !{ P }", 1, rows(make(UNCACHED, "?P, !{ P }"), b));
	}
#endif
#if FLECS_VERSION_MAJOR < 4
	CASE("reflexive-fixed") {
		ecs_entity_t a = unnamed(), b = unnamed();
		query q = {.rule = ecs_rule(w, {.terms = {{.first.id = EcsIsA, .second.id = a, .src.id = b}}})};
		printf("rows: expected 0, actual ");
		printf("%d\n", rows(&q, 0));
	}
	CASE("and-from-empty") {
		ecs_entity_t list = unnamed();
		ecs_filter_t *f = ecs_filter(w, {.terms = {{.id = list, .oper = EcsAndFrom}}});
		int n = 0;
		printf("rows: expected at least 0, actual ");
		ecs_iter_t it = ecs_filter_iter(w, f);
		while (ecs_filter_next(&it)) n += it.count;
		printf("%d\n", n);
	}
	CASE("cached-not-after-delete") {
		ecs_entity_t a = unnamed(), b = unnamed();
		add(a, EcsDontInherit);
		query *q = make(CACHED, "!(IsA, *)");
		ecs_delete(w, a);
		ecs_iter_t it = ask(q);
		int without = 0;
		while (ecs_iter_next(&it)) without += it.count == 0;
		show("rows without an entity", 0, without);
	}
#endif
	CASE("cascade-panic") {
		ecs_entity_t a = thing("a"), b = thing("b");
		add(b, ecs_pair(EcsChildOf, a));
		add(b, ecs_pair(EcsOnDelete, EcsPanic));
		ecs_delete(w, a);
		show("b is alive, or the program ended", 1, ecs_is_alive(w, b));
	}
	CASE("one-of-once") {
		ecs_entity_t F = thing("F"), A = thing("A"), a = thing("a"), b = thing("b");
		add(F, EcsOneOf);
		add(A, ecs_pair(EcsChildOf, F));
		add(a, ecs_pair(F, A));
		ecs_remove_id(w, A, ecs_pair(EcsChildOf, F));
		add(b, ecs_pair(F, A));
		show("b has (F, A), or the program ended", 0, ecs_has_pair(w, b, F, A));
	}
	CASE("override-exclusive") {
		ecs_entity_t R = thing("R"), b = thing("b"), i = thing("i");
		add(R, EcsExclusive);
		ecs_auto_override_id(w, b, ecs_pair(R, R));
		ecs_auto_override_id(w, b, ecs_pair(R, b));
		add(i, ecs_pair(EcsIsA, b));
		show("targets of i", 1, ecs_owns_id(w, i, ecs_pair(R, R)) + ecs_owns_id(w, i, ecs_pair(R, b)));
	}
	CASE("count-twice") {
		ecs_entity_t R = thing("R"), a = thing("a"), b = thing("b"), c = thing("c");
		add(c, ecs_pair(R, a));
		add(c, ecs_pair(R, b));
		show("entities with (R, *)", 1, ecs_count_id(w, ecs_pair(R, EcsWildcard)));
	}
	CASE("inherited-targets-lost") {
		ecs_entity_t R = thing("R"), x = thing("x"), y = thing("y"), base = thing("base"), inst = thing("inst");
		add(base, ecs_pair(R, x));
		add(base, ecs_pair(R, y));
		add(inst, ecs_pair(EcsIsA, base));
		show("rows of base", 2, rows(make(UNCACHED, "(R, *)"), base));
		show("rows of inst", 2, rows(make(UNCACHED, "(R, *)"), inst));
	}
	CASE("symmetric-delete-with") {
		ecs_entity_t R = thing("R"), a = thing("a"), b = thing("b");
		add(R, EcsSymmetric);
		add(b, ecs_pair(R, a));
		show("b has (R, a)", 1, ecs_has_pair(w, b, R, a));
		ecs_delete_with(w, ecs_pair(R, a));
		show("b is alive", 0, ecs_is_alive(w, b));
	}
	CASE("symmetric-delete") {
		ecs_entity_t R = thing("R"), a = thing("a"), b = thing("b");
		add(R, EcsSymmetric);
		add(R, ecs_pair(EcsOnDeleteTarget, EcsDelete));
		add(b, ecs_pair(R, a));
		printf("a is alive: expected 0, actual ");
		ecs_delete(w, b);
		printf("%d\n", ecs_is_alive(w, a));
	}
	CASE("not-from-never") {
		ecs_entity_t P = thing("P"), T = thing("T"), list = thing("list"), a = thing("a");
		add(list, P);
		add(a, T);
		show("rows of a", 1, rows(make(CACHED, "T, NOT | list"), a));
	}
	CASE("disabled-optional-first") {
		ecs_entity_t A = thing("A"), B = thing("B"), a = thing("a");
		add(a, B);
		add(a, EcsDisabled);
		show("rows of a for B, ?A", 0, rows(make(UNCACHED, "B, ?A"), a));
		show("rows of a for ?A, B", 0, rows(make(UNCACHED, "?A, B"), a));
	}
	CASE("cached-optional-star") {
		ecs_entity_t R = thing("R"), a = thing("a");
		printf("rows of a: expected 1, actual ");
		printf("%d\n", rows(make(CACHED, "?(R, *)"), a));
	}
	CASE("with-exclusive") {
		ecs_entity_t Home = thing("Home"), Owns = thing("Owns"), House = thing("House"), Boat = thing("Boat"), Bob = thing("Bob");
		add(Home, EcsExclusive);
		add(Owns, ecs_pair(EcsWith, Home));
		add(Bob, ecs_pair(Owns, House));
		add(Bob, ecs_pair(Owns, Boat));
		show("targets of Home", 1, ecs_has_pair(w, Bob, Home, House) + ecs_has_pair(w, Bob, Home, Boat));
	}
	CASE("or-stale-variable") {
		ecs_entity_t P = thing("P"), Q = thing("Q"), a = thing("a"), b = thing("b"), c = thing("c");
		add(b, P);
		add(b, ecs_pair(EcsChildOf, a));
		add(c, P);
		add(c, Q);
		query *q = make(UNCACHED, "(ChildOf, $x) || P");
		ecs_iter_t it = ask(q);
		int stale = 0;
		while (ecs_iter_next(&it)) {
#if FLECS_VERSION_MAJOR >= 4
			int x = ecs_query_find_var(q, "x");
#else
			int x = ecs_rule_find_var(q->rule, "x");
#endif
			for (int i = 0; i < it.count; i++) stale += it.entities[i] == c && ecs_iter_get_var(&it, x) == a;
		}
		show("rows of c with x = a", 0, stale);
	}
#if FLECS_VERSION_MAJOR < 4
	CASE("remove-by-target") {
		ecs_entity_t Eats = thing("Eats"), Likes = thing("Likes"), x = thing("x"), y = thing("y"), e = thing("e");
		add(e, ecs_pair(Eats, x));
		add(e, ecs_pair(Likes, y));
		ecs_remove_id(w, e, ecs_pair(EcsWildcard, y));
		show("e has (Likes, y)", 0, ecs_has_pair(w, e, Likes, y));
		ecs_remove_all(w, ecs_pair(EcsWildcard, y));
		show("e has (Likes, y) after ecs_remove_all", 0, ecs_has_pair(w, e, Likes, y));
	}
	CASE("reflexive-unused") {
		ecs_entity_t Tree = thing("Tree");
		show("rows of Tree", 1, rows(make(UNCACHED, "(IsA, Tree)"), Tree));
		add(thing("Oak"), ecs_pair(EcsIsA, Tree));
		show("rows of Tree, once there is an Oak", 1, rows(make(UNCACHED, "(IsA, Tree)"), Tree));
	}
	CASE("preset-after-or") {
		ecs_entity_t P = thing("P"), Q = thing("Q"), a = thing("a"), b = thing("b");
		add(b, P);
		query *q = make(UNCACHED, "P || Q, P($x)");
		ecs_iter_t it = ask(q);
		ecs_iter_set_var(&it, ecs_rule_find_var(q->rule, "x"), a);
		int other = 0;
		while (ecs_iter_next(&it)) other += ecs_iter_get_var(&it, ecs_rule_find_var(q->rule, "x")) != a;
		show("rows with another x than a", 0, other);
	}
	CASE("equal-bare") {
		ecs_entity_t a = unnamed();
		ecs_rule_t *r = ecs_rule(w, {.terms = {{.first.id = EcsPredEq, .src.name = "$this", .second.id = a}}});
		int n = 0;
		printf("rows of a: expected 1, actual ");
		ecs_iter_t it = ecs_rule_iter(w, r);
		while (ecs_rule_next(&it)) n += it.count;
		printf("%d\n", n);
	}
	CASE("list-pair-cached") {
		ecs_entity_t R = thing("R"), t = thing("t"), list = ecs_new_w_id(w, EcsPrefab), a = thing("a");
		ecs_set_name(w, list, "list");
		add(list, ecs_pair(R, t));
		add(a, ecs_pair(R, t));
		printf("rows of a: expected 1, actual ");
		printf("%d\n", rows(make(CACHED, "AND | list"), a));
	}
	CASE("bare-unmatched") {
		ecs_entity_t P = thing("P"), a = unnamed();
		show("rows of a for !P", 1, rows(make(UNCACHED, "!P"), a));
		show("rows of a for ?P", 1, rows(make(UNCACHED, "?P"), a));
	}
	CASE("recycled-in-query") {
		ecs_entity_t P = thing("P");
		query *q = make(CACHED, "(P, *)");
		ecs_delete(w, P);
		ecs_entity_t R = unnamed(), a = thing("a"), b = thing("b");
		add(b, ecs_pair(R, a));
		show("rows of b for the pairs of the deleted P", 0, rows(q, b));
	}
	CASE("scope-overwrites") {
		ecs_entity_t L = thing("L"), City = thing("City"), u = thing("u"), n = thing("n"), m = thing("m"), P = thing("P"), bob = thing("bob");
		add(L, EcsTransitive);
		add(u, City);
		add(n, ecs_pair(L, u));
		add(m, ecs_pair(L, n));
		add(bob, P);
		query *q = make(UNCACHED, "City($c), !{ P($p), L($p, $c) }");
		ecs_iter_t it = ask(q);
		int other = 0;
		while (ecs_iter_next(&it)) other += ecs_iter_get_var(&it, ecs_rule_find_var(q->rule, "c")) != u;
		show("rows with a city that is none", 0, other);
	}
	CASE("or-inherited-twice") {
		ecs_entity_t P = thing("P"), Q = thing("Q"), a = thing("a"), b = thing("b");
		add(a, P);
		add(b, ecs_pair(EcsIsA, a));
		printf("rows of b: expected 1, actual ");
		printf("%d\n", rows(make(UNCACHED, "P || Q || P"), b));
	}
	CASE("any-up-self") {
		ecs_entity_t P = thing("P"), a = unnamed();
		add(a, P);
		show("rows of a, which has nothing above", 0, rows(make(UNCACHED, "_(up)"), a));
	}
	CASE("preset-bare") {
		ecs_entity_t P = thing("P"), a = unnamed();
		add(thing("b"), P);
		query *q = make(UNCACHED, "P");
		ecs_iter_t it = ask(q);
		ecs_iter_set_var(&it, 0, a);
		printf("results for $this = a: expected 0, actual ");
		printf("%d\n", ecs_iter_next(&it));
	}
#endif
#if FLECS_VERSION_MAJOR >= 4
	CASE("list-of-unbound") {
		ecs_entity_t P = thing("P");
		printf("results: expected 1, actual ");
		printf("%d\n", rows(make(UNCACHED, "and|P($x), !IsA"), 0) > 0);
	}
	CASE("not-binds-equal") {
		ecs_entity_t R = thing("R"), a = thing("a"), b = thing("b");
		add(b, ecs_pair(R, a));
		show("rows of b", 1, rows(make(UNCACHED, "!(R, $x), (R, a), $this == $x"), b));
	}
#endif
	return 0;
}
