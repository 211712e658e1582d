package fuzz

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

var update = flag.Bool("update", false,
	"search for new seeds of the native fuzz targets and write them under testdata/fuzz")

const corpus = "testdata/fuzz"

// languageCorpus has the seeds of the targets that read query texts.
const languageCorpus = "../spec/lang/testdata/fuzz"

// seedReaches lists what the trace of a seed uses: the choices in the tables of weights, and the
// operations and features of queries.
func seedReaches(data []byte) []string {
	g, rest := caseOf(data)
	var made chosen
	entries := g.entries(&byteSource{data: rest}, &made)
	var out []string
	for i := range made {
		for j, c := range groups[i].Choices {
			if made[i][j] > 0 {
				out = append(out, "choice "+weightKey(i, c.Name))
			}
		}
	}
	counts := cover.NewCounts()
	census := cover.NewCensus(g.profile, &counts)
	for i := range entries {
		census.Count(&entries[i].Op, &spec.Outcome{})
	}
	for _, kind := range spec.OpKinds() {
		if counts.Operations[kind] > 0 {
			out = append(out, "operation "+string(kind))
		}
	}
	for _, f := range spec.Features() {
		if counts.Features[f] > 0 {
			out = append(out, "query "+string(f))
		}
	}
	twin := "biased"
	if g.options.arbitrary {
		twin = "arbitrary"
	}
	return append(out, "case "+g.profile.Name+" "+twin)
}

// searchSeeds finds a small set of short byte strings that together reach everything reachable.
func searchSeeds() [][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	reached := map[string]bool{}
	var seeds [][]byte
	for try := range 4000 {
		data := make([]byte, 150+try/4)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		fresh := missing(seedReaches(data), reached)
		if len(fresh) == 0 || !isUnmoved(data) {
			continue
		}
		for n := len(data) / 2; n > 8; n /= 2 {
			for len(data) > n && len(missing(seedReaches(data[:len(data)-n]), reached)) == len(fresh) {
				data = data[:len(data)-n]
			}
		}
		for _, what := range seedReaches(data) {
			reached[what] = true
		}
		seeds = append(seeds, data)
	}
	return needed(seeds)
}

// needed removes seeds that reach nothing beyond the other seeds, starting with the first.
func needed(seeds [][]byte) [][]byte {
	times := map[string]int{}
	for _, data := range seeds {
		for _, what := range seedReaches(data) {
			times[what]++
		}
	}
	var out [][]byte
	for _, data := range seeds {
		reaches := seedReaches(data)
		if slices.ContainsFunc(reaches, func(what string) bool { return times[what] == 1 }) {
			out = append(out, data)
			continue
		}
		for _, what := range reaches {
			times[what]--
		}
	}
	return out
}

// isUnmoved reports whether the trace of a seed stays the same if rows are added to the catalogue,
// that is, if the reserved bytes choose other rows.
func isUnmoved(data []byte) bool {
	g, rest := caseOf(data)
	if int(data[0]) >= len(caseGenerators())-reserve {
		return false
	}
	made := g.Decode(rest)
	for turn := 1; turn <= turns; turn++ { // another choice may be refused, too
		grown := *g
		for i := range g.tables {
			if groups[i].Later == nil {
				continue
			}
			t := *g.tables[i]
			for j := len(t.first) - reserve; j < len(t.first); j++ {
				t.first[j] = uint8((int(t.first[j]) + turn) % len(t.frequent))
			}
			grown.tables[i] = &t
		}
		for j := len(g.flecs.Reserved) - reserve; j < len(g.flecs.Reserved); j++ {
			grown.flecs.Reserved[j] = g.flecs.Reserved[turn]
		}
		if !reflect.DeepEqual(made, grown.Decode(rest)) {
			return false
		}
	}
	return true
}

// turns is the number of choices tried for each reserved byte.
const turns = 5

// A new row in the catalogue does not change the trace of a seed, because seeds do not use the bytes
// reserved for new rows. Generated traces reach choices that were added later (see the test of the
// catalogue in internal/acceptance).
func TestSeedsDoNotDependOnTheNumberOfRows(t *testing.T) {
	for i, data := range readSeeds(t, filepath.Join(corpus, "FuzzDifferential")) {
		assert.True(t, isUnmoved(data), "seed %d", i+1)
	}
	random := rand.New(rand.NewPCG(5, 6))
	moved := 0
	for range 100 {
		data := make([]byte, 1000)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		if !isUnmoved(data) {
			moved++
		}
	}
	require.Greater(t, moved, 10, "no reserved byte has an effect, so the test checks nothing")
}

func missing(list []string, reached map[string]bool) []string {
	var out []string
	for _, what := range list {
		if !reached[what] {
			out = append(out, what)
		}
	}
	return out
}

// TestSeedsReachEverything checks the committed seeds. With -update it replaces them.
func TestSeedsReachEverything(t *testing.T) {
	dir := filepath.Join(corpus, "FuzzDifferential")
	if *update {
		seeds := searchSeeds()
		writeSeeds(t, dir, seeds)
		for _, target := range []string{"FuzzSnapshot", "FuzzReduce"} {
			writeSeeds(t, filepath.Join(corpus, target), seeds[:min(4, len(seeds))])
		}
		writeTraceSeeds(t)
		for target, texts := range querySeeds(t) {
			writeSeeds(t, filepath.Join(languageCorpus, target), texts)
		}
	}
	reached := map[string]bool{}
	for _, data := range readSeeds(t, dir) {
		for _, what := range seedReaches(data) {
			reached[what] = true
		}
	}
	features := content.DefaultFeatures(spec.Flecs4())
	var unreached []string
	for g := range groupCount {
		later := groups[g].Later
		for i, c := range groups[g].Choices {
			if later != nil && later[i] {
				continue
			}
			if c.Weight > 0 && (c.Needs == nil || c.Needs(&features)) && !reached["choice "+weightKey(g, c.Name)] {
				unreached = append(unreached, weightKey(g, c.Name))
			}
		}
	}
	require.Empty(t, unreached, "a new row of the catalogue says Later: true; for another change run go test ./fuzz -run TestSeedsReachEverything -update")
	for _, twin := range []string{"flecs-3 biased", "flecs-3 arbitrary", "flecs-4 biased", "flecs-4 arbitrary"} {
		require.True(t, reached["case "+twin], twin)
	}
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		for _, f := range New(p).QueryFeatures() {
			require.True(t, reached["query "+string(f)], "query %s", f)
		}
	}
}

func TestEveryDialectHasSeedsFromScenarios(t *testing.T) {
	for target := range querySeeds(t) {
		require.NotEmpty(t, readSeeds(t, filepath.Join(languageCorpus, target)), target)
	}
}

func TestTraceAndLineSeedsAreRead(t *testing.T) {
	for _, data := range readSeeds(t, filepath.Join(corpus, "FuzzTraceFile")) {
		_, err := spec.ReadTrace(bytes.NewReader(data), spec.ReadLimits{})
		require.NoError(t, err)
	}
	kinds := map[spec.OpKind]bool{}
	for _, data := range readSeeds(t, filepath.Join(corpus, "FuzzProtocolLine")) {
		header := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
		trace, err := spec.ReadTrace(strings.NewReader(header+string(data)), spec.ReadLimits{})
		require.NoError(t, err)
		for _, e := range trace.Entries {
			kinds[e.Op.Op] = true
		}
	}
	for _, row := range spec.Operations() {
		ungenerated := row.Apart[spec.WalkGenerate] != "" &&
			!slices.Contains([]spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}, row.Op)
		require.True(t, ungenerated || kinds[row.Op], row.Op)
	}
}

// writeTraceSeeds writes traces as files and operations of every kind as lines.
func writeTraceSeeds(t *testing.T) {
	var all content.Features
	for _, name := range content.FeatureNames() {
		require.NoError(t, all.Set(name, true))
	}
	g := New(spec.Flecs4(), WithFeatures(all), Operations(400))
	var files [][]byte
	lines := map[spec.OpKind]spec.Entry{}
	for _, kind := range spec.OpKinds() {
		lines[kind] = spec.Entry{Op: spec.Operation{Op: kind}}
	}
	for seed := range uint64(10) {
		trace := g.Generate(seed)
		for _, e := range trace.Entries {
			lines[e.Op.Op] = e
		}
		trace.Entries = trace.Entries[:25*(1+seed%3)]
		var b bytes.Buffer
		_, err := trace.WriteTo(&b)
		require.NoError(t, err)
		if seed < 4 {
			files = append(files, b.Bytes())
		}
	}
	files = append(append(files, transcriptSeed()), scenarioSeeds(t)...)
	writeSeeds(t, filepath.Join(corpus, "FuzzTraceFile"), files)
	var groups [][]byte
	for i, kind := range spec.OpKinds() {
		if i%8 == 0 {
			groups = append(groups, nil)
		}
		b, err := lines[kind].MarshalJSON()
		require.NoError(t, err)
		last := len(groups) - 1
		groups[last] = append(append(groups[last], b...), '\n')
	}
	groups = append(groups, []byte(declaredLines))
	writeSeeds(t, filepath.Join(corpus, "FuzzProtocolLine"), groups)
}

// declaredLines are operations on declared relationships, which traces of Flecs profiles do not have.
const declaredLines = `{"op":"relationship","entity":"Follows","exclusive":true,"sparse":true,"reverse_index":true,"cascade_delete":true,"transient":true,"fields":["delay","mark"],"defaults":[0.5,null],"require":["delay"]}
{"op":"relationship","entity":"Likes","serialize":true}
{"op":"set","entity":"a","id":["Follows","b"],"args":[0.25,"soon"]}
{"op":"set","entity":"a","id":["Follows","c"],"args":[null,true]}
{"op":"walk_up","entity":"a","relationship":"Follows","max_depth":3,"take":2}
{"op":"traverse","entity":"b","relationship":"Follows","got":{"ok":true,"values":["a"],"depths":[0]}}
{"op":"tables","got":{"ok":true,"value":2}}
`

// scenarioSeeds returns some of the scenarios as traces.
func scenarioSeeds(t *testing.T) [][]byte {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	var out [][]byte
	for i := 0; i < len(all); i += 40 {
		var b bytes.Buffer
		_, err = all[i].Trace().WriteTo(&b)
		require.NoError(t, err)
		out = append(out, b.Bytes())
	}
	return out
}

// querySeeds returns some query texts of the scenarios, by the fuzz target of their dialect.
func querySeeds(t *testing.T) map[string][][]byte {
	targets := map[spec.Dialect]string{
		spec.DialectFlecs3: "FuzzParseFlecs3", spec.DialectFlecs4: "FuzzParseFlecs4",
		spec.DialectFlecs3Beta: "FuzzParseBeta",
	}
	all, err := scenario.Embedded()
	require.NoError(t, err)
	found, out := map[string][]string{}, map[string][][]byte{}
	for _, s := range all {
		trace := s.Trace()
		profile, perr := spec.ProfileByName(trace.Header.Profile)
		require.Nil(t, perr)
		for _, op := range trace.Operations() {
			if q := op.Query; q != nil && q.IsText() {
				target, ok := targets[cmp.Or(q.Syntax, profile.Dialect)]
				if !ok {
					continue // a profile without query text
				}
				if !slices.Contains(found[target], q.Expr) {
					found[target] = append(found[target], q.Expr)
				}
			}
		}
	}
	for target, texts := range found {
		for i := 0; i < len(texts); i += 1 + len(texts)/40 {
			out[target] = append(out[target], []byte(texts[i]))
		}
	}
	return out
}

// transcriptSeed is a transcript with outcomes of every kind.
func transcriptSeed() []byte {
	return []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3","origin":"by hand"}
{"op":"entity","entity":"a","got":{"ok":true}}
{"op":"alive","entity":"a","got":{"ok":true,"value":true}}
{"op":"count","id":"A","got":{"ok":true,"value":3}}
{"op":"target","entity":"a","relationship":"R","got":{"ok":true,"value":null}}
{"op":"targets","entity":"a","relationship":"R","got":{"ok":true,"values":["b"]}}
{"op":"ids","entity":"a","got":{"ok":true,"values":["A",["R","b"]]}}
{"op":"get","entity":"a","id":"P","got":{"ok":true,"value":{"x":1.5,"who":null}}}
{"op":"path","entity":"a","got":{"ok":true,"value":"a.b"}}
{"op":"query","expr":"(R, $x)","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":["R","b"],"src":null,"set":true}],"vars":{"x":"b"}}]}}
{"op":"dump","got":{"ok":true,"dump":{"entities":[{"entity":"a","name":"a","ids":["A",{"id":"P","value":{"x":1}}]}]}}}
{"op":"events","got":{"ok":true,"events":[{"observer":"o","event":"OnAdd","entity":"a","id":"A"}]}}
{"op":"add","entity":"a","id":"B","got":{"ok":false,"error":{"code":"not_alive","message":"gone"}}}
`)
}

func writeSeeds(t *testing.T, dir string, seeds [][]byte) {
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.MkdirAll(dir, 0o755))
	for i, data := range seeds {
		text := "go test fuzz v1\n[]byte(" + strconv.Quote(string(data)) + ")\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("seed-%02d", i+1)), []byte(text), 0o644))
	}
}

// readSeeds returns the seeds of a target, ordered by name.
func readSeeds(t *testing.T, dir string) [][]byte {
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out [][]byte
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		quoted, ok := strings.CutPrefix(strings.TrimSpace(string(b)), "go test fuzz v1\n[]byte(")
		require.True(t, ok, f.Name())
		data, err := strconv.Unquote(strings.TrimSuffix(quoted, ")"))
		require.NoError(t, err)
		out = append(out, []byte(data))
	}
	return out
}
