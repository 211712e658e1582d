// Package heap is imported for its effect by packages of tests: garbage may grow to four times the
// living heap before it is collected. The tests throw away millions of small answers and worlds,
// while a few megabytes live: collected at every doubling, they spend a quarter of their time on
// it. GOGC in the environment still decides.
package heap

import (
	"os"
	"runtime/debug"
)

const percent = 400

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
