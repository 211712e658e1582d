package adapter

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// lastLine returns the line that says why the program crashed, not the end of the stack trace.
// Reports distinguish crashes by this line.
func TestLastWordsSayWhatHappened(t *testing.T) {
	for want, printed := range map[string]string{
		"Error: no such pair":                     "/a/main.mjs:3\n    throw new Error(\"no such pair\")\n    ^\n\nError: no such pair\n    at f (/a/main.mjs:3:9)\n    at main.mjs:9:1\n\nNode.js v20.20.2\n",
		"panic: no such pair":                     "note\npanic: no such pair\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/a/main.go:4\nmain.main()\n\t/a/main.go:8 +0x1d\nexit status 2\n",
		"fatal error: concurrent map writes":      "fatal error: concurrent map writes\n\ngoroutine 5 [running]:\nmain.f(...)\n\t/a/main.go:4\n",
		"lua: main.lua:2: no such pair":           "lua: main.lua:2: no such pair\nstack traceback:\n\t[C]: in function 'error'\n\t[C]: in ?\n",
		"ValueError: no such pair":                "Traceback (most recent call last):\n  File \"/a/main.py\", line 1, in <module>\n    f()\nValueError: no such pair\n",
		"what():  no such pair":                   "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no such pair\n",
		"world.cpp:31: Assertion `!pair' failed.": "loading\nworld.cpp:31: Assertion `!pair' failed.\n",
		"only this": "    only this\n",
		"":          "\n \n",
	} {
		words := &tail{limit: 1 << 10}
		_, _ = words.Write([]byte(printed))
		require.Equal(t, want, words.lastLine())
	}
}
