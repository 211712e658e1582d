package bench

import "testing"

// BenchmarkHand1, per element: read and write one slice.
func BenchmarkHand1(b *testing.B) { measure(b, sizesAll, hand1) }

// BenchmarkHand2, per element: p += v over two slices.
func BenchmarkHand2(b *testing.B) { measure(b, sizesAll, hand2) }

// BenchmarkHand5, per element: p += a + b + c + d over five slices.
func BenchmarkHand5(b *testing.B) { measure(b, sizesAll, hand5) }

// BenchmarkTwoHop, per read: handle to record to row, in random order.
func BenchmarkTwoHop(b *testing.B) { measure(b, sizesAll, twoHop) }

// BenchmarkMapInsert, per insert: insert into a Go map that grows.
func BenchmarkMapInsert(b *testing.B) { measure(b, sizesAll, mapInsert) }

// BenchmarkChase, per step: dependent steps through 64-byte nodes in random order.
func BenchmarkChase(b *testing.B) { measure(b, sizesAll, chase) }

func hand1(n int) body {
	p := make([]Pos, n)
	return again(n, func() int64 {
		for i := range p {
			p[i].X++
			p[i].Y++
		}
		return int64(len(p))
	})
}

func hand2(n int) body {
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

func hand5(n int) body {
	// Arrays of one size have the same offset in their pages, so that the processor mistakes stores
	// for later loads. Columns of an engine do not.
	p, v, a, r, m := make([]Pos, n), make([]Vel, n+8)[8:], make([]Acc, n+16)[16:], make([]Rot, n+24)[24:],
		make([]Mass, n+32)[32:]
	return again(n, func() int64 {
		v, a, r, m := v[:len(p)], a[:len(p)], r[:len(p)], m[:len(p)]
		for i := range p {
			p[i].X += v[i].X + a[i].X + r[i].X + m[i].X
			p[i].Y += v[i].Y + a[i].Y + r[i].Y + m[i].Y
		}
		return int64(len(p))
	})
}

// twoHop is the minimum work for reading a value in any engine: find the record of a handle, check
// its generation, and read the row that it names.
func twoHop(n int) body {
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

func mapInsert(n int) body {
	return once(n, func() int64 {
		m := map[uint64]uint64{}
		for i := range uint64(n) {
			m[i*0x9E3779B97F4A7C15] = i
		}
		return int64(len(m))
	})
}

func chase(n int) body {
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
