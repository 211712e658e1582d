package fuzz

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/fuzz/internal/declared"
	"github.com/relspec/relspec/fuzz/internal/flecs"
)

// group numbers the groups of weighted choices: first those of package flecs, then those of package
// declared.
type group = int

const (
	groupStep            group = 0
	groupFragment        group = 1
	groupDeclared        group = flecs.GroupCount
	groupDeclaredPattern group = flecs.GroupCount + 1
	groupCount                 = flecs.GroupCount + 2
)

// groups has the choices of both builders.
var groups = append(flecs.Groups(), groupOf("declared", declared.Steps()),
	groupOf("declared_pattern", declared.Patterns()))

func groupOf(name string, list []declared.Choice) flecs.Group {
	g := flecs.Group{Name: name}
	for _, c := range list {
		g.Choices = append(g.Choices, flecs.Choice{Name: c.Name, Weight: c.Weight, Needs: content.Needing(c.Needs)})
	}
	return g
}

// keysOf returns the keys of the weights of a group.
func keysOf(name string) []string {
	return weightKeys[slices.IndexFunc(groups, func(g flecs.Group) bool { return g.Name == name })]
}

// fragmentGroups lists the groups whose choices are fragments.
var fragmentGroups = [...]group{groupFragment, groupDeclaredPattern}

// fragmentName returns the name under which a fragment is counted.
func fragmentName(of group, i int) string { return strings.TrimPrefix(weightKeys[of][i], "fragment.") }
