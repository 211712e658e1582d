package transcript_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

func TestRandomTranscriptsAreEmbedded(t *testing.T) {
	ts, err := transcript.Random()
	require.NoError(t, err)
	files := map[string]int{}
	for _, tr := range ts {
		files[tr.Version]++
		require.Equal(t, spec.OpDump, tr.Lines[len(tr.Lines)-1].Op.Op, "%s must end with a dump", tr.File())
	}
	require.Equal(t, map[string]int{"3.2.12": 750, "4.0.5": 750, "4.1.6": 1000}, files)
}

func TestFilesAreListedWithoutReadingThem(t *testing.T) {
	all, err := transcript.All()
	require.NoError(t, err)
	files, err := transcript.Files()
	require.NoError(t, err)
	var read []string
	for _, tr := range all {
		read = append(read, tr.File())
	}
	require.ElementsMatch(t, read, files)
}

const recordedLines = `{"format":"relspec-trace","version":1,"profile":"flecs-4.1","origin":"Flecs 4.1.6 behind an adapter"}
{"op":"entity","entity":"a","got":{"ok":true}}
{"op":"alive","entity":"a","got":{"ok":true,"value":true}}
`

func TestPackingIsDeterministicAndLossless(t *testing.T) {
	files := fstest.MapFS{
		"L1/02.jsonl": {Data: []byte(recordedLines)}, "L0/10.jsonl": {Data: []byte(recordedLines)},
		"L0/09.jsonl": {Data: []byte(recordedLines)},
	}
	var one, two bytes.Buffer
	require.NoError(t, transcript.Pack(files, &one))
	require.NoError(t, transcript.Pack(files, &two))
	require.Equal(t, one.Bytes(), two.Bytes())
	ts, err := transcript.ReadArchive(&one)
	require.NoError(t, err)
	var names []string
	for _, tr := range ts {
		names = append(names, tr.File())
		require.Equal(t, 2, tr.Lines[0].Number, "line numbers count the header as 1")
		require.True(t, tr.Lines[1].Got.Bool)
	}
	require.Equal(t, []string{"flecs-4.1.6/L0/09.jsonl", "flecs-4.1.6/L0/10.jsonl", "flecs-4.1.6/L1/02.jsonl"}, names)
}

func TestPackingRefusesOtherFiles(t *testing.T) {
	var b bytes.Buffer
	require.Error(t, transcript.Pack(fstest.MapFS{}, &b))
	for _, text := range []string{
		"", strings.Replace(recordedLines, "Flecs 4.1.6", "Flecs 9.9.9", 1),
		strings.Replace(recordedLines, "flecs-4.1", "flecs-3", 1),
	} {
		require.Error(t, transcript.Pack(fstest.MapFS{"L0/01.jsonl": {Data: []byte(text)}}, &b))
	}
	_, err := transcript.ReadArchive(strings.NewReader("no archive"))
	require.Error(t, err)
}

// Packing the content of the archives in the repository produces the same archives.
func TestArchivesAreInCanonicalForm(t *testing.T) {
	long.Only(t, "packs all transcripts")
	for _, version := range []string{"3.2.12", "4.0.5", "4.1.6"} {
		packed, err := os.ReadFile("testdata/random/flecs-" + version + ".tar.gz")
		require.NoError(t, err)
		unpacked, err := transcript.Unpack(bytes.NewReader(packed))
		require.NoError(t, err)
		files := fstest.MapFS{}
		for name, text := range unpacked {
			files[name] = &fstest.MapFile{Data: text}
		}
		var again bytes.Buffer
		require.NoError(t, transcript.Pack(files, &again))
		require.Equal(t, packed, again.Bytes(), version)
	}
}

// The probe can detect a declaration that explains too much.
func TestProbesDetectADeclarationThatExplainsEverything(t *testing.T) {
	tr, err := transcript.ReadArchive(packed(t, recordedLines))
	require.NoError(t, err)
	all, err := transcript.ReadDeclarations([]byte("declared: [{id: all, reason: r, by: b, link: l}]"))
	require.NoError(t, err)
	for declared, passed := range map[*[]transcript.Declaration]int{{}: 0, &all: 2} {
		probed, err := transcript.Probe(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: *declared}, 1)
		require.NoError(t, err)
		require.Len(t, probed, 1)
		require.Equal(t, "truth", probed[0].Kind)
		require.Equal(t, 2, probed[0].Wrong, "the answer of Flecs, and that of the reference")
		require.Equal(t, passed, probed[0].Passed)
	}
}

func packed(t *testing.T, text string) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, transcript.Pack(fstest.MapFS{"L0/01.jsonl": {Data: []byte(text)}}, &b))
	return &b
}
