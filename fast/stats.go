package fast

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/fast/internal/stats"
)

// Stats counts the parts of a world, to find out where its memory and time go.
type Stats struct {
	// Entities is the number of entities of the program, including components and relationships.
	Entities int
	// Tables is the number of tables of the program's entities, and Empty the number of those
	// without rows.
	Tables, Empty int
	// Capacity is the number of bytes allocated for rows, and Used the number of bytes in use.
	// Memory that values refer to, such as texts, slices and maps, does not count.
	Capacity, Used uint64
	// Bytes is the approximate memory of the world, including Capacity, without queries, observers
	// and the memory that values refer to.
	Bytes uint64
	// Relationships lists the relationships that have or had pairs, the one with the most tables
	// first.
	Relationships []RelationshipStats
	// Hints are suggestions for storing the world better, the most important first. Their wording
	// may change.
	Hints []string
}

// RelationshipStats counts the pairs and tables of one relationship. Pairs of reserved entities are
// not counted.
type RelationshipStats struct {
	Relationship Entity
	Name         string // or the text "#" and its index
	// Pairs is the number of pairs, Sources the number of entities with a pair, and Targets the
	// number of distinct targets.
	Pairs, Sources, Targets int
	// Tables is the number of tables with a pair of the relationship, and Empty the number of those
	// without rows.
	Tables, Empty int
	// NonFragmenting reports whether pairs of the relationship make no tables of their own: it has
	// Union, or Exclusive with DontFragment.
	NonFragmenting bool
}

// Stats counts entities, tables, bytes and pairs. It changes nothing, so other goroutines may read
// at the same time. It takes time proportional to the number of entities plus the number of ids of
// all tables: about 60 ms for 100,000 tables with 200,000 entities.
func (w *World) Stats() Stats {
	counted := stats.Of(&w.core.World)
	s := Stats{
		Entities: counted.Entities, Tables: counted.Tables, Empty: counted.Empty, Hints: counted.Hints,
		Capacity: counted.Memory.Capacity, Used: counted.Memory.Used, Bytes: counted.Bytes,
	}
	for i := range counted.Relationships {
		r := &counted.Relationships[i]
		e := w.core.Entity(r.Index)
		s.Relationships = append(s.Relationships, RelationshipStats{
			Relationship: e, Name: w.elementText(e), Pairs: r.Pairs, Sources: r.Sources, Targets: r.Targets,
			Tables: r.Tables, Empty: r.Empty, NonFragmenting: r.NonFragmenting,
		})
	}
	return s
}

// String returns the counts as text. The format may change.
func (s Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d entities, %d tables (%d empty), %d bytes, of these %d for rows (%d in use)\n",
		s.Entities, s.Tables, s.Empty, s.Bytes, s.Capacity, s.Used)
	for i := range s.Relationships {
		r := &s.Relationships[i]
		fmt.Fprintf(&b, "%s: %d pairs of %d sources and %d targets, %d tables (%d empty)", r.Name, r.Pairs, r.Sources,
			r.Targets, r.Tables, r.Empty)
		if r.NonFragmenting {
			b.WriteString(", targets outside the tables")
		}
		b.WriteByte('\n')
	}
	for _, hint := range s.Hints {
		b.WriteString("hint: " + hint + "\n")
	}
	return b.String()
}
