package inspect

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// statistics is the answer to /stats.
type statistics struct {
	Entities      int        `json:"entities"`
	Tables        int        `json:"tables"`
	Empty         int        `json:"empty"`
	Bytes         uint64     `json:"bytes"`
	Relationships []relation `json:"relationships"`
	Hints         []string   `json:"hints"`
	Edit          bool       `json:"edit"` // whether requests may change the world
}

// relation has the counts of a relationship, as in fast.RelationshipStats.
type relation struct {
	Name    string `json:"name"`
	Pairs   int    `json:"pairs"`
	Sources int    `json:"sources"`
	Targets int    `json:"targets"`
	Tables  int    `json:"tables"`
}

func (i *Inspector) stats(*http.Request) (any, error) {
	s := i.w.Stats()
	answer := statistics{
		Entities: s.Entities, Tables: s.Tables, Empty: s.Empty, Bytes: s.Bytes, Hints: s.Hints,
		Edit: i.options.Edit,
	}
	for _, r := range s.Relationships[:min(len(s.Relationships), i.options.Rows)] {
		answer.Relationships = append(answer.Relationships,
			relation{i.name(r.Relationship), r.Pairs, r.Sources, r.Targets, r.Tables})
	}
	return answer, nil
}

// item is an entity in an answer. Entity is the decimal number of its handle, Text the line of
// fast.World.Describe, and Children the number of its children.
type item struct {
	Entity   string `json:"entity"`
	Name     string `json:"name"`
	Text     string `json:"text"`
	Children int    `json:"children"`
}

type list struct {
	Items []item `json:"items"`
	// More is the number of further entities.
	More int `json:"more"`
}

func (i *Inspector) item(e fast.Entity) item {
	return item{strconv.FormatUint(uint64(e), 10), i.name(e), i.w.Describe(e), len(i.w.Children(e))}
}

func (i *Inspector) name(e fast.Entity) string {
	if name := i.w.Name(e); name != "" {
		return name
	}
	return e.String()
}

// entities lists the children of the entity "of", or the entities whose name contains "name".
// Without both, it lists the entities without a parent.
func (i *Inspector) entities(in *http.Request) (any, error) {
	var of []fast.Entity
	if text := in.URL.Query().Get("of"); text != "" {
		parent, err := i.read(text)
		if err != nil {
			return nil, err
		}
		of = i.w.Children(parent)
	} else {
		part := strings.ToLower(in.URL.Query().Get("name"))
		for _, e := range i.w.Entities() {
			if part == "" && i.w.Parent(e) == 0 || part != "" && strings.Contains(strings.ToLower(i.name(e)), part) {
				of = append(of, e)
			}
		}
	}
	answer := list{Items: []item{}, More: max(0, len(of)-i.options.Rows)}
	for _, e := range of[:min(len(of), i.options.Rows)] {
		answer.Items = append(answer.Items, i.item(e))
	}
	return answer, nil
}

// details is the answer to /entity.
type details struct {
	item
	Path string   `json:"path"`
	IDs  []idText `json:"ids"`
}

type idText struct {
	ID    string `json:"id"`
	Value string `json:"value,omitempty"`
	JSON  string `json:"json,omitempty"` // the value as JSON, if it has a Go type; /edit accepts it
}

func (i *Inspector) entity(in *http.Request) (any, error) {
	e, err := i.read(in.URL.Query().Get("of"))
	if err != nil {
		return nil, err
	}
	return i.details(e), nil
}

func (i *Inspector) details(e fast.Entity) details {
	path, _ := i.w.Path(e, 0)
	answer := details{item: i.item(e), Path: path}
	for _, id := range i.w.IDs(e) {
		text := idText{ID: i.w.TextOf(id)}
		if value, err := i.w.Value(e, id); err == nil {
			text.Value = fmt.Sprintf("%+v", value)
			if _, members := value.(spec.Value); !members && value != nil {
				written, _ := json.Marshal(value) // "" if the type cannot be encoded
				text.JSON = string(written)
			}
		}
		answer.IDs = append(answer.IDs, text)
	}
	return answer
}

func (i *Inspector) read(text string) (fast.Entity, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, spec.Errorf(spec.CodeInvalid, "%q is not the number of an entity; pass the number of its handle", text)
	}
	if e := fast.Entity(n); i.w.Alive(e) {
		return e, nil
	}
	return 0, spec.Errorf(spec.CodeNotAlive, "no entity has the number %d; if it was deleted, choose another one", n)
}

// found is the answer to /query.
type found struct {
	Rows  []item `json:"rows"`
	Count int    `json:"count"`
	// Cut is true if the query ended early, because it reached the limit of rows or time. There may
	// be more matches then.
	Cut          bool   `json:"cut"`
	Plan         string `json:"plan"`
	Microseconds int64  `json:"us"`
}

func (i *Inspector) query(in *http.Request) (any, error) {
	q, err := i.prepare(in)
	if err != nil {
		return nil, err
	}
	answer := found{Rows: []item{}, Plan: q.Plan()}
	begin := time.Now()
	entities, cut, err := i.matches(q)
	answer.Microseconds, answer.Count, answer.Cut = time.Since(begin).Microseconds(), len(entities), cut
	for _, e := range entities {
		answer.Rows = append(answer.Rows, i.item(e))
	}
	return answer, err
}

func (i *Inspector) prepare(in *http.Request) (*fast.Query, error) {
	kind := spec.KindAuto
	if in.URL.Query().Get("rule") != "" {
		kind = spec.KindRule
	}
	return i.w.Prepare(spec.Query{Expr: in.URL.Query().Get("text"), Kind: kind})
}

// program is a query of the program, in the answer to /queries.
type program struct {
	Name         string `json:"name"`
	Text         string `json:"text"`
	Plan         string `json:"plan"`
	Count        int    `json:"count"`
	Microseconds int64  `json:"us"`
}

// queries lists the queries that the program shows. It asks for the plan of a query before it
// counts the matches, since counting may change the plan.
func (i *Inspector) queries(*http.Request) (any, error) {
	answer := struct {
		Queries []program `json:"queries"`
	}{[]program{}}
	for _, s := range i.shown {
		p := program{Name: s.name, Text: s.query.String(), Plan: s.query.Plan()}
		begin := time.Now()
		p.Count = s.query.Len()
		p.Microseconds = time.Since(begin).Microseconds()
		answer.Queries = append(answer.Queries, p)
	}
	return answer, nil
}

// matches returns the entities of a query, each once, until it reaches the limit of rows or time.
// cut reports whether it did. The loop does not mark values as written.
func (i *Inspector) matches(q *fast.Query) (entities []fast.Entity, cut bool, err error) {
	rows, err := q.Rows()
	if err != nil {
		return nil, false, err
	}
	until, seen := time.Now().Add(i.options.Work), map[fast.Entity]bool{}
	for row := range rows {
		row.Skip()
		if e := row.Entity(); !seen[e] {
			seen[e] = true
			entities = append(entities, e)
		}
		if len(entities) >= i.options.Rows || time.Now().After(until) {
			return entities, true, nil
		}
	}
	return entities, false, nil
}

// change is an event of /watch: the entities that came to match since the last event, and those
// that left.
type change struct {
	Came []item   `json:"came"`
	Left []string `json:"left"`
}

const watchEvery = 500 * time.Millisecond

// watch sends server-sent events about the entities that start and stop matching a query. While a
// client watches, the query runs twice a second. The first event has all matches.
func (i *Inspector) watch(out http.ResponseWriter, in *http.Request) {
	flush, ok := out.(http.Flusher)
	if !ok {
		refuse(out, http.StatusInternalServerError, spec.Errorf(spec.CodeUnsupported, "the server cannot stream"))
		return
	}
	out.Header().Set("Content-Type", "text/event-stream")
	before := map[fast.Entity]bool{}
	for {
		value, err := i.wait(in.Context(), func() (any, error) { return i.changed(in, before) })
		event, text := "change", value
		if err != nil {
			event, text = "failed", map[string]string{"error": err.Error()}
		}
		data, _ := json.Marshal(text) // cannot fail for strings and numbers
		if _, err := fmt.Fprintf(out, "event: %s\ndata: %s\n\n", event, data); err != nil || event == "failed" {
			return
		}
		flush.Flush()
		select {
		case <-in.Context().Done():
			return
		case <-time.After(watchEvery):
		}
	}
}

// changed returns how the matches differ from before, and updates before.
func (i *Inspector) changed(in *http.Request, before map[fast.Entity]bool) (any, error) {
	q, err := i.prepare(in)
	if err != nil {
		return nil, err
	}
	entities, _, err := i.matches(q)
	if err != nil {
		return nil, err
	}
	answer, now := change{Came: []item{}, Left: []string{}}, map[fast.Entity]bool{}
	for _, e := range entities {
		now[e] = true
		if !before[e] {
			answer.Came = append(answer.Came, i.item(e))
		}
	}
	for e := range before {
		if !now[e] {
			answer.Left = append(answer.Left, strconv.FormatUint(uint64(e), 10))
			delete(before, e)
		}
	}
	for e := range now {
		before[e] = true
	}
	return answer, nil
}
