// Package heap makes the garbage collector run less often. Packages of tests import it for this
// effect only: the heap may grow to five times its live size before a collection. The tests create
// millions of short-lived answers and worlds. With the default setting they would spend a quarter
// of their time on garbage collection. GOGC in the environment overrides this.
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
