package playground

import (
	"fmt"
	"strings"
	"testing"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/playground/link"
)

// fifty returns a world of 50 entities. In a browser, an answer about it should take less than 100 ms.
func fifty() *link.State {
	var world strings.Builder
	for i := range 50 {
		fmt.Fprintf(&world, "e%d  T, (R, e%d)\n", i, (i*7+1)%50)
	}
	return &link.State{Profile: "flecs-3", World: world.String(), Query: "T, (R, $x)"}
}

func BenchmarkAnswer(b *testing.B) {
	s := fifty()
	for b.Loop() {
		if _, err := Answer(s); err != nil {
			b.Fatal(err)
		}
	}
}
