package compare

import (
	"regexp"
	"strings"

	"github.com/relspec/relspec/spec"
)

// lastWords precedes, in the message of a crash, the last line that the process printed (package
// adapter).
const lastWords = ", its last words: "

var (
	addresses = regexp.MustCompile(`0x[0-9a-fA-F]+`)
	// numbers matches separate numbers. A position in a source file, such as world.cpp:12, helps to
	// distinguish crashes and is not matched.
	numbers = regexp.MustCompile(`(^|[\s(\[{=,#'"])-?[0-9]+(\.[0-9]+)?\b`)
)

// words matches words that may be handles. A word with a path or file name around it is a position
// in a source file, not a handle.
var words = regexp.MustCompile(`[\p{L}\p{N}_.:/\\-]+`)

// WithoutHandles replaces handles in text, the last words of a crashed process, by "N", because
// handles differ from trace to trace. sent holds the handles that the process was sent. The word
// "a" is not replaced where it is an article, but in brackets or quotes it is a handle.
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

// crashWords returns the last words of a crashed process, with "N" instead of numbers and
// addresses. It returns "" if there are none.
func crashWords(o *spec.Outcome) string {
	if o.Err == nil || o.Err.Code != spec.CodeCrash {
		return ""
	}
	_, words, _ := strings.Cut(o.Err.Message, lastWords)
	return numbers.ReplaceAllString(addresses.ReplaceAllString(words, "N"), "${1}N")
}
