package compare

import (
	"regexp"
	"strings"

	"github.com/relspec/relspec/spec"
)

// lastWords stands in the message of a crash before the last line that the process printed (package adapter).
const lastWords = ", its last words: "

var (
	addresses = regexp.MustCompile(`0x[0-9a-fA-F]+`)
	// numbers are those that stand alone: a place in a source file, as in world.cpp:12, is part of what tells crashes apart.
	numbers = regexp.MustCompile(`(^|[\s(\[{=,#'"])-?[0-9]+(\.[0-9]+)?\b`)
)

// crashWords are the last words of a process that crashed, with "N" for numbers and addresses, which are others each time. They are "" if the
// process had none.
func crashWords(o *spec.Outcome) string {
	if o.Err == nil || o.Err.Code != spec.CodeCrash {
		return ""
	}
	_, words, _ := strings.Cut(o.Err.Message, lastWords)
	return numbers.ReplaceAllString(addresses.ReplaceAllString(words, "N"), "${1}N")
}
