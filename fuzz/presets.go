package fuzz

import "fmt"

// preset is a named set of weights, made to find one class of bugs.
type preset struct {
	name    string
	finds   string
	weights map[string]int
}

var presets = []preset{
	{"default", "a mix of everything", nil},
	{"stories", "every fragment, each about equally often", stories()},
	{"queries", "wrong matches in a world that changes little", map[string]int{
		"query": 600, "add": 200, "remove": 50, "delete": 20, "iterate": 50,
		"size.1": 20, "size.2": 30, "size.3": 25, "size.4": 15, "size.5": 10,
	}},
	{"cached", "cached queries that are stale after tables come and go", map[string]int{
		"iterate": 250, "prepare": 40, "query": 80, "add": 300, "remove": 180, "delete": 80, "fragment": 120,
		"kind.cached":   70,
		"fragment.held": 10, "fragment.two_pairs": 6, "fragment.recycle": 6, "fragment.many_tables": 160,
	}},
	{"cleanup", "deletions that delete too little or too much", map[string]int{
		"delete": 160, "entity": 140, "delete_with": 30, "remove_all": 30, "clear": 20, "add.policy": 20,
		"add.childof": 20,
		"fragment":    60, "fragment.recycle": 8, "fragment.cascade": 8, "fragment.policy_cycle": 6, "query": 150,
	}},
	{"inheritance", "IsA: overrides, several bases, diamonds, OnInstantiate", map[string]int{
		"add.isa": 40, "add.instantiate": 8, "get": 50, "has": 30, "targets": 20, "birth.instance": 50,
		"birth.prefab": 15,
		"fragment":     200, "fragment.diamond": 20, "fragment.exclusive_override": 20, "fragment.inherited_pairs": 20,
		"fragment.inherited_way": 160, "fragment.long_ancestry": 300, "fragment.long_subclasses": 200,
		"fragment.rebased": 200, "fragment.subclass": 40,
	}},
	{"variables", "joins: shared, negated and conditional variables", map[string]int{
		"query": 500, "first.variable": 25, "second.variable": 60, "source.variable": 40, "kind.rule": 80,
		"term.optional": 20, "term.or": 15, "term.not": 20, "size.1": 5, "size.2": 35, "size.3": 35, "size.4": 20,
		"preset.variable": 30, "fragment": 40, "fragment.conditional": 8, "fragment.not_variable": 8,
		"fragment.sharing": 40, "fragment.alternatives": 60, "term.equality": 20,
	}},
	{"transitive", "transitive and reflexive relationships under every operator", map[string]int{
		"query": 450, "property.Transitive": 80, "property.Reflexive": 50, "kind.rule": 80, "term.not": 25,
		"term.optional": 20,
		"fragment":      120, "fragment.leaf": 10, "fragment.two_indexes": 40, "fragment.two_graphs": 200,
		"fragment.turned_back": 200, "second.variable": 40, "second.constant": 50,
	}},
	{"wildcards", "wildcards in every position and under every operator", map[string]int{
		"query": 450, "first.wildcard": 25, "first.any": 10, "second.wildcard": 50, "second.any": 25,
		"source.wildcard": 4,
		"source.any":      4, "fragment": 40, "fragment.negated_wildcard": 10, "fragment.two_pairs": 8,
	}},
	{"sets", "sets on predicates, objects and subjects in a dense world (flecs-3-beta)", map[string]int{
		"fragment": 120, "sets": 120, "query": 220, "remove": 60, "delete": 20, "set": 20, "invalid": 20,
		"form.text":            30,
		"fragment.substituted": 900, "fragment.subsets": 500, "fragment.distant": 500, "fragment.rings": 400,
		"fragment.predicates": 500,
		"fragment.instances":  400,
	}},
	{"beside", "pairs that are stored outside the tables: Union, DontFragment", map[string]int{
		"fragment": 240, "fragment.besides": 1000, "fragment.any_target": 20, "property.Union": 60,
		"property.DontFragment": 60, "property.Exclusive": 40,
		"query": 120, "snapshot": 6, "restore": 6, "second.any": 14, "first.wildcard": 14,
	}},
	{"held", "prepared queries after indirect changes: remove_all, delete_with, deleted targets, bases of bases, restores", map[string]int{
		"fragment": 240, "fragment.outdated_targets": 375, "fragment.outdated_sources": 375,
		"fragment.outdated_way":   190,
		"fragment.outdated_bases": 560, "fragment.held_source": 90, "fragment.rewind": 60,
		"fragment.reused_beneath": 180, "prepare": 30,
		"iterate": 120, "remove_all": 12, "delete_with": 8, "query": 80, "kind.cached": 70,
	}},
	{
		"tracked", "change detection: writes by row, explicit access, loops over parts",
		map[string]int{
			"fragment": 500, "fragment.reader": 500, "fragment.accounted": 500, "fragment.tracked": 120,
			"fragment.locked": 30, "changed": 60,
			"modified": 20, "set": 120,
			"iterator": 20, "iterate": 120, "query": 80,
		},
	},
	{"acting", "observers that change the world: when, in which order, how often", map[string]int{
		"fragment": 700, "fragment.acting": 900, "fragment.watched": 30, "delete": 60, "query": 60, "invalid": 20,
		"iterate": 20, "add": 120, "remove": 80, "events": 20,
	}},
	{"id-events", "events of ids that are added and removed one at a time", map[string]int{
		"fragment": 500, "fragment.id_events": 900, "fragment.watched": 200, "fragment.monitored": 500,
		"observe": 30, "add": 300, "remove": 200,
		"query": 40, "iterate": 10,
		"changed": 0, "fragment.tracked": 0, "fragment.reader": 0,
	}},
	{"above", "ids found over several steps: bases of bases, second targets, cycles; in queries and observers", map[string]int{
		"fragment": 500, "fragment.heirs": 400, "fragment.fixed_source": 400,
		"fragment.names_above": 300, "fragment.two_above": 400, "fragment.newcomers": 200, "fragment.ways_up": 500,
		"fragment.descending": 300, "fragment.turned_back": 200, "observe": 30,
		"query": 60, "iterate": 10, "changed": 0, "fragment.tracked": 0, "fragment.reader": 0, "fragment.accounted": 0,
	}},
	{"ordered", "ordered sources and depths: moves, removals, restores", map[string]int{
		"fragment": 300, "fragment.arranged": 600, "fragment.ordered_children": 200, "fragment.descending": 600, "fragment.turned_back": 500,
		"property.Ordered": 15, "property.Exclusive": 40, "sources": 60, "children": 40, "query": 60,
		"snapshot": 6, "restore": 6, "delete": 60, "iterate": 20, "events": 10,
	}},
	{"copied", "clones, and instances with copies of the parts of their prefab", map[string]int{
		"fragment": 400, "fragment.assembled": 700, "fragment.recopied": 900, "fragment.ordered_children": 500,
		"copy": 40, "query": 60, "iterate": 20, "events": 10,
	}},
	{"refusals", "operations that fail halfway and must change nothing", map[string]int{
		"fragment": 240, "fragment.refused_move": 500, "fragment.late_refusal": 500, "fragment.refused_death": 180,
		"fragment.displaced": 180,
		"add.with":           14, "add.one_of": 8, "property.Acyclic": 40, "property.Symmetric": 40, "query": 100,
	}},
	{"reuse", "new entities with the index of a deleted relationship, component or target", map[string]int{
		"fragment": 240, "fragment.reused_relationship": 250, "fragment.reused_component": 250,
		"fragment.reused_beneath": 500, "fragment.joint_deletion": 250,
		"fragment.rewound_numbers": 250, "fragment.two_indexes": 60, "delete": 120, "entity": 100, "snapshot": 6,
		"restore": 6, "query": 100,
	}},
	{"scale", "size limits: hundreds of entities, dozens of ids on one entity, long chains", map[string]int{
		"entity": 60, "delete": 10, "add": 200, "set": 60, "query": 20, "iterate": 10, "invalid": 10, "observe": 0,
		"events": 0, "explain": 0, "plan": 0,
		"teardown": 0, "traverse": 1, "changed": 2, "iterator": 2, "snapshot": 1, "restore": 1, "targets": 2,
		"size.1": 80, "size.2": 20, "size.3": 0, "size.4": 0, "size.5": 0, "term.optional": 1, "term.or": 1,
		"term.scope":     0,
		"first.wildcard": 1, "first.any": 0, "first.variable": 0, "define": 4, "sets": 1,
		"fragment": 40, "fragment.masses": 100000, "fragment.wide": 70000, "fragment.long_chain": 70000,
		"fragment.many_copies": 40000, "fragment.filled_up": 50000, "fragment.batches": 40000,
	}},
	{"names", "names, paths and scopes of entities that move and are deleted", map[string]int{
		"set_name": 120, "lookup": 150, "path": 80, "scope": 40, "parent": 40, "children": 40, "add.childof": 40,
		"delete": 80,
		"query":  100, "form.text": 80, "birth.child": 40, "fragment": 160, "fragment.name_reuse": 10,
		"fragment.bounds": 200,
	}},
}

// stories returns weights with which most operations belong to fragments, and no fragment is rare.
// Fragments whose default weight is 0 are left out: they are for large worlds, or steps play them.
// Rare steps, such as teardown and define, have a higher weight than by default, and steps that
// most fragments contain, such as add and remove, have a lower one.
func stories() map[string]int {
	weights := map[string]int{
		"fragment": 150, "add": 130, "remove": 80, "query": 120, "set": 50, "invalid": 50, "teardown": 8, "reload": 8,
		"define": 50, "snapshot": 4, "restore": 4,
	}
	for _, c := range groups[groupFragment].Choices {
		if c.Weight > 0 {
			weights["fragment."+c.Name] = min(max(c.Weight, 12), 30)
		}
	}
	return weights
}

// PresetNames lists the names of the presets.
func PresetNames() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// PresetFinds describes in a phrase the bugs that a preset is for. It returns "" for an unknown preset.
func PresetFinds(name string) string {
	for _, p := range presets {
		if p.name == name {
			return p.finds
		}
	}
	return ""
}

// Preset returns the weights of a preset.
func Preset(name string) (Weights, error) {
	for _, p := range presets {
		if p.name == name {
			return Weights{set: p.weights}, nil
		}
	}
	return Weights{}, fmt.Errorf("unknown preset of weights %q, want one of %q", name, PresetNames())
}
