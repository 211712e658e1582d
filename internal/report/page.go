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

// pageTemplate has the style and the script in it, so that a page refers to nothing.
var pageTemplate = template.Must(template.New("page.html").Funcs(template.FuncMap{
	"css": func() template.CSS { return template.CSS(asset("page.css") + asset("graph.css")) },
	"js":  func() template.JS { return template.JS(asset("page.js")) }, "slug": slug, "thousands": show.Number[uint64],
	"clause": specification.Find,
}).ParseFS(assets, "assets/*.html"))

func asset(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// HTML writes the run as one page that refers to nothing outside of it. title heads it; "" is a plain one. The page has
// the text of scenarios and statements of this version of relspec, if the run has results of any of these scenarios;
// results of scenarios that it does not know are listed by name.
func (r *Run) HTML(w io.Writer, title string) error {
	all, err := scenario.Embedded()
	if err != nil {
		return fmt.Errorf("the features are broken: %w", err)
	}
	sections, err := ledger.Sections()
	if err != nil {
		return err
	}
	if title == "" {
		title = "relspec report"
	}
	r = r.shown()
	p := &page{Run: r, Title: title}
	if r.ranAny(all) {
		p.scenarios = all
	} else {
		sections = nil
	}
	p.Findings = p.findings()
	p.Matrix = p.matrix()
	p.Areas = p.areas()
	p.Documents = p.documents(sections)
	p.Tiles = p.tiles()
	if p.Packed, err = p.pack(); err != nil {
		return err
	}
	var page strings.Builder
	if err := pageTemplate.Execute(&page, p); err != nil {
		return err
	}
	_, err = io.WriteString(w, spec.Escaped(page.String())) // a page shows text of engines, too
	return err
}

// maxPlain is the size in bytes above which the statements and cases of a page are compressed.
const maxPlain = 256 << 10

// pack returns the statements and cases compressed (RFC 1952) and in base64, or "" if they are
// small. It leaves out which cases cite a statement, since the page can find that in the cases.
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

// ranAny reports whether some implementation has a result of one of the scenarios.
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
	Tiles     []tile
	Findings  []findingView
	Matrix    matrixView
	Areas     []areaView
	Documents []documentView
	Packed    string // the statements and cases, if they are many
	scenarios []scenario.Scenario
}

// tile is a figure of the summary.
type tile struct {
	Name, Value, Note string
	Look              Status // of the figure; "" is plain
}

func (p *page) tiles() []tile {
	fresh, known := 0, 0
	for _, f := range p.Run.Findings {
		if f.Known == "" {
			fresh++
		} else {
			known++
		}
	}
	tiles := []tile{{
		"findings", show.Number(fresh), show.Plural(known, "known one", "known ones") + " beside",
		lookOf(fresh == 0),
	}}
	tiles = append(tiles, p.casesTile())
	statements, covered := 0, 0
	for _, d := range p.Documents {
		statements, covered = statements+d.Total, covered+d.Covered
	}
	if statements > 0 {
		tiles = append(tiles, tile{
			"statements", show.Number(covered),
			fmt.Sprintf("of %s cited by scenarios that passed on an implementation", show.Number(statements)), "",
		})
	}
	var operations uint64
	for _, c := range p.Campaigns {
		operations += c.Operations()
	}
	if len(p.Campaigns) > 0 {
		tiles = append(tiles, tile{
			"operations", show.Number(operations),
			"compared in " + show.Plural(len(p.Campaigns), "campaign", "campaigns"), "",
		})
	}
	if n := len(p.Failures); n > 0 {
		tiles = append(tiles, tile{"failures", show.Number(n), "beside cases and findings", Failed})
	}
	return tiles
}

// casesTile shows how many cases failed, or, where none did, how many passed.
func (p *page) casesTile() tile {
	passed, failed := p.Count(Passed), p.Count(Failed)
	t := tile{Name: "cases", Value: show.Number(passed), Note: "passed", Look: lookOf(failed == 0 && passed > 0)}
	if failed > 0 {
		t.Value, t.Note = show.Number(failed), "failed, "+show.Number(passed)+" passed"
	}
	t.Note += fmt.Sprintf(", %s known, %s unsupported", show.Number(p.Count(Known)), show.Number(p.Count(Unsupported)))
	return t
}

func lookOf(good bool) Status {
	if good {
		return Passed
	}
	return Failed
}

// Operations counts the operations that a campaign compared, on all implementations.
func (c Campaign) Operations() uint64 {
	var n uint64
	for _, k := range c.Counts.Comparisons {
		n += k
	}
	return n
}

// Verdict is the run in a sentence.
func (p *page) Verdict() string {
	var differ, known, agree []string
	for _, im := range p.Implementations {
		fresh, old := p.findingsOf(im)
		switch {
		case im.Count(Failed) > 0 || fresh > 0:
			differ = append(differ, im.Name)
		case im.Count(Known) > 0 || old > 0:
			known = append(known, im.Name)
		default:
			agree = append(agree, im.Name)
		}
	}
	var parts []string
	note := func(what string, names []string) {
		if len(names) > 0 {
			parts = append(parts, what+": "+strings.Join(names, ", "))
		}
	}
	note("Something differs", differ)
	if len(differ) == 0 && !p.OK() {
		parts = append(parts, "Something failed beside cases and findings")
	}
	note("Nothing new", known)
	note("Nothing differs", agree)
	return strings.Join(parts, ". ")
}

// findingsOf counts the findings of an implementation, those of its variants included, that are new and that are known.
func (p *page) findingsOf(im *Implementation) (fresh, known int) {
	for _, f := range p.Run.Findings {
		if name, _, _ := strings.Cut(f.Implementation, ", "); name != im.Name && f.Implementation != im.Name {
			continue
		}
		if f.Known == "" {
			fresh++
		} else {
			known++
		}
	}
	return fresh, known
}

// Verdicts lists the columns of the transcripts' table.
func (p *page) Verdicts() []transcript.Verdict {
	return []transcript.Verdict{transcript.Agrees, transcript.Declared, transcript.NotBuilt, transcript.Unexplained}
}

// Statuses lists those of the filter.
func (p *page) Statuses() []Status { return Statuses() }

// slug is a text as an anchor.
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

// mark is how a case ended on an implementation.
type mark struct {
	Implementation string
	Status         Status
	Known, Reason  string
}

var letters = map[Status]string{Passed: "✓", Failed: "✗", Known: "!", Unsupported: "–"}

// Letter is the mark for those who see no colours.
func (m mark) Letter() string { return cmp.Or(letters[m.Status], "·") }

// marks are those of a case on all implementations.
func (p *page) marks(name string) []mark {
	var out []mark
	for _, im := range p.Implementations {
		m := mark{Implementation: im.Name, Status: NotRun}
		if r := im.Result(name); r != nil {
			m.Status, m.Known, m.Reason = r.Status, r.Known, r.Reason
		}
		out = append(out, m)
	}
	return out
}

// data is marks as the filter reads them.
func data(marks []mark) string {
	var out []string
	for i, m := range marks {
		out = append(out, fmt.Sprintf("%d:%s", i, strings.ReplaceAll(string(m.Status), " ", "-")))
	}
	return strings.Join(out, " ")
}

// worst is the status that says more: failed, then known, passed, unsupported, not run.
func worst(a, b Status) Status {
	order := []Status{NotRun, Unsupported, Passed, Known, Failed}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}
