package twin

// source makes decisions of bytes. At the end every decision is the first choice, and the run is over.
type source struct {
	data []byte
	over bool
}

// pick decides between n things, up to 256.
func (s *source) pick(n int) int {
	if len(s.data) == 0 {
		s.over = true
		return 0
	}
	b := int(s.data[0])
	s.data = s.data[1:]
	return b % n
}

// chance is true in one of n cases.
func (s *source) chance(n int) bool { return s.pick(n) == n-1 }

// of picks from a list that is not empty.
func of[T any](s *source, list []T) T { return list[s.pick(len(list))] }
