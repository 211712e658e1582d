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
	{"queries", "wrong matches in a world that changes little", map[string]int{
		"query": 60, "add": 20, "remove": 5, "delete": 2, "iterate": 5,
		"size.1": 20, "size.2": 30, "size.3": 25, "size.4": 15, "size.5": 10,
	}},
	{"cached", "queries that are not kept current when tables come and go", map[string]int{
		"iterate": 25, "prepare": 4, "query": 8, "add": 30, "remove": 18, "delete": 8, "fragment": 6, "kind.cached": 70,
		"fragment.held": 10, "fragment.two_pairs": 6, "fragment.recycle": 6,
	}},
	{"cleanup", "deletions that leave something behind or take too much along", map[string]int{
		"delete": 16, "entity": 14, "delete_with": 3, "remove_all": 3, "clear": 2, "add.policy": 20, "add.childof": 20,
		"fragment": 6, "fragment.recycle": 8, "fragment.cascade": 8, "fragment.policy_cycle": 6, "query": 15,
	}},
	{"inheritance", "IsA: overriding, several bases, diamonds, rules of instantiation", map[string]int{
		"add.isa": 40, "add.instantiate": 8, "get": 5, "has": 3, "targets": 2, "birth.instance": 50, "birth.prefab": 15,
		"fragment": 6, "fragment.diamond": 8, "fragment.exclusive_override": 8, "fragment.inherited_pairs": 8,
	}},
	{"variables", "joins: variables shared, negated and conditional", map[string]int{
		"query": 50, "first.variable": 25, "second.variable": 60, "source.variable": 40, "kind.rule": 80,
		"term.optional": 20, "term.or": 15, "term.not": 20, "size.1": 5, "size.2": 35, "size.3": 35, "size.4": 20,
		"preset.variable": 30, "fragment": 4, "fragment.conditional": 8, "fragment.not_variable": 8,
	}},
	{"transitive", "transitive and reflexive relationships under every operator", map[string]int{
		"query": 45, "property.Transitive": 80, "property.Reflexive": 50, "kind.rule": 80, "term.not": 25, "term.optional": 20,
		"fragment": 6, "fragment.leaf": 10, "second.variable": 40, "second.constant": 50,
	}},
	{"wildcards", "wildcards in every position and under every operator", map[string]int{
		"query": 45, "first.wildcard": 25, "first.any": 10, "second.wildcard": 50, "second.any": 25, "source.wildcard": 4,
		"source.any": 4, "fragment": 4, "fragment.negated_wildcard": 10, "fragment.two_pairs": 8,
	}},
	{"names", "names, paths and scopes while entities move and die", map[string]int{
		"set_name": 12, "lookup": 15, "path": 8, "scope": 4, "parent": 4, "children": 4, "add.childof": 40, "delete": 8,
		"query": 10, "form.text": 80, "birth.child": 40, "fragment": 4, "fragment.name_reuse": 10,
	}},
}

// PresetNames lists the presets of weights with what each is made to find.
func PresetNames() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// PresetFinds says in a phrase which bugs a preset is made for; "" for an unknown one.
func PresetFinds(name string) string {
	for _, p := range presets {
		if p.name == name {
			return p.finds
		}
	}
	return ""
}

// Preset is a named set of weights.
func Preset(name string) (Weights, error) {
	for _, p := range presets {
		if p.name == name {
			return Weights{set: p.weights}, nil
		}
	}
	return Weights{}, fmt.Errorf("unknown preset of weights %q, want one of %q", name, PresetNames())
}
