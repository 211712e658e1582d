package query

import (
	"fmt"
	"strings"
)

// WarningText returns warnings, one per line, if the query may return or visit far more than
// expected: if no term connects some variables, so that the rows are all combinations of their
// values, or if the query visits every table.
func (q *Query) WarningText() string {
	var b strings.Builder
	groups := q.connected()
	for i, group := range groups {
		if i > 0 {
			fmt.Fprintf(&b, "warning: no term connects %s with %s: the rows are all combinations of their matches\n",
				q.slotsText(group), q.slotsText(groups[0]))
		}
	}
	x := q.NewExec()
	defer x.Release()
	x.PlanFor(0)
	for i := range x.steps {
		if x.steps[i].Kind == stepAll {
			b.WriteString("warning: no term says where to begin: every table is looked at\n")
			break
		}
	}
	return b.String()
}

// connected groups the variables of the positive terms: variables of one term are in one group. The
// group of $this comes first. Comparisons that only test do not connect variables, because they run
// after all combinations were tried.
func (q *Query) connected() (groups []Slots) {
	for i := range q.Nodes {
		n := &q.Nodes[i]
		uses := n.uses()
		if n.Negative() || uses == 0 {
			continue
		}
		rest := groups[:0]
		for _, group := range groups {
			if group&uses != 0 {
				uses |= group
			} else {
				rest = append(rest, group)
			}
		}
		rest = append(rest, uses)
		groups = rest
	}
	for i, group := range groups {
		if group&SlotOf(ThisSlot) != 0 {
			groups[0], groups[i] = groups[i], groups[0]
		}
	}
	return groups
}

func (q *Query) slotsText(slots Slots) string {
	var names []string
	for slot := range q.Variables {
		if slots&SlotOf(uint8(slot)) != 0 {
			names = append(names, "$"+q.Variables[slot].Name)
		}
	}
	return strings.Join(names, ", ")
}
