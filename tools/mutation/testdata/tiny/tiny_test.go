package tiny

import "testing"

func TestAverage(t *testing.T) {
	if got := Average([]int{2, 4}); got != 3 {
		t.Fatal(got)
	}
}
