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
	// numbers are those that stand alone: a place in a source file, as in world.cpp:12, is part of
	// what tells crashes apart.
	numbers = regexp.MustCompile(`(^|[\s(\[{=,#'"])-?[0-9]+(\.[0-9]+)?\b`)
)

// words are those that may be handles. What has a path or a file name around it is none: that is a
// place in a source file.
var words = regexp.MustCompile(`[\p{L}\p{N}_.:/\\-]+`)

// WithoutHandles are the last words of a process that crashed with "N" for handles that it was
// sent, too, which are others in each trace. An article is none, unless it stands in brackets or
// quotes.
func WithoutHandles(text string, sent map[spec.Handle]bool) string {
	var b strings.Builder
	from := 0
	for _, at := range words.FindAllStringIndex(text, -1) {
		word := strings.TrimRight(text[at[0]:at[1]], ".:")
		end := at[0] + len(word)
		article := (word == "a" || word == "A") && (at[0] == 0 || text[at[0]-1] == ' ') && end < len(text) &&
			text[end] == ' '
		if sent[spec.Handle(word)] && !article {
			b.WriteString(text[from:at[0]] + "N")
			from = end
		}
	}
	return b.String() + text[from:]
}

// crashWords are the last words of a process that crashed, with "N" for numbers and addresses,
// which are others each time. They are "" if the process had none.
func crashWords(o *spec.Outcome) string {
	if o.Err == nil || o.Err.Code != spec.CodeCrash {
		return ""
	}
	_, words, _ := strings.Cut(o.Err.Message, lastWords)
	return numbers.ReplaceAllString(addresses.ReplaceAllString(words, "N"), "${1}N")
}
