// Package tiny has a mutant of every operator, of which some cannot be noticed.
package tiny

// Clamp gives n within 0 and most. What it does with most itself does not matter.
func Clamp(n, most int) int {
	if n > most {
		return most
	}
	if n < 0 && !isZero(n) {
		n = 0
	}
	return n
}

func isZero(n int) bool {
	if n == 0 {
		return true
	}
	return false
}

// Sum adds what stands before the first 0.
func Sum(list []int) (sum int) {
	for i := 0; i < len(list); i++ {
		if list[i] == 0 {
			break
		}
		sum += list[i]
	}
	return sum
}

// Average returns the sum by the number, 0 of none; only its test runs it.
func Average(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return Sum(list) / len(list)
}

// Down counts down, until it meets a place that is none.
func Down(n int) (steps int) {
	for n != 0 {
		n--
		steps++
	}
	return steps
}

// Unused is run by nothing.
func Unused(a, b int) int { return -a&b + 1 }

// traced is for a build that looks for its own errors: this one has no mutant of what such a build
// alone does.
const traced = false

// Traced gives n.
func Traced(n int) int {
	if traced && n > 0 {
		n = traceOf(n)
	}
	return n
}

func traceOf(n int) int { return n + 1 }

// Below returns the bits of set below bit n. The shift gets its type from set, so only the operator
// between them is mutated.
func Below(set uint64, n uint32) uint64 { return set & (1<<n - 1) }
