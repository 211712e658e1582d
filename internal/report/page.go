package report

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

//go:embed assets
var assets embed.FS

// pageTemplate contains the style and the script, so that a page loads nothing.
var pageTemplate = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"css": func() template.CSS { return template.CSS(asset("page.css") + asset("graph.css")) },
	"js":  func() template.JS { return template.JS(asset("page.js")) }, "slug": slug, "thousands": show.Number[uint64],
	"plural": show.Plural[int], "clause": specification.Find, "statement": func(id spec.StatementID) *ledger.Statement {
		if s, err := ledger.ByID(string(id)); err == nil {
			return &s
		}
		return nil
	},
}).ParseFS(assets, "assets/*.html"))

func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // the template is embedded, so this is a bug
	}
	return string(text)
}

// HTML writes the run as a self-contained page. An empty title means a default title. If the run
// has results of scenarios of this version of relspec, the page includes the text of the scenarios
// and statements. Other cases are listed by name.
func (r *Run) HTML(w io.Writer, title string) error {
	all, err := scenario.Embedded()
	if err != nil {
		return fmt.Errorf("the embedded feature files cannot be read: %w", err)
	}
	sections, err := ledger.Sections()
	if err != nil {
		return err
	}
	if title == "" {
		title = "relspec report"
	}
	p := &page{Run: r, Title: title}
	if r.ranAny(all) {
		p.scenarios = all
	} else {
		sections = nil
	}
	p.Findings = p.findings()
	p.Areas = p.areas()
	p.Documents = p.documents(sections)
	if p.Packed, err = p.pack(); err != nil {
		return err
	}
	var page strings.Builder
	if err := pageTemplate.Execute(&page, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, spec.Escaped(page.String())) // the page also contains text from engines
	return err
}

// maxPlain is the size in bytes above which a page stores its statements and cases compressed.
const maxPlain = 256 << 10

// pack returns the statements and cases compressed (RFC 1952) and in base64, or "" if they are
// small. It omits which cases cite a statement, because the page can compute that.
func (p *page) pack() (string, error) {
	var rest strings.Builder
	if err := pageTemplate.ExecuteTemplate(&rest, "rest", p); err != nil || rest.Len() <= maxPlain {
		return "", err
	}
	for _, d := range p.Documents {
		for _, s := range d.Sections {
			for i := range s.Statements {
				s.Statements[i].Cases = nil
			}
		}
	}
	rest.Reset()
	if err := pageTemplate.ExecuteTemplate(&rest, "rest", p); err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err = io.WriteString(w, spec.Escaped(rest.String())); err == nil {
		err = w.Close()
	}
	return base64.RawURLEncoding.EncodeToString(packed.Bytes()), err
}

// ranAny reports whether some implementation ran one of the scenarios.
func (r *Run) ranAny(all []scenario.Scenario) bool {
	return slices.ContainsFunc(r.Implementations, func(im *Implementation) bool {
		return len(im.Results) > 0 && slices.ContainsFunc(all,
			func(s scenario.Scenario) bool { return im.Result(s.Key()) != nil })
	})
}

// page is the data of the template.
type page struct {
	*Run
	Title     string
	Findings  []findingView
	Areas     []areaView
	Documents []documentView
	Packed    string // the statements and cases, if there are many
	scenarios []scenario.Scenario
}

// tile is a number in the summary.
type tile struct {
	Name, Value, Note string
	Look              Status // colour of the number; "" for none
}

// Tiles returns the numbers of the summary.
func (p *page) Tiles() []tile {
	fresh, passed, failed := len(p.New()), p.Count(Passed), p.Count(Failed)
	findings := tile{
		"findings", show.Number(fresh), fmt.Sprintf("new, %s known", show.Number(len(p.Findings)-fresh)),
		lookOf(fresh == 0),
	}
	cases := tile{"cases", show.Number(passed), "passed", lookOf(failed == 0 && passed > 0)}
	if failed > 0 {
		cases.Value, cases.Note = show.Number(failed), "failed, "+show.Number(passed)+" passed"
	}
	cases.Note += fmt.Sprintf(", %s known, %s unsupported", show.Number(p.Count(Known)), show.Number(p.Count(Unsupported)))
	tiles := []tile{findings, cases}
	statements, covered := 0, 0
	for _, d := range p.Documents {
		statements, covered = statements+d.Total, covered+d.Covered
	}
	if statements > 0 {
		note := fmt.Sprintf("of %s cited by scenarios that passed on an implementation", show.Number(statements))
		tiles = append(tiles, tile{"statements", show.Number(covered), note, ""})
	}
	if n := len(p.Campaigns); n > 0 {
		var operations uint64
		for _, c := range p.Campaigns {
			operations += c.Operations()
		}
		note := "compared in " + show.Plural(n, "campaign", "campaigns")
		tiles = append(tiles, tile{"operations", show.Number(operations), note, ""})
	}
	if n := len(p.Failures); n > 0 {
		tiles = append(tiles, tile{"failures", show.Number(n), "besides cases and findings", Failed})
	}
	return tiles
}

func lookOf(good bool) Status {
	if good {
		return Passed
	}
	return Failed
}

// Operations returns the number of operations that a campaign compared, over all implementations.
func (c Campaign) Operations() uint64 {
	var n uint64
	for _, k := range c.Counts.Comparisons {
		n += k
	}
	return n
}

// Verdict describes the run in one sentence.
func (p *page) Verdict() string {
	fresh, known := make([]int, len(p.Implementations)), make([]int, len(p.Implementations))
	for _, f := range p.Run.Findings {
		if i := p.owner(f); i >= 0 && f.Known == "" {
			fresh[i]++
		} else if i >= 0 {
			known[i]++
		}
	}
	names := map[string][]string{}
	for i, im := range p.Implementations {
		what := "Nothing differs"
		if im.Count(Failed) > 0 || fresh[i] > 0 {
			what = "Something differs"
		} else if im.Count(Known) > 0 || known[i] > 0 {
			what = "Nothing new"
		}
		names[what] = append(names[what], im.Name)
	}
	var parts []string
	for _, what := range []string{"Something differs", "Nothing new", "Nothing differs"} {
		if len(names[what]) > 0 {
			parts = append(parts, what+": "+strings.Join(names[what], ", "))
		}
	}
	if len(names["Something differs"]) == 0 && !p.OK() {
		parts = append([]string{"Something failed besides cases and findings"}, parts...)
	}
	return strings.Join(parts, ". ")
}

// owner returns the index of the implementation of a finding, or -1. The name of a finding's
// implementation includes its options, its variant or a law.
func (p *page) owner(f *Finding) int {
	owner, longest := -1, -1
	for i, im := range p.Implementations {
		options, is := strings.CutPrefix(f.Implementation, im.Name)
		if is && len(im.Name) > longest && (options == "" || strings.HasPrefix(options, ", ") ||
			strings.HasPrefix(options, " (") || strings.HasPrefix(options, " [law: ")) {
			owner, longest = i, len(im.Name)
		}
	}
	return owner
}

// Verdicts returns the columns of the table of transcripts.
func (p *page) Verdicts() []transcript.Verdict {
	return []transcript.Verdict{transcript.Agrees, transcript.Declared, transcript.NotBuilt, transcript.Unexplained}
}

// Statuses returns the choices of the filter.
func (p *page) Statuses() []Status { return Statuses() }

// slug converts a text to an anchor.
func slug(text string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(text) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// mark is the result of a case on an implementation.
type mark struct {
	Implementation string
	Status         Status
	Known, Reason  string
}

var letters = map[Status]string{Passed: "✓", Failed: "✗", Known: "!", Unsupported: "–"}

// Letter returns the result as a letter, for readers who cannot see the colours.
func (m mark) Letter() string { return cmp.Or(letters[m.Status], "·") }

// marks are the results of a case on all implementations.
type marks []mark

func (p *page) marks(name string) marks {
	var out marks
	for _, im := range p.Implementations {
		m := mark{Implementation: im.Name, Status: NotRun}
		if r := im.Result(name); r != nil {
			m.Status, m.Known, m.Reason = r.Status, r.Known, r.Reason
		}
		out = append(out, m)
	}
	return out
}

// Data returns the marks in the format that the filter reads.
func (all marks) Data() string {
	var out []string
	for i, m := range all {
		out = append(out, fmt.Sprintf("%d:%s", i, slug(string(m.Status))))
	}
	return strings.Join(out, " ")
}

// worst returns the more important status, in this order: failed, known, passed, unsupported, not
// run.
func worst(a, b Status) Status {
	order := []Status{NotRun, Unsupported, Passed, Known, Failed}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}
