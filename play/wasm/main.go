//go:build js && wasm

// Command wasm is the playground in a browser: it sets relspecCall, a function that takes a call of package playground as JSON
// and returns the answer, and then waits.
package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/relspec/relspec/internal/playground"
)

// garbage is how much the heap grows before it is collected, in percent of the memory in use: there is one thread, which answers or collects,
// and a world of the page is small.
const garbage = 400

func main() {
	debug.SetGCPercent(garbage)
	js.Global().Set("relspecCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := ""
		if len(args) > 0 && args[0].Type() == js.TypeString {
			text = args[0].String()
		}
		return string(playground.Call([]byte(text)))
	}))
	select {}
}
