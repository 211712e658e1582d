// Package tiny has a mutant of every operator. No test can detect some of them.
package tiny

// Clamp returns n limited to the range from 0 to most.
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

// Sum returns the sum of the numbers before the first 0.
func Sum(list []int) (sum int) {
	for i := 0; i < len(list); i++ {
		if list[i] == 0 {
			break
		}
		sum += list[i]
	}
	return sum
}

// Average returns Sum(list) / len(list), or 0 for an empty list. Only its test calls it.
func Average(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return Sum(list) / len(list)
}

// Down counts the steps down to 0. Some of its mutants never end.
func Down(n int) (steps int) {
	for n != 0 {
		n--
		steps++
	}
	return steps
}

// Unused is never called.
func Unused(a, b int) int { return -a&b + 1 }

// traced is true only in debug builds. This build must have no mutants of the code that runs only
// if traced is true.
const traced = false

// Traced returns n.
func Traced(n int) int {
	if traced && n > 0 {
		n++
	}
	return n
}

// Below returns the bits of set below bit n. The shift gets its type from set, so only the operator
// between them is mutated.
func Below(set uint64, n uint32) uint64 { return set & (1<<n - 1) }
