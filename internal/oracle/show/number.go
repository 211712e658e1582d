package show

import "strconv"

// Number formats n in decimal with commas: 1,234,567.
func Number[T int | uint64](n T) string {
	digits := strconv.FormatUint(uint64(n), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Plural formats a number with its noun: 1 trace, 2,000 traces.
func Plural[T int | uint64](n T, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}
