package flecs

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/spec"
)

// The fragments, one file for each kind of bug. docs/fragments.md describes the notation.
//
//go:embed fragments/*.txt
var fragmentFiles embed.FS

// fragment is a template for a part of a trace: steps of scenarios, with names whose values are
// drawn when the fragment is played.
type fragment struct {
	choice
	grammar *grammar
	syntax  spec.Profile // the profile whose dialect its queries use
	body    []node
	words   map[string]*phrase
	tasks   map[string][]node // named blocks

	once       sync.Once
	actions    sync.Map // parsed lines, by text
	remembered atomic.Int64
}

// node is a line of a fragment with the lines below it.
type node struct {
	line            int
	text            phrase
	weight          int    // weight of this alternative
	body, otherwise []node // otherwise is played if a chance or condition fails
	refused         refused
	act             action // the parsed line, if it has no choices; nil before the first play
}

// refused says whether an operation of a fragment may be refused.
type refused uint8

const (
	never   refused = iota // it is omitted if it would be refused
	perhaps                // "it may fail"
	always                 // "it fails"
)

// fragments has all fragments, in the order of their files.
var fragments = func() []*fragment {
	all, err := readFragments(fragmentFiles, newGrammar())
	if err != nil {
		panic(err) // a test reads the same files
	}
	return all
}()

// readFragments reads the files of a folder. A file has fragments, and words that all fragments
// share.
func readFragments(files fs.FS, productions *grammar) ([]*fragment, error) {
	var all []*fragment
	shared := map[string]*phrase{}
	err := fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		lines := linesOf(string(text))
		for len(lines) > 0 {
			n := 1
			for n < len(lines) && lines[n].indent > 0 {
				n++
			}
			f, err := readFragment(lines[:n], shared)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", file, lines[0].number, err)
			}
			if f != nil {
				all = append(all, f)
			}
			lines = lines[n:]
		}
		return nil
	})
	for _, f := range all {
		f.grammar = productions
		for name, word := range shared {
			if f.words[name] == nil {
				f.words[name] = word
			}
		}
	}
	return all, err
}

// textLine is a line that is not blank. Text after a head such as "1 in 4:" becomes a separate line
// below the head. Text after "-" has the indentation of the lines that follow it.
type textLine struct {
	number, indent int // indent is 10 for each leading space, plus 1 for text after a head or 20 for text after "-"
	text           string
}

var (
	fragmentHead = regexp.MustCompile(`^(\w+) \((\d+)(?:, needs ([\w ,]+))?\): (.+)$`)
	wordHead     = regexp.MustCompile(`^([a-z]\w*): (.+)$`)
	lineHead     = regexp.MustCompile(`^(-\d*) (.+)$|^(\d+ in \d+|\d+(?: to \d+)? times|(?:if|deferred|for each|to) [^:]+|otherwise): (.+)$`)
)

func linesOf(text string) (out []textLine) {
	number := 0
	for raw := range strings.Lines(text) {
		number++
		line := textLine{number: number, text: strings.TrimSpace(raw)}
		line.indent = 10 * (len(raw) - len(strings.TrimLeft(raw, " ")))
		if line.text == "" || strings.HasPrefix(line.text, "#") {
			continue
		}
		for {
			parts := lineHead.FindStringSubmatch(line.text)
			if parts == nil {
				break
			}
			head, rest := parts[1]+parts[3], parts[2]+parts[4]
			out = append(out, textLine{number, line.indent, head})
			if line.indent, line.text = line.indent+1, rest; parts[1] != "" {
				line.indent += 19
			}
		}
		out = append(out, line)
	}
	return out
}

// readFragment parses a fragment, or a word, which it adds to shared. lines[0] is the head.
func readFragment(lines []textLine, shared map[string]*phrase) (*fragment, error) {
	head := fragmentHead.FindStringSubmatch(lines[0].text)
	if head == nil {
		return nil, readWord(lines, shared)
	}
	weight, err := strconv.Atoi(head[2])
	if err != nil {
		return nil, err
	}
	needs, err := needsOf(head[3])
	if err != nil {
		return nil, err
	}
	f := &fragment{choice: choice{head[1], weight, needs}, words: map[string]*phrase{}, tasks: map[string][]node{}}
	f.syntax = spec.Flecs4()
	if strings.Contains(head[3], "substitution") {
		f.syntax = spec.Flecs3Beta()
	}
	f.body, err = f.readBody(lines[1:])
	return f, err
}

func readWord(lines []textLine, words map[string]*phrase) error {
	word := wordHead.FindStringSubmatch(lines[0].text)
	if word == nil || len(lines) > 1 {
		return fmt.Errorf("want \"name (weight): what it finds\" with lines below it, or \"word: text\" at %q",
			lines[0].text)
	}
	p, _, err := readPhrase(word[2], "")
	words[word[1]] = &p
	return err
}

// needsOf parses a list of features such as "observers, union or dont_fragment".
func needsOf(text string) (func(*Features) bool, error) {
	if text == "" {
		return nil, nil
	}
	var all [][]string
	for part := range strings.SplitSeq(text, ", ") {
		names := strings.Split(part, " or ")
		for _, name := range names {
			if _, known := (&Features{}).Has(name); !known {
				return nil, fmt.Errorf("unknown feature %q", name)
			}
		}
		all = append(all, names)
	}
	return func(f *Features) bool {
		for _, names := range all {
			some := false
			for _, name := range names {
				on, _ := f.Has(name)
				some = some || on
			}
			if !some {
				return false
			}
		}
		return true
	}, nil
}

// readBody parses lines of one indentation, and the lines below each of them.
func (f *fragment) readBody(lines []textLine) (body []node, err error) {
	for len(lines) > 0 {
		first, n := lines[0], 1
		for n < len(lines) && lines[n].indent > first.indent {
			n++
		}
		below := lines[1:n]
		last := len(body) - 1
		switch name, isTask := strings.CutPrefix(first.text, "to "); {
		case n < len(lines) && lines[n].indent < first.indent && lines[n].indent > 0 && len(body) == 0:
			err = fmt.Errorf("line %d is less indented than its neighbours", lines[n].number)
		case isTask:
			f.tasks[name], err = f.readBody(below)
		case first.text == "otherwise" && last >= 0:
			body[last].otherwise, err = f.readBody(below)
		case first.text == "it fails" && last >= 0:
			body[last].refused = always
		case first.text == "it may fail" && last >= 0:
			body[last].refused = perhaps
		case wordHead.MatchString(first.text):
			err = readWord(lines[:n], f.words)
		default:
			var next node
			if next, err = f.readNode(first, below); err == nil {
				body = append(body, next)
			}
		}
		if err != nil {
			return nil, err
		}
		lines = lines[n:]
	}
	return body, nil
}

func (f *fragment) readNode(l textLine, below []textLine) (n node, err error) {
	n = node{line: l.number, weight: 1}
	if weight := strings.TrimPrefix(l.text, "-"); weight != l.text && weight != "" {
		if n.weight, err = strconv.Atoi(weight); err != nil {
			return n, err
		}
	}
	if n.text, _, err = readPhrase(l.text, ""); err != nil {
		return n, fmt.Errorf("line %d: %w", l.number, err)
	}
	n.body, err = f.readBody(below)
	return n, err
}

// phrase is text with choices in angle brackets: "r </with Exclusive/with <property>>". If a choice
// is the name of a word, it expands to the text of that word.
type phrase []part

// part is text, or one of several phrases.
type part struct {
	text  string
	among []phrase
}

// readPhrase parses a phrase up to the first character in ends. rest is the remaining text,
// beginning with that character.
func readPhrase(text, ends string) (out phrase, rest string, err error) {
	for {
		at := strings.IndexAny(text, "<"+ends)
		if at < 0 {
			at = len(text)
		}
		if at > 0 {
			out = append(out, part{text: text[:at]})
		}
		if text = text[at:]; text == "" || text[0] != '<' {
			return out, text, nil
		}
		var among []phrase
		for group := text; text[0] != '>'; {
			choice, rest, err := readPhrase(text[1:], "/>")
			if err != nil || rest == "" {
				return nil, "", fmt.Errorf("< without > in %q", group)
			}
			among, text = append(among, choice), rest
		}
		out = append(out, part{among: among})
		text = text[1:]
	}
}

// word returns the text of a phrase without choices, or "" if the phrase has some.
func (p phrase) word() string {
	if len(p) == 1 && p[0].among == nil {
		return p[0].text
	}
	return ""
}
