// The defects in the library's own terms: ./repro NAME shows one.
//
//	g++ -std=c++20 -O0 -w -I "$GAIA/single_include" -o repro repro.cpp -lpthread
#include <cstdio>
#include <cstring>
#include <gaia.h>
using namespace gaia;
using E = ecs::Entity;
using P = ecs::Pair;

static void show(const char* what, int want, int got) { printf("%s: expected %d, actual %d\n", what, want, got); }

static int count(ecs::Query q) {
	int n = 0;
	q.each([&](E) { n++; });
	return n;
}

int main(int, char** arguments) {
	setbuf(stdout, nullptr);
	ecs::World w;
	auto is = [&](const char* name) { return strcmp(arguments[1], name) == 0; };
	if (is("deletes-children-of-targets")) {
		E R = w.add(), a = w.add(), b = w.add(), c = w.add();
		w.add(b, P(R, a));
		w.child(c, a);
		w.del(R);
		show("c is alive", 1, w.valid(c));
	} else if (is("dangles-after-cascade")) {
		E R = w.add(), a = w.add(), b = w.add(), c = w.add();
		w.child(b, a);
		w.add(c, P(R, b));
		w.del(a);
		show("b is alive", 0, w.valid(b));
		show("c has (R, *)", 0, w.has(c, P(R, ecs::All)));
		show("entities with (R, *)", 0, count(w.uquery().all(P(R, ecs::All))));
	} else if (is("child-survives")) {
		E a = w.add(), b = w.add(), c = w.add();
		w.child(b, a);
		w.child(c, a);
		w.del(c, P(ecs::ChildOf, a));
		w.del(a);
		show("b is alive", 0, w.valid(b));
	} else if (is("tag-cascade-stops")) {
		E T = w.add(), a = w.add(), b = w.add();
		w.add(T, P(ecs::OnDelete, ecs::Delete));
		w.add(a, T);
		w.child(b, a);
		w.del(T);
		show("a is alive", 0, w.valid(a));
		show("b is alive", 0, w.valid(b));
	} else if (is("cascade-ignores-error")) {
		E R = w.add(), a = w.add(), b = w.add(), c = w.add();
		w.add(R, P(ecs::OnDeleteTarget, ecs::Error));
		w.child(b, a);
		w.add(c, P(R, b));
		w.del(a);
		show("b is alive", 1, w.valid(b));
	} else if (is("error-without-target")) {
		E a = w.add();
		w.add(a, P(ecs::OnDeleteTarget, ecs::Error));
		printf("a is alive: expected 0, actual ");
		w.del(a);
		printf("%d\n", w.valid(a));
	} else if (is("no-excludes-pairs")) {
		E R = w.add(), a = w.add(), b = w.add();
		w.add(b, P(R, a));
		bool found = false;
		w.query().no(R).each([&](E e) { found |= e == b; });
		show("b has R", 0, w.has(b, R));
		show("b is found by no(R)", 1, found);
	} else if (is("dead-instance-stays")) {
		E a = w.add(), b = w.add(), c = w.add();
		w.as(b, a);
		w.as(c, a);
		w.del(b);
		show("entities that are a", 2, count(w.query().is(a)));
	} else if (is("wildcard-beside-target")) {
		E R = w.add(), a = w.add(), b = w.add();
		w.add(b, P(R, a));
		show("entities with (R, *) and (R, a)", 1, count(w.query().all(P(R, ecs::All)).all(P(R, a))));
	} else if (is("not-is-alone")) {
		E a = w.add(), b = w.add();
		show("b is none", 1, count(w.query().no(P(ecs::Is, a))) > 0);
	} else if (is("delete-spares-pairs")) {
		E R = w.add(), a = w.add(), b = w.add();
		w.add(R, P(ecs::OnDelete, ecs::Delete));
		w.add(b, P(R, a));
		w.del(R);
		show("b is alive", 0, w.valid(b));
	} else if (is("diamond-twice")) {
		E a = w.add(), b = w.add(), c = w.add();
		w.as(b, a);
		w.as(c, a);
		w.as(c, b);
		show("entities that are a", 3, count(w.query().is(a)));
	} else if (is("optional-hides-base")) {
		E p = w.add(), a = w.add();
		show("entities that are a", 1, count(w.query().is(a)));
		show("the same with an optional term", 1, count(w.query().any(p).is(a)));
	} else if (is("not-inherited-asserts")) {
		E p = w.add(), b = w.add(), a = w.add();
		w.add(p, P(ecs::OnInstantiate, ecs::Inherit));
		w.add(a, b);
		show("entities with b and not p", 1, count(w.query().all(b).no(p)));
	}
}
