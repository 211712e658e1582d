package transcript_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

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
	require.Equal(t, map[string]int{"3.2.12": 750, "4.0.5": 750, "4.1.6": 1012}, files)
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

func TestArchivesAreRead(t *testing.T) {
	ts, err := transcript.Read(packed(t, recordedLines))
	require.NoError(t, err)
	require.Len(t, ts, 1)
	require.Equal(t, "flecs-4.1.6/L0/01.jsonl", ts[0].File())
	require.Equal(t, 2, ts[0].Lines[0].Number, "line numbers count the header as 1")
	require.True(t, ts[0].Lines[1].Got.Bool)
	for _, text := range []string{
		"", strings.Replace(recordedLines, "Flecs 4.1.6", "Flecs 9.9.9", 1),
		strings.Replace(recordedLines, "flecs-4.1", "flecs-3", 1),
	} {
		_, err := transcript.Read(packed(t, text))
		require.Error(t, err)
	}
	_, err = transcript.Read(fstest.MapFS{"flecs-4.1.6.tar.gz": {Data: []byte("no archive")}})
	require.Error(t, err)
}

// packed returns a folder with an archive.
func packed(t *testing.T, text string) fs.FS {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	files := tar.NewWriter(z)
	require.NoError(t, files.WriteHeader(&tar.Header{Name: "L0/01.jsonl", Mode: 0o644, Size: int64(len(text))}))
	_, err := files.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, files.Close())
	require.NoError(t, z.Close())
	return fstest.MapFS{"flecs-4.1.6.tar.gz": {Data: b.Bytes()}}
}
