//go:build js && wasm

// Command wasm runs the playground in a browser. It sets relspecCall, a function that takes a call
// of package playground as JSON and returns the answer, and then waits.
package main

import (
	"runtime/debug"
	"syscall/js"

	"github.com/relspec/relspec/internal/playground"
)

// garbage is the value of GOGC in the page. It is high because there is only one thread, and worlds
// in the page are small.
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
