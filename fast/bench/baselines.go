package bench

// baselines are hand-written code without an engine, measured in the same run as the workloads that are compared with them.
func baselines() []Workload {
	return []Workload{
		{"hand1", "element", "baseline: read and write one slice", sizesAll, "", hand1},
		{"hand2", "element", "baseline: p += v over two slices", sizesAll, "", hand2},
		{"hand5", "element", "baseline: p += a + b + c + d over five slices", sizesAll, "", hand5},
		{"two_hop", "read", "baseline: handle to record to row, in random order", sizesAll, "", twoHop},
		{"map_insert", "insert", "baseline: insert into a Go map that grows", sizesAll, "", mapInsert},
		{"chase", "step", "baseline: dependent steps through 64-byte nodes in random order", sizesAll, "", chase},
	}
}

func hand1(n int) Body {
	p := make([]Pos, n)
	return again(n, func() int64 {
		for i := range p {
			p[i].X++
			p[i].Y++
		}
		return int64(len(p))
	})
}

func hand2(n int) Body {
	p, v := make([]Pos, n), make([]Vel, n)
	return again(n, func() int64 {
		v := v[:len(p)]
		for i := range p {
			p[i].X += v[i].X
			p[i].Y += v[i].Y
		}
		return int64(len(p))
	})
}

func hand5(n int) Body {
	// Arrays of one size lie at the same offset in pages, where the processor takes stores for later loads; columns of an
	// engine do not.
	p, v, a, r, m := make([]Pos, n), make([]Vel, n+8)[8:], make([]Acc, n+16)[16:], make([]Rot, n+24)[24:], make([]Mass, n+32)[32:]
	return again(n, func() int64 {
		v, a, r, m := v[:len(p)], a[:len(p)], r[:len(p)], m[:len(p)]
		for i := range p {
			p[i].X += v[i].X + a[i].X + r[i].X + m[i].X
			p[i].Y += v[i].Y + a[i].Y + r[i].Y + m[i].Y
		}
		return int64(len(p))
	})
}

// twoHop is the least that any engine does to read a value: the record of a handle, with its generation checked, and
// the row that the record names.
func twoHop(n int) Body {
	type record struct {
		_               uint32 // the table, as in a real record
		row, generation uint32
		_               uint32
	}
	records, rows := make([]record, n), make([]Pos, n)
	handles := make([]uint64, n)
	for i := range n {
		records[i] = record{row: uint32(i), generation: 7}
		rows[i].X = float64(i)
		handles[i] = 7<<32 | uint64(i)
	}
	shuffled(handles)
	return again(n, func() int64 {
		sum := 0.0
		for _, h := range handles {
			if r := &records[uint32(h)]; r.generation == uint32(h>>32) {
				sum += rows[r.row].X
			}
		}
		return int64(sum)
	})
}

func mapInsert(n int) Body {
	return once(n, func() int64 {
		m := map[uint64]uint64{}
		for i := range uint64(n) {
			m[i*0x9E3779B97F4A7C15] = i
		}
		return int64(len(m))
	})
}

func chase(n int) Body {
	type node struct {
		next *node
		_    [56]byte
	}
	nodes, order := make([]node, n), make([]int, n)
	for i := range order {
		order[i] = i
	}
	shuffled(order)
	for i, at := range order {
		nodes[at].next = &nodes[order[(i+1)%n]]
	}
	at := &nodes[order[0]]
	return again(n, func() int64 {
		start, steps := at, int64(1)
		for at = at.next; at != start; at = at.next {
			steps++
		}
		return steps
	})
}
