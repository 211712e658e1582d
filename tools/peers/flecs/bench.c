// Measures Flecs 4.1, or 3.2 with -DFLECS3, with the benchmarks of fast/bench: "list" prints their names, and
// "NAME N MILLISECONDS" prints NAME, N, the least time of an operation in ns, and the check. ../README.md tells how
// to build it.
#include "flecs.h"
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef FLECS3
#if FLECS_VERSION_MAJOR != 3 || FLECS_VERSION_MINOR != 2
#error "these are not the sources of Flecs 3.2"
#endif
#define FIELD(it, T, i) ecs_field(it, T, (i) + 1)
#define FIELD_ID(it, i) ecs_field_id(it, (i) + 1)
#define FIELD_SELF(it, i) ecs_field_is_self(it, (i) + 1)
#undef ecs_new
#define ecs_new(w) ecs_new_id(w)
#define UP(r) "(up(" r "))"
#define CASCADE(r) "(cascade(" r "))"
#else
#if FLECS_VERSION_MAJOR != 4 || FLECS_VERSION_MINOR != 1
#error "these are not the sources of Flecs 4.1"
#endif
#define FIELD(it, T, i) ecs_field(it, T, i)
#define FIELD_ID(it, i) ecs_field_id(it, i)
#define FIELD_SELF(it, i) ecs_field_is_self(it, i)
#define UP(r) "(up " r ")"
#define CASCADE(r) "(cascade " r ")"
#endif

typedef struct { double x, y; } Pos;
typedef struct { double x, y; } Vel;
typedef struct { double x, y; } Acc;
typedef struct { double x, y; } Rot;
typedef struct { double x, y; } Mass;
ECS_COMPONENT_DECLARE(Pos);
ECS_COMPONENT_DECLARE(Vel);
ECS_COMPONENT_DECLARE(Acc);
ECS_COMPONENT_DECLARE(Rot);
ECS_COMPONENT_DECLARE(Mass);

// What prepare leaves for the body.
static ecs_world_t *w;
static ecs_entity_t R, RX, S, LocatedIn, Planet, tags[16];
static int n, targets, operations;
static ecs_entity_t *all, *to; // n entities, targets
static int *at;
static int64_t told;

static void *list(int count, size_t size) { return calloc(count > 0 ? (size_t)count : 1, size); }
static int most(int a, int b) { return a > b ? a : b; }
static int64_t number(ecs_entity_t e) { return (uint32_t)e; }

static uint64_t state = 88172645463325252ull;
static int drawn(int below) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (int)(state % (uint64_t)below);
}

// pick is that of fast/bench.
static int pick(int i, int below) {
  uint64_t x = (uint64_t)(i + 1) * 0x9E3779B97F4A7C15ull;
  x ^= x >> 32, x *= 0xD6E8FEB86659FD93ull, x ^= x >> 32;
  return (int)(x % (uint64_t)below);
}

static void shuffle(ecs_entity_t *a, int count) {
  for (int i = count - 1; i > 0; i--) {
    int j = drawn(i + 1);
    ecs_entity_t t = a[i];
    a[i] = a[j], a[j] = t;
  }
}

static void world(void) {
  w = ecs_mini();
  ECS_COMPONENT_DEFINE(w, Pos);
  ECS_COMPONENT_DEFINE(w, Vel);
  ECS_COMPONENT_DEFINE(w, Acc);
  ECS_COMPONENT_DEFINE(w, Rot);
  ECS_COMPONENT_DEFINE(w, Mass);
  R = ecs_entity(w, {.name = "R"}), S = ecs_entity(w, {.name = "S"}), RX = ecs_entity(w, {.name = "RX"});
  LocatedIn = ecs_entity(w, {.name = "LocatedIn"}), Planet = ecs_entity(w, {.name = "Planet"});
  ecs_add_id(w, RX, EcsExclusive);
  ecs_add_id(w, LocatedIn, EcsTransitive);
  ecs_add_id(w, LocatedIn, EcsTraversable);
  for (int i = 0; i < 16; i++) {
    char name[8];
    sprintf(name, "T%d", i);
    tags[i] = ecs_entity(w, {.name = name});
  }
  operations = n;
}

static void finish(void) {
  ecs_fini(w);
  free(all), free(to), free(at);
  all = to = NULL, at = NULL;
}

// query is uncached, or cached.
#ifdef FLECS3
typedef struct { ecs_query_t *kept; ecs_rule_t *rule; } query;
static query ask(const char *text, bool cached) {
  query q = {0};
  if (cached) q.kept = ecs_query(w, {.filter.expr = text});
  else q.rule = ecs_rule(w, {.expr = text});
  if (!q.kept && !q.rule) fprintf(stderr, "no query: %s\n", text), exit(2);
  return q;
}
static ecs_iter_t matches(query q) { return q.kept ? ecs_query_iter(w, q.kept) : ecs_rule_iter(w, q.rule); }
static bool next(ecs_iter_t *it) { return ecs_iter_next(it); }
static int variable(query q, const char *name) { return ecs_rule_find_var(q.rule, name); }
#else
typedef struct { ecs_query_t *q; } query;
static query ask(const char *text, bool cached) {
  query q = {ecs_query(w, {.expr = text, .cache_kind = cached ? EcsQueryCacheAuto : EcsQueryCacheNone})};
  if (!q.q) fprintf(stderr, "no query: %s\n", text), exit(2);
  return q;
}
static ecs_iter_t matches(query q) { return ecs_query_iter(w, q.q); }
static bool next(ecs_iter_t *it) { return ecs_query_next(it); }
static int variable(query q, const char *name) { return ecs_query_find_var(q.q, name); }
#endif
static query q;

static int64_t rows(query q) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) sum += it.count;
  return sum;
}

static int64_t pairs(ecs_entity_t r) { return ecs_count_id(w, ecs_pair(r, EcsWildcard)); }

static ecs_entity_t *plain(int count) {
  ecs_entity_t *e = list(count, sizeof *e);
  for (int i = 0; i < count; i++) e[i] = ecs_new(w);
  return e;
}

static ecs_entity_t with_pos(double x) {
  ecs_entity_t e = ecs_new_w_id(w, ecs_id(Pos));
  ecs_set(w, e, Pos, {x, 0});
  return e;
}

static void all_pos(void) {
  all = list(n, sizeof *all);
  for (int i = 0; i < n; i++) all[i] = with_pos(i);
}

// spawn2 goes straight into the table of Pos and Vel where the engine can.
static ecs_table_t *both;
static ecs_entity_t spawn2(double x) {
#ifdef FLECS3
  ecs_entity_t e = ecs_new_w_id(w, ecs_id(Pos));
  ecs_add_id(w, e, ecs_id(Vel));
#else
  ecs_entity_t e = ecs_new_w_table(w, both);
#endif
  *ecs_get_mut(w, e, Pos) = (Pos){x, 0};
  *ecs_get_mut(w, e, Vel) = (Vel){1, 0};
  return e;
}
static void both_table(void) {
  ecs_id_t ids[2] = {ecs_id(Pos), ecs_id(Vel)};
  both = ecs_table_find(w, ids, 2);
}
static void all_both(void) {
  both_table();
  all = list(n, sizeof *all);
  for (int i = 0; i < n; i++) all[i] = spawn2(i);
}

// all_tagged are in up to 1,024 tables.
static void all_tagged(void) {
  all = list(n, sizeof *all);
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = all[i] = ecs_new(w);
    for (int bit = 0; bit < 10; bit++)
      if (i >> bit & 1) ecs_add_id(w, e, tags[bit]);
    ecs_set(w, e, Pos, {i, 0});
    ecs_set(w, e, Vel, {1, 1});
  }
}

// creation

static void p_create2(void) { world(), both_table(); }
static int64_t b_create2(void) {
  for (int i = 0; i < n; i++) spawn2(i);
  return ecs_count_id(w, ecs_id(Pos));
}
static int64_t b_create2_naive(void) {
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = ecs_new(w);
    ecs_set(w, e, Pos, {i, 0});
    ecs_set(w, e, Vel, {1, 0});
  }
  return ecs_count_id(w, ecs_id(Vel));
}
static Pos *p; // the values have to be in arrays of the caller
static Vel *v;
static void p_create2_bulk(void) {
  world();
  if (!p) p = malloc(sizeof *p * (size_t)n), v = malloc(sizeof *v * (size_t)n);
}
static int64_t b_create2_bulk(void) {
  for (int i = 0; i < n; i++) p[i] = (Pos){i, 0}, v[i] = (Vel){1, 0};
  ecs_bulk_init(w, &(ecs_bulk_desc_t){.count = n, .ids = {ecs_id(Pos), ecs_id(Vel)}, .data = (void *[]){p, v}});
  return ecs_count_id(w, ecs_id(Vel));
}
static void p_create_rel(void) { world(), to = plain(100); }
static int64_t b_create_rel(void) {
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = ecs_new_w_pair(w, R, to[i % 100]);
    ecs_set(w, e, Pos, {i, 0});
    ecs_set(w, e, Vel, {1, 0});
  }
  return pairs(R);
}

// family is a tree in breadth-first order.
static void family(int fan, bool bulk) {
  Pos p[10];
  Vel v[10];
  for (int i = 0; i < 10; i++) p[i] = (Pos){1, 0}, v[i] = (Vel){1, 0};
  all = list(n, sizeof *all);
  int made = 0;
  all[made++] = ecs_new(w);
  ecs_set(w, all[0], Pos, {1, 0});
  ecs_set(w, all[0], Vel, {1, 0});
  for (int parent = 0; made < n; parent++) {
    int count = fan < n - made ? fan : n - made;
    ecs_id_t pair = ecs_pair(EcsChildOf, all[parent]);
    if (bulk) {
      memcpy(all + made,
             ecs_bulk_init(w, &(ecs_bulk_desc_t){.count = count, .ids = {ecs_id(Pos), ecs_id(Vel), pair},
                                                 .data = (void *[]){p, v, NULL}}),
             sizeof *all * (size_t)count);
      made += count;
      continue;
    }
    while (count-- > 0) {
      ecs_entity_t e = all[made++] = ecs_new_w_id(w, pair);
      ecs_set(w, e, Pos, {1, 0});
      ecs_set(w, e, Vel, {1, 0});
    }
  }
}
static int64_t b_build_tree(void) { return family(10, false), pairs(EcsChildOf) - told; }
static int64_t b_build_tree_bulk(void) { return family(10, true), pairs(EcsChildOf) - told; }
static void p_build_tree(void) { world(), told = pairs(EcsChildOf); } // those of the engine
static void p_pair_cold(void) { world(), all_pos(), to = plain(n); }
static int64_t b_pair_cold(void) {
  for (int i = 0; i < n; i++) ecs_add_pair(w, all[i], R, to[i]);
  return pairs(R);
}
static void p_pair_multi8(void) {
  world(), all_pos(), to = plain(64), at = list(8 * n, sizeof *at), operations = 8 * n;
  for (int i = 0; i < n; i++) {
    int order[64];
    for (int k = 0; k < 64; k++) order[k] = k;
    for (int k = 0; k < 8; k++) {
      int j = k + drawn(64 - k), t = order[j];
      order[j] = order[k], at[8 * i + k] = t;
    }
  }
}
static int64_t b_pair_multi8(void) {
  for (int i = 0; i < 8 * n; i++) ecs_add_pair(w, all[i / 8], R, to[at[i]]);
  return pairs(R) / 8; // which counts each pair
}
static int64_t pairs_on(ecs_entity_t e) {
  int64_t count = 0;
  while (ecs_get_target(w, e, R, (int32_t)count)) count++;
  return count;
}
static void p_pairs_on_one(void) { world(), all = plain(1), to = plain(n); }
static int64_t b_pairs_on_one(void) {
  for (int i = 0; i < n; i++) ecs_add_pair(w, all[0], R, to[i]);
  return pairs_on(all[0]);
}
static void p_pairs_one_wide(void) { p_pairs_on_one(), shuffle(to, n), operations = 2 * n; }
static int64_t b_pairs_one_wide(void) {
  b_pairs_on_one();
  int64_t count = pairs_on(all[0]);
  for (int i = 0; i < n; i++) ecs_remove_pair(w, all[0], R, to[i]);
  return count;
}
static void p_pairs_wide(void) {
  world(), to = plain(n), all = list(50, sizeof *all), operations = 50 * n;
  for (int i = 0; i < 50; i++) all[i] = with_pos(i);
}
static int64_t b_pairs_wide(void) {
  for (int i = 0; i < 50; i++)
    for (int k = 0; k < n; k++) ecs_add_pair(w, all[i], R, to[k]);
  return ecs_count_id(w, ecs_pair(R, to[n - 1]));
}
static void p_tags_many(void) { world(), all_pos(), to = plain(n); }
static int64_t b_tags_many(void) {
  for (int i = 0; i < n; i++) ecs_add_id(w, all[i], to[i]);
  return ecs_count_id(w, to[n - 1]);
}
static int tag_count;
static void p_arch_combos(void) {
  world(), all = plain(n);
  for (tag_count = 0; 1 << tag_count <= n; tag_count++)
    ;
}
static int64_t b_arch_combos(void) {
  for (int i = 0; i < n; i++)
    for (int bit = tag_count - 1; bit >= 0; bit--)
      if ((i + 1) >> bit & 1) ecs_add_id(w, all[i], tags[bit]);
  int64_t sum = 0;
  for (int bit = 0; bit < tag_count; bit++) sum += ecs_count_id(w, tags[bit]);
  return sum;
}

// moving

static ecs_id_t changed;
static void p_addrem(void) { world(), all_pos(), changed = ecs_id(Vel), operations = 2 * n; }
static int64_t b_addrem(void) {
  for (int i = 0; i < n; i++) ecs_add_id(w, all[i], changed);
  int64_t count = ecs_count_id(w, changed);
  for (int i = 0; i < n; i++) ecs_remove_id(w, all[i], changed);
  return count - ecs_count_id(w, changed);
}
static int64_t b_defer_addrem(void) {
  ecs_defer_begin(w);
  for (int i = 0; i < n; i++) ecs_add_id(w, all[i], changed);
  ecs_defer_end(w);
  int64_t count = ecs_count_id(w, changed);
  ecs_defer_begin(w);
  for (int i = 0; i < n; i++) ecs_remove_id(w, all[i], changed);
  ecs_defer_end(w);
  return count - ecs_count_id(w, changed);
}
#ifndef FLECS3
static void p_sparse_addrem(void) {
  world();
  ecs_add_id(w, ecs_id(Vel), EcsSparse);
  ecs_add_id(w, ecs_id(Vel), EcsDontFragment);
  all_pos(), changed = ecs_id(Vel), operations = 2 * n;
  q = ask("Vel", false);
}
static int64_t b_sparse_addrem(void) {
  for (int i = 0; i < n; i++) ecs_add_id(w, all[i], changed);
  int64_t count = rows(q);
  for (int i = 0; i < n; i++) ecs_remove_id(w, all[i], changed);
  return count - rows(q);
}
#endif
static void tell(ecs_iter_t *it) { told += it->count; }
static void observe(ecs_id_t id, bool set) {
  ecs_observer_desc_t d = {.callback = tell, .events = {EcsOnAdd, EcsOnRemove, set ? EcsOnSet : 0}};
#ifdef FLECS3
  d.filter.terms[0].id = id;
#else
  d.query.terms[0].id = id;
#endif
  ecs_observer_init(w, &d);
}
static void p_observe_addrem(void) { p_addrem(), observe(ecs_id(Vel), false); }
static int64_t b_observe_addrem(void) { return told = 0, b_addrem(), told; }
static void p_observe_other(void) { p_addrem(), told = 0, observe(ecs_id(Acc), false); }
static int64_t b_observe_other(void) { return b_addrem(), told + 1; }

static void addrem_pairs(int count) { world(), all_pos(), targets = count, to = plain(count), operations = 2 * n; }
static void p_pair_addrem_T10(void) { addrem_pairs(10); }
static void p_pair_addrem_frag(void) { addrem_pairs(most(1, n / 10)); }
static int64_t b_pair_addrem(void) {
  for (int i = 0; i < n; i++) ecs_add_pair(w, all[i], R, to[i % targets]);
  int64_t count = pairs(R);
  for (int i = 0; i < n; i++) ecs_remove_pair(w, all[i], R, to[i % targets]);
  return count - pairs(R);
}

static ecs_entity_t related;
static void reparenting(int count) {
  all_pos(), targets = count, to = plain(count), at = list(n, sizeof *at);
  for (int i = 0; i < n; i++) at[i] = i % count, ecs_add_pair(w, all[i], related, to[at[i]]);
}
static void p_reparent_T100(void) { world(), related = RX, reparenting(100), told = 0; }
static void p_reparent_frag(void) { world(), related = RX, reparenting(most(1, n / 10)), told = 0; }
static void p_reparent_child(void) { world(), related = EcsChildOf, told = pairs(EcsChildOf), reparenting(100); }
static void move_all(void) {
  for (int i = 0; i < n; i++) {
    int next = at[i] + 1;
    if (next == targets) next = 0;
    at[i] = next;
    ecs_add_pair(w, all[i], related, to[next]);
  }
}
static int64_t b_reparent(void) { return move_all(), pairs(related) - told; }
static ecs_entity_t union_relationship(void) {
  ecs_entity_t r = ecs_entity(w, {.name = "U"});
#ifdef FLECS3
  ecs_add_id(w, r, EcsUnion);
#else
  ecs_add_id(w, r, EcsExclusive), ecs_add_id(w, r, EcsDontFragment);
#endif
  return r;
}
static void p_union_T100(void) { world(), related = union_relationship(), reparenting(100); }
static void p_union_frag(void) { world(), related = union_relationship(), reparenting(most(1, n / 10)); }
static int64_t b_union_reparent(void) {
  move_all();
  return ecs_get_target(w, all[n - 1], related, 0) == to[at[n - 1]] ? n : 0;
}

// iterating

static void p_iter1(void) { world(), all_pos(), q = ask("Pos", true); }
static int64_t b_iter1(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    for (int i = 0; i < it.count; i++) p[i].x++, p[i].y++;
    sum += it.count;
  }
  return sum;
}
static void p_iter2(void) { world(), all_both(), q = ask("Pos, [in] Vel", true); }
static void p_iter2_frag(void) { world(), all_tagged(), q = ask("Pos, [in] Vel", true); }
static void p_iter2_frag_unc(void) { world(), all_tagged(), q = ask("Pos, [in] Vel", false); }
static int64_t b_iter2(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    Vel *v = FIELD(&it, Vel, 1);
    for (int i = 0; i < it.count; i++) p[i].x += v[i].x, p[i].y += v[i].y;
    sum += it.count;
  }
  return sum;
}
static void p_iter5(void) {
  world();
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = with_pos(i);
    ecs_set(w, e, Vel, {1, 0});
    ecs_set(w, e, Acc, {1, 0});
    ecs_set(w, e, Rot, {1, 0});
    ecs_set(w, e, Mass, {1, 0});
  }
  q = ask("Pos, [in] Vel, [in] Acc, [in] Rot, [in] Mass", true);
}
static int64_t b_iter5(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    Vel *v = FIELD(&it, Vel, 1);
    Acc *a = FIELD(&it, Acc, 2);
    Rot *r = FIELD(&it, Rot, 3);
    Mass *m = FIELD(&it, Mass, 4);
    for (int i = 0; i < it.count; i++)
      p[i].x += v[i].x + a[i].x + r[i].x + m[i].x, p[i].y += v[i].y + a[i].y + r[i].y + m[i].y;
    sum += it.count;
  }
  return sum;
}
static void linked(bool spread) {
  world(), targets = most(1, n / 10), to = plain(targets), all = list(n, sizeof *all);
  for (int i = 0; i < n; i++)
    all[i] = with_pos(1), ecs_add_pair(w, all[i], R, to[(spread ? i : i / 10) % targets]);
}
static void p_wild(void) { linked(false), q = ask("Pos, (R, *)", true); }
static void p_wild_unc(void) { linked(false), q = ask("Pos, (R, *)", false); }
static int64_t b_wild(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    for (int i = 0; i < it.count; i++) p[i].x++;
    sum += (int64_t)(uint32_t)ECS_PAIR_SECOND(FIELD_ID(&it, 1)) * it.count;
  }
  return sum - (int64_t)n * (number(to[0]) - 1);
}

// traversing

static void p_target_each(void) { linked(true), operations = targets; }
static int64_t b_target_each(void) {
  int64_t sum = 0;
  for (int k = 0; k < targets; k++) {
#ifdef FLECS3
    ecs_iter_t it = ecs_term_iter(w, &(ecs_term_t){.id = ecs_pair(R, to[k])});
    while (ecs_term_next(&it))
#else
    ecs_iter_t it = ecs_each_id(w, ecs_pair(R, to[k]));
    while (ecs_each_next(&it))
#endif
      for (int i = 0; i < it.count; i++) sum += number(it.entities[i]);
  }
  return sum - (int64_t)n * number(to[targets - 1]);
}
static int var, field;
static void p_target_q(void) { p_target_each(), q = ask("(R, $t), Pos", false), var = variable(q, "t"), field = 1; }
static void p_target_q_bad(void) {
  p_target_each(), q = ask("Pos, (R, $t)", false), var = variable(q, "t"), field = 0;
}
static int64_t b_target_q(void) {
  int64_t sum = 0;
  for (int k = 0; k < targets; k++) {
    ecs_iter_t it = matches(q);
    ecs_iter_set_var(&it, var, to[k]);
    while (next(&it)) {
      Pos *p = FIELD(&it, Pos, field);
      for (int i = 0; i < it.count; i++) p[i].x++;
      sum += it.count;
    }
  }
  return sum;
}
static void p_children(void) { world(), family(10, false), operations = most(1, n - 1); }
static void p_children_bulk(void) { world(), family(10, true), operations = most(1, n - 1); }
static int64_t b_children(void) {
  int64_t sum = 0;
  for (int k = 0; k < (n + 8) / 10; k++)
    for (ecs_iter_t it = ecs_children(w, all[k]); ecs_children_next(&it);)
      for (int i = 0; i < it.count; i++) sum += number(it.entities[i]);
  return sum - (int64_t)(n - 1) * number(all[0]);
}
static void roots(bool cached) {
  world();
  for (int i = 0; i < n;) {
    ecs_entity_t parent = ecs_new(w);
    ecs_set(w, parent, Mass, {1, 0});
    for (int k = 0; k < 10 && i < n; k++, i++) {
      ecs_entity_t e = ecs_new_w_pair(w, EcsChildOf, parent);
      ecs_set(w, e, Pos, {1, 0});
    }
  }
  q = ask("Pos, [in] Mass" UP("ChildOf"), cached);
}
static void p_up(void) { roots(true); }
static void p_up_unc(void) { roots(false); }
static int64_t b_up(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    double above = FIELD(&it, Mass, 1)->x;
    for (int i = 0; i < it.count; i++) p[i].x += above;
    sum += it.count;
  }
  return sum;
}
static void p_up_deep(void) {
  world();
  ecs_entity_t above = ecs_new(w);
  ecs_set(w, above, Mass, {1, 0});
  for (int i = 0; i < n; i++) {
    above = ecs_new_w_pair(w, EcsChildOf, above);
    ecs_set(w, above, Pos, {1, 0});
  }
  q = ask("Pos, [in] Mass" UP("ChildOf"), false);
}
static int64_t b_up_deep(void) {
  double sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) sum += FIELD(&it, Mass, 1)->x * it.count;
  return (int64_t)sum;
}
static void cascading(int fan, bool bulk) {
  world(), family(fan, bulk), q = ask("[in] Pos, [out] Vel, [in] ?Vel" CASCADE("ChildOf"), true);
}
static void p_cascade(void) { cascading(10, false); }
static void p_cascade_f2(void) { cascading(2, false); }
static void p_cascade_bulk(void) { cascading(10, true); }
static int64_t b_cascade(void) {
  double last = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    Vel *v = FIELD(&it, Vel, 1), *parent = FIELD(&it, Vel, 2), above = {0, 0};
    if (parent) above = *parent;
    for (int i = 0; i < it.count; i++) v[i].x = above.x + p[i].x, v[i].y = above.y + p[i].y;
    last = v[it.count - 1].x;
  }
  return (int64_t)last;
}
static void p_trans_down(void) {
  world(), all = plain(n), operations = n - 1;
  for (int i = 1; i < n; i++) ecs_add_pair(w, all[i], LocatedIn, all[(i - 1) / 10]);
  ecs_set_name(w, all[0], "Root");
  q = ask("LocatedIn($this, Root)", false);
}
static int64_t b_rows(void) { return rows(q); }
static void chain(void) {
  world(), all = plain(n + 1);
  for (int i = 0; i < n; i++) ecs_add_pair(w, all[i], LocatedIn, all[i + 1]);
  ecs_set_name(w, all[0], "Leaf"), ecs_set_name(w, all[n], "Root");
}
static void p_chain_down(void) { chain(), q = ask("LocatedIn($this, Root)", false); }
static void p_trans_up(void) { chain(), q = ask("LocatedIn(Leaf, $x)", false), var = variable(q, "x"); }
static int64_t b_trans_up(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) sum += number(ecs_iter_get_var(&it, var));
  return sum - (int64_t)n * number(all[0]);
}
static void p_trans_check(void) { chain(), operations = 100, q = ask("LocatedIn($this, Root)", false); }
static int64_t b_trans_check(void) {
  int64_t sum = 0;
  for (int i = 0; i < 100; i++) {
    ecs_iter_t it = matches(q);
    ecs_iter_set_var(&it, 0, all[0]);
    if (next(&it)) sum++, ecs_iter_fini(&it);
  }
  return sum;
}
static void joining(int count) {
  world(), targets = count, to = plain(count);
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = ecs_new_w_pair(w, R, to[pick(2 * i, count)]);
    ecs_add_pair(w, e, S, to[pick(2 * i + 1, count)]);
  }
  q = ask("(R, $x), (S, $x)", false), var = variable(q, "x");
}
static void p_join16(void) { joining(16); }
static void p_join_sparse(void) { joining(most(1, n / 10)); }
static int64_t b_join(void) {
  int64_t sum = 0, before = number(to[0]) - 1;
  for (ecs_iter_t it = matches(q); next(&it);) sum += it.count * (number(ecs_iter_get_var(&it, var)) - before);
  return sum;
}
static void p_join_typed(void) {
  world(), targets = most(2, n / 10), to = plain(targets);
  for (int i = 0; i < targets; i += 2) ecs_add_id(w, to[i], Planet);
  for (int i = 0; i < n; i++) ecs_add_pair(w, with_pos(1), R, to[i % targets]);
  q = ask("Pos, (R, $p), Planet($p)", false);
}
static int64_t b_visit(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    for (int i = 0; i < it.count; i++) p[i].x++;
    sum += it.count;
  }
  return sum;
}

// inheriting

static void bases(int depth) {
  world();
#ifndef FLECS3
  ecs_add_pair(w, ecs_id(Mass), EcsOnInstantiate, EcsInherit);
#endif
  to = list(100, sizeof *to);
  for (int i = 0; i < 100; i++) {
    to[i] = ecs_new(w);
    ecs_set(w, to[i], Mass, {1, 0});
    for (int d = 1; d < depth; d++) to[i] = ecs_new_w_pair(w, EcsIsA, to[i]);
  }
}
static void inheriting(int depth) {
  bases(depth), all = list(n, sizeof *all);
  for (int i = 0; i < n; i++) all[i] = ecs_new_w_pair(w, EcsIsA, to[i % 100]);
  shuffle(all, n);
}
static void p_isa_get(void) { inheriting(1); }
static void p_isa_get_d8(void) { inheriting(8); }
static int64_t b_isa_get(void) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += ecs_get(w, all[i], Mass)->x;
  return (int64_t)sum;
}
static void p_isa_query(void) {
  bases(1);
  for (int i = 0; i < n; i++) {
    ecs_entity_t e = ecs_new_w_pair(w, EcsIsA, to[i % 100]);
    ecs_set(w, e, Pos, {1, 0});
  }
  q = ask("Pos, [in] Mass", true);
}
static int64_t b_isa_query(void) {
  int64_t sum = 0;
  for (ecs_iter_t it = matches(q); next(&it);) {
    Pos *p = FIELD(&it, Pos, 0);
    double shared = FIELD(&it, Mass, 1)->x;
    for (int i = 0; i < it.count; i++) p[i].x += shared;
    sum += it.count;
  }
  return sum;
}
static void p_instantiate(void) {
  world(), all = list(1, sizeof *all);
  all[0] = ecs_new_w_id(w, EcsPrefab);
  ecs_set(w, all[0], Pos, {1, 0});
  ecs_set(w, all[0], Vel, {1, 0});
  ecs_set(w, all[0], Mass, {1, 0});
#ifdef FLECS3
  ecs_override_id(w, all[0], ecs_id(Pos));
  ecs_override_id(w, all[0], ecs_id(Vel));
  ecs_override_id(w, all[0], ecs_id(Mass));
#endif
}
static int64_t b_instantiate(void) {
  for (int i = 0; i < n; i++) ecs_new_w_pair(w, EcsIsA, all[0]);
  return ecs_count_id(w, ecs_id(Pos)) - 1;
}
static void p_override(void) {
  world(), all = list(1, sizeof *all);
  all[0] = ecs_new(w);
  ecs_set(w, all[0], Mass, {1, 0});
#ifdef FLECS3
  ecs_override_id(w, all[0], ecs_id(Mass));
#else
  ecs_add_pair(w, ecs_id(Mass), EcsOnInstantiate, EcsInherit);
  ecs_auto_override_id(w, all[0], ecs_id(Mass));
#endif
}
static int64_t b_override(void) {
  for (int i = 0; i < n; i++) ecs_new_w_pair(w, EcsIsA, all[0]);
  return ecs_count_id(w, ecs_id(Mass)) - 1;
}

// deleting

static void p_del_target(void) {
  world(), to = plain(1);
  for (int i = 0; i < n; i++) ecs_add_pair(w, with_pos(i), R, to[0]);
}
static int64_t b_del_target(void) { return ecs_delete(w, to[0]), ecs_count_id(w, ecs_id(Pos)) - pairs(R); }
static int64_t b_del_targets(void) {
  for (int i = 0; i < targets; i++) ecs_delete(w, to[i]);
  return ecs_count_id(w, ecs_id(Pos)) - pairs(R);
}
static void p_del_targets2(void) {
  p_target_each();
  for (int i = 0; i < n; i++) ecs_add_pair(w, all[i], S, to[(i % targets + 1) % targets]);
}
static void p_family(void) { world(), family(10, false); }
static void p_family_bulk(void) { world(), family(10, true); }
static int64_t b_del_tree(void) { return ecs_delete(w, all[0]), ecs_count_id(w, ecs_id(Pos)); }
static int turn, each;
static void p_churn(void) {
  world(), all_both(), at = list(1 << 20, sizeof *at), turn = 0, operations = each = most(1000, n / 10);
  for (int i = 0; i < 1 << 20; i++) at[i] = drawn(n);
}
static int64_t b_churn(void) {
  if (turn + each > 1 << 20) turn = 0;
  for (int k = turn; k < turn + each; k++) ecs_delete(w, all[at[k]]), all[at[k]] = spawn2(1);
  turn += each;
  return ecs_count_id(w, ecs_id(Pos));
}
static ecs_entity_t spawn_family(void) {
  ecs_entity_t parent = spawn2(1);
  for (int k = 0; k < 10; k++) {
    ecs_entity_t e = ecs_new_w_pair(w, EcsChildOf, parent);
    ecs_set(w, e, Pos, {1, 0});
    ecs_set(w, e, Vel, {1, 0});
  }
  return parent;
}
static query live[20];
static int queries;
static void families(int with) {
  world(), both_table(), queries = with, each = most(100, n / 110), operations = 11 * each;
  for (int i = 0; i < most(1, n / 11); i++) spawn_family();
  for (int i = 0; i < with; i++) {
    char text[20];
    sprintf(text, "Pos, Vel, !T%d", i % 16);
    live[i] = ask(text, true);
  }
}
static void p_churn_family(void) { families(0); }
static void p_churn_family_q20(void) { families(20); }
static int64_t b_churn_family(void) {
  for (int i = 0; i < each; i++) ecs_delete(w, spawn_family());
  int64_t sum = 0;
  for (int i = 0; i < queries; i++) sum += rows(live[i]);
  return sum + ecs_count_id(w, ecs_id(Pos));
}

// changing

static void p_toggle(void) {
  world();
#ifndef FLECS3
  ecs_add_id(w, ecs_id(Pos), EcsCanToggle);
#endif
  all_pos(), q = ask("Pos", true), operations = 2 * n;
}
static int64_t b_toggle(void) {
  for (int i = 0; i < n; i++) ecs_enable_id(w, all[i], ecs_id(Pos), false);
  int64_t off = rows(q);
  for (int i = 0; i < n; i++) ecs_enable_id(w, all[i], ecs_id(Pos), true);
  return rows(q) - off;
}
static void p_observe_none(void) { world(), with_pos(0), told = 0, each = n, operations = 5 * n; }
static void p_observe_one(void) { p_observe_none(), observe(tags[0], true); }
static void p_observers_other(void) {
  p_observe_none(), to = plain(n), each = 100, operations = 500;
  for (int i = 0; i < n; i++) observe(to[i], true);
}
static int64_t b_rounds(void) {
  double sum = 0;
  for (int i = 0; i < each; i++) {
    ecs_entity_t e = with_pos(1);
    ecs_set(w, e, Pos, {2, 0});
    ecs_add_id(w, e, ecs_id(Vel));
    ecs_remove_id(w, e, ecs_id(Vel));
    sum += ecs_get(w, e, Pos)->x;
    ecs_delete(w, e);
  }
  return (int64_t)sum + told;
}

// accessing

static void p_get(void) { world(), all_both(), shuffle(all, n); }
static void p_get_frag(void) { world(), all_tagged(), shuffle(all, n); }
static int64_t b_get(void) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += ecs_get(w, all[i], Pos)->x;
  return (int64_t)sum;
}
static int64_t b_set(void) {
  for (int i = 0; i < n; i++) ecs_set(w, all[i], Pos, {i, 0});
  return (int64_t)ecs_get(w, all[n - 1], Pos)->x;
}
static void half(void) {
  for (int i = n / 2; i < n; i++) ecs_remove_id(w, all[i], ecs_id(Pos));
  shuffle(all, n);
}
static void p_has(void) { world(), all_both(), half(); }
static void p_has_frag(void) { world(), all_tagged(), half(); }
static int64_t b_has(void) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++) sum += ecs_has_id(w, all[i], ecs_id(Pos));
  return sum;
}
static void hundred(void) {
  world(), to = plain(100), all = list(n, sizeof *all);
  for (int i = 0; i < n; i++) all[i] = with_pos(1), ecs_add_pair(w, all[i], R, to[i % 100]);
  shuffle(all, n);
}
static void p_has_pair(void) {
  hundred(), at = list(n, sizeof *at);
  for (int i = 0; i < n; i++) at[i] = pick((int)(number(all[i]) - number(to[0])), 100);
}
static int64_t b_has_pair(void) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++) sum += !ecs_has_pair(w, all[i], R, to[at[i]]);
  return sum;
}
static void p_get_target(void) { hundred(); }
static int64_t b_get_target(void) {
  int64_t sum = 0;
  for (int i = 0; i < n; i++) sum += number(ecs_get_target(w, all[i], R, 0));
  return sum - (int64_t)n * (number(to[0]) - 1);
}
static void querying(bool match) {
  world(), all_pos(), to = plain(n), operations = 10;
  for (int i = 0; i < n; i++) {
    if (match) ecs_set(w, all[i], Vel, {1, 0});
    ecs_add_pair(w, all[i], R, to[i]);
  }
  if (!match) both_table(), spawn2(1);
}
static void p_query_new(void) { querying(true); }
static void p_query_new_one(void) { querying(false); }
static int64_t ask_ten(bool cached) {
  int64_t sum = 0;
  for (int i = 0; i < 10; i++) {
#ifdef FLECS3
    query q = {0};
    if (cached) q.kept = ecs_query(w, {.filter.terms = {{ecs_id(Pos)}, {ecs_id(Vel)}}});
    else q.rule = ecs_rule(w, {.terms = {{ecs_id(Pos)}, {ecs_id(Vel)}}});
    sum += rows(q);
    if (cached) ecs_query_fini(q.kept);
    else ecs_rule_fini(q.rule);
#else
    query q = {ecs_query(w, {.terms = {{ecs_id(Pos)}, {ecs_id(Vel)}},
                             .cache_kind = cached ? EcsQueryCacheAuto : EcsQueryCacheNone})};
    sum += rows(q);
    ecs_query_fini(q.q);
#endif
  }
  return sum;
}
static int64_t b_query_new_cached(void) { return ask_ten(true); }
static int64_t b_query_new_unc(void) { return ask_ten(false); }

// growing

static int order(ecs_entity_t a, const void *p, ecs_entity_t b, const void *o) {
  (void)a, (void)b;
  double x = ((const Pos *)p)->x, y = ((const Pos *)o)->x;
  return (x > y) - (x < y);
}
static void p_sorted(void) {
  world(), all_pos(), operations = 1;
#ifdef FLECS3
  q = (query){.kept = ecs_query(w, {.filter.terms = {{ecs_id(Pos)}}, .order_by_component = ecs_id(Pos), .order_by = order})};
#else
  q = (query){ecs_query(w, {.terms = {{ecs_id(Pos)}}, .order_by = ecs_id(Pos), .order_by_callback = order})};
#endif
}
static int64_t first_sorted(void) {
  ecs_iter_t it = matches(q);
  if (!next(&it)) return 0;
  int64_t x = (int64_t)FIELD(&it, Pos, 0)->x + 2;
  ecs_iter_fini(&it);
  return x;
}
static int64_t b_sorted_touch(void) {
  ecs_entity_t e = all[1 + drawn(n - 1)];
  ecs_set(w, e, Pos, {1 + drawn(n), 0});
  return first_sorted();
}
static int64_t b_sorted_spawn(void) {
  ecs_entity_t e = with_pos(-1);
  int64_t x = first_sorted();
  ecs_delete(w, e);
  return x;
}
static void some_pairs(bool not, bool fragment) {
  world(), related = fragment ? RX : union_relationship(), targets = most(1, n / 10), all_pos(), to = plain(targets);
  for (int i = 0; i < n; i++)
    if (i % 2 == 0 || !not) ecs_add_pair(w, all[i], related, to[i % targets]);
  char text[30];
  sprintf(text, "Pos, %s(%s, *)", not ? "!" : "", fragment ? "RX" : "U");
  q = ask(text, true);
}
static void p_frag_wild(void) { some_pairs(false, true); }
static void p_frag_not(void) { some_pairs(true, true); }
#ifndef FLECS3
static void p_nofrag_wild(void) { some_pairs(false, false); }
static void p_nofrag_not(void) { some_pairs(true, false); }
#endif

static const struct {
  const char *name;
  void (*prepare)(void);
  int64_t (*run)(void);
  bool once;
} workloads[] = {
    {"Create2", p_create2, b_create2, true},
    {"Create2Naive", world, b_create2_naive, true},
    {"Create2Bulk", p_create2_bulk, b_create2_bulk, true},
    {"CreateRel", p_create_rel, b_create_rel, true},
    {"BuildTree", p_build_tree, b_build_tree, true},
    {"BuildTreeBulk", p_build_tree, b_build_tree_bulk, true},
    {"PairCold", p_pair_cold, b_pair_cold, true},
    {"PairMulti8", p_pair_multi8, b_pair_multi8, true},
    {"PairsOnOne", p_pairs_on_one, b_pairs_on_one, true},
    {"PairsOneWide", p_pairs_one_wide, b_pairs_one_wide, false},
    {"PairsWide", p_pairs_wide, b_pairs_wide, true},
    {"TagsMany", p_tags_many, b_tags_many, true},
    {"ArchCombos", p_arch_combos, b_arch_combos, true},
    {"AddRem", p_addrem, b_addrem, false},
    {"DeferAddRem", p_addrem, b_defer_addrem, false},
    {"ObserveAddRem", p_observe_addrem, b_observe_addrem, false},
    {"ObserveOther", p_observe_other, b_observe_other, false},
    {"PairAddRemT10", p_pair_addrem_T10, b_pair_addrem, false},
    {"PairAddRemFrag", p_pair_addrem_frag, b_pair_addrem, false},
    {"ReparentT100", p_reparent_T100, b_reparent, false},
    {"ReparentFrag", p_reparent_frag, b_reparent, false},
    {"ReparentChildOfT100", p_reparent_child, b_reparent, false},
    {"UnionReparentT100", p_union_T100, b_union_reparent, false},
    {"UnionReparentFrag", p_union_frag, b_union_reparent, false},
    {"Iter1", p_iter1, b_iter1, false},
    {"Iter1Tab", p_iter1, b_iter1, false},
    {"Iter2", p_iter2, b_iter2, false},
    {"Iter2Tab", p_iter2, b_iter2, false},
    {"Iter5", p_iter5, b_iter5, false},
    {"Iter5Tab", p_iter5, b_iter5, false},
    {"Iter2Frag", p_iter2_frag, b_iter2, false},
    {"Iter2FragTab", p_iter2_frag, b_iter2, false},
    {"Iter2FragUnc", p_iter2_frag_unc, b_iter2, false},
    {"Wild", p_wild, b_wild, false},
    {"WildUnc", p_wild_unc, b_wild, false},
    {"TargetEach", p_target_each, b_target_each, false},
    {"TargetQ", p_target_q, b_target_q, false},
    {"TargetQBadOrder", p_target_q_bad, b_target_q, false},
    {"Children", p_children, b_children, false},
    {"ChildrenBulk", p_children_bulk, b_children, false},
    {"Up", p_up, b_up, false},
    {"UpUnc", p_up_unc, b_up, false},
    {"UpDeep", p_up_deep, b_up_deep, false},
    {"Cascade", p_cascade, b_cascade, false},
    {"CascadeF2", p_cascade_f2, b_cascade, false},
    {"CascadeBulk", p_cascade_bulk, b_cascade, false},
    {"TransDown", p_trans_down, b_rows, false},
    {"ChainDown", p_chain_down, b_rows, false},
    {"TransUp", p_trans_up, b_trans_up, false},
    {"TransCheck", p_trans_check, b_trans_check, false},
    {"TransCheckQ", p_trans_check, b_trans_check, false},
    {"Join16", p_join16, b_join, false},
    {"JoinSparse", p_join_sparse, b_join, false},
    {"JoinTyped", p_join_typed, b_visit, false},
    {"IsAGet", p_isa_get, b_isa_get, false},
    {"IsAGetD8", p_isa_get_d8, b_isa_get, false},
    {"IsAQuery", p_isa_query, b_isa_query, false},
    {"Instantiate", p_instantiate, b_instantiate, true},
    {"Override", p_override, b_override, true},
    {"DelTarget", p_del_target, b_del_target, true},
    {"DelTargets", p_target_each, b_del_targets, true},
    {"DelTargets2", p_del_targets2, b_del_targets, true},
    {"DelTree", p_family, b_del_tree, true},
    {"DelTreeBulk", p_family_bulk, b_del_tree, true},
    {"Churn", p_churn, b_churn, false},
    {"ChurnFamily", p_churn_family, b_churn_family, false},
    {"ChurnFamilyQ20", p_churn_family_q20, b_churn_family, false},
    {"Toggle", p_toggle, b_toggle, false},
    {"ObserveNone", p_observe_none, b_rounds, false},
    {"ObserveOne", p_observe_one, b_rounds, false},
    {"ObserversOther", p_observers_other, b_rounds, false},
    {"Get", p_get, b_get, false},
    {"GetFrag", p_get_frag, b_get, false},
    {"GetOwn", p_get, b_get, false},
    {"Set", p_get, b_set, false},
    {"Has", p_has, b_has, false},
    {"HasFrag", p_has_frag, b_has, false},
    {"HasPair", p_has_pair, b_has_pair, false},
    {"GetTarget", p_get_target, b_get_target, false},
    {"QueryNewCached", p_query_new, b_query_new_cached, false},
    {"QueryNewCachedLazy", p_query_new_one, b_query_new_cached, false},
    {"QueryNewUnc", p_query_new_one, b_query_new_unc, false},
    {"SortedTouch", p_sorted, b_sorted_touch, false},
    {"SortedSpawn", p_sorted, b_sorted_spawn, false},
    {"FragWild", p_frag_wild, b_visit, false},
    {"FragNot", p_frag_not, b_visit, false},
#ifndef FLECS3
    {"SparseAddRem", p_sparse_addrem, b_sparse_addrem, false},
    {"NoFragWild", p_nofrag_wild, b_visit, false},
    {"NoFragNot", p_nofrag_not, b_visit, false},
#endif
};
enum { count = sizeof workloads / sizeof *workloads };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double heap(void) { // in bytes
  struct mallinfo2 m = mallinfo2();
  return (double)m.uordblks + (double)m.hblkhd;
}

int main(int words, char **word) {
  if (words == 2 && !strcmp(word[1], "list")) {
    for (int i = 0; i < count; i++) puts(workloads[i].name);
    return 0;
  }
  for (int i = 0; words == 4 && i < count; i++) {
    if (strcmp(workloads[i].name, word[1])) continue;
    n = atoi(word[2]);
    double before = heap();
    workloads[i].prepare(); // follows measureAt of fast/bench
    int64_t check = workloads[i].run();
    double grown = heap() - before;
    double least = 1e300, total = atof(word[3]) * 1e6;
    double sum = 0;
    for (int runs = 0; runs < 3 || sum < total; runs++) {
      if (workloads[i].once) finish(), workloads[i].prepare();
      double start = now();
      int64_t got = workloads[i].run();
      double took = now() - start;
      if (got != check) {
        fprintf(stderr, "a run did other work than the first: its check is %lld, not %lld\n", (long long)got, (long long)check);
        return 1;
      }
      if (took < least) least = took;
      sum += took > 1 ? took : 1;
    }
    printf("%s %d %g %lld %g\n", word[1], n, least / operations, (long long)check, grown / n);
    fflush(stdout);
    _Exit(0); // ending a large world takes long
  }
  fprintf(stderr, "usage: %s list | NAME N MILLISECONDS\n", word[0]);
  return 2;
}
