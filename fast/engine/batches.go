package engine

import "github.com/relspec/relspec/fast/internal/query"

// batcher assigns the rows of an answer to batches. A batch has rows of one table with equal fields
// and variables. In some profiles a row that has a field of another entity is a batch of its own,
// unless the query is instanced (QRY-333, QRY-395, QRY-398). In an ordered query, the rows of a
// batch are also consecutive (QRY-538, iterate.batches).
type batcher struct {
	numbers map[string]int
	last    string
	key     []byte
	tables  []string // by batch: the table of its rows, "" for rows without $this
}

// number returns the batch number of the current row.
func (b *batcher) number(x *query.Exec, this uint32) int {
	if this == 0 || !x.Q.UsesThis {
		return b.open("")
	}
	table := x.W.SetKey(this)
	key, alone := b.describe(x, this, table)
	if alone && x.W.Profile.EntityBatches && !x.Q.Instanced {
		b.last = ""
		return b.open(table)
	}
	if x.Q.Ordering != nil {
		if b.last == key && len(b.tables) > 0 {
			return len(b.tables) - 1
		}
		b.last = key
		return b.open(table)
	}
	if n, ok := b.numbers[key]; ok {
		return n
	}
	if b.numbers == nil {
		b.numbers = map[string]int{}
	}
	b.numbers[key] = len(b.tables)
	return b.open(table)
}

// open starts a batch and returns its number.
func (b *batcher) open(table string) int {
	if table == "" {
		b.last = ""
	}
	b.tables = append(b.tables, table)
	return len(b.tables) - 1
}

// describe returns a key that is equal for all rows of a batch. alone is true if a field was
// matched on another entity.
func (b *batcher) describe(x *query.Exec, this uint32, table string) (key string, alone bool) {
	to := x.AppendRow(append(b.key[:0], table...), this)
	for i := range x.Fields {
		alone = alone || x.Fields[i].Set && x.Source(i, this) != 0
	}
	b.key = to
	return string(to), alone
}
