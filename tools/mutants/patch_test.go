package mutants

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const onePatch = `# Mutants that break sums.

mutant: forgets-the-last
breaks: the last number does not count
stands: yes
file: fast/sum.go
 for i := range list {
-	sum += list[i]
+	if i+1 < len(list) {
+		sum += list[i]
+	}

# A comment between two.
mutant: other
breaks: nothing
file: fast/sum.go
-return
+_ = 0
`

const sumSource = `package fast

func sum(list []int) (sum int) {
	if list == nil {
		return 0
	}
	for i := range list { sum += list[i]
	}
	return sum
}
`

func TestAPatchIsRead(t *testing.T) {
	list, err := read("tools/mutants/testdata/beside-tables.patch", onePatch)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Equal(t, Mutant{
		Name: "forgets-the-last", Class: "beside tables", Breaks: "the last number does not count",
		Released: "stands for: beside tables", File: "fast/sum.go",
		Old:   "for i := range list {\n\tsum += list[i]\n",
		New:   "for i := range list {\n\tif i+1 < len(list) {\n\t\tsum += list[i]\n\t}\n",
		Where: "tools/mutants/testdata/beside-tables.patch:3",
	}, list[0])
	for text, message := range map[string]string{
		"breaks: x\n":                                 `a.patch:1: "breaks: x" precedes the first line "mutant: NAME"`,
		"mutant: a\nbreak: x\n":                       `a.patch:2: "break: x" is not a line of a mutant`,
		"mutant: a\nbreaks: x\nfile: f\n":             "a.patch:1: the mutant a lacks",
		"mutant: a\nbreaks: x\nfile: f\n x\n":         "a.patch:1: the mutant a lacks",
		"mutant: a\nbreaks: x\n-x\n+y\n":              "a.patch:1: the mutant a lacks",
		"mutant: a\nbreaks: x\nstands: no\nfile: f\n": `a.patch:3: "stands: no" is not a line`,
	} {
		_, err := read("a.patch", text)
		require.ErrorContains(t, err, message)
	}
}

// White space matches any white space. If a patch does not apply, the error names the line to
// repair.
func TestApplySaysWhatDoesNotFit(t *testing.T) {
	list, err := read("a.patch", onePatch)
	require.NoError(t, err)
	got, err := list[0].Apply(sumSource)
	require.NoError(t, err)
	require.Contains(t, got, "\tfor i := range list {\n\tif i+1 < len(list) {\n\t\tsum += list[i]\n\t}\n\t}\n\treturn sum")
	_, err = list[1].Apply(sumSource)
	require.EqualError(t, err, "mutant other applies 2 times to fast/sum.go, at lines 5 and 9; add context lines (beginning with a blank) in a.patch:14")
	_, err = list[0].Apply(strings.ReplaceAll(sumSource, "sum += list[i]", "sum = sum + list[i]"))
	require.ErrorContains(t, err, `mutant forgets-the-last does not apply to fast/sum.go: "sum += list[i]" does not occur; the most similar line is 7, "for i := range list { sum = sum + list[i]"`)
	require.ErrorContains(t, err, "lab mutants --rebase")
	_, err = list[0].Apply(strings.ReplaceAll(sumSource, "{ sum", "{ i := i; sum"))
	require.ErrorContains(t, err, "its lines are no longer consecutive")
}

// inRepository creates a repository with one commit of the file and the patch, and with a later
// version of the file.
func inRepository(t *testing.T, later map[string]string) (root string, m Mutant) {
	t.Helper()
	root = t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	write("fast/sum.go", sumSource)
	write(folder+"/sums.patch", onePatch)
	for _, args := range [][]string{
		{"init", "-q"},
		{"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "first"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	require.NoError(t, os.Remove(filepath.Join(root, "fast/sum.go")))
	for name, text := range later {
		write(name, text)
	}
	list, err := read(folder+"/sums.patch", onePatch)
	require.NoError(t, err)
	return root, list[0]
}

func patchIn(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, folder, "sums.patch"))
	require.NoError(t, err)
	return string(text)
}

func TestRebaseFollowsAMove(t *testing.T) {
	root, m := inRepository(t, map[string]string{"fast/internal/total.go": sumSource})
	mended, err := Rebase(t.Context(), root, m)
	require.NoError(t, err)
	require.True(t, mended)
	require.Equal(t, strings.Replace(onePatch, "fast/sum.go", "fast/internal/total.go", 1), patchIn(t, root))
}

func TestRebaseMergesWhatChangedBeside(t *testing.T) {
	// the mutant's own lines
	renamed := strings.NewReplacer("range list { sum", "range list {\n\t\tsum").Replace(sumSource)
	root, m := inRepository(t, map[string]string{"fast/sum.go": renamed})
	mended, err := Rebase(t.Context(), root, m)
	require.NoError(t, err)
	require.False(t, mended, "it applies")
	require.Equal(t, onePatch, patchIn(t, root))

	m.Old, m.New = "\tfor i := range list { sum += list[i]\n", "\tfor i := range list[1:] { sum += list[i]\n"
	changed := strings.Replace(sumSource, "for i := range list { sum += list[i]",
		"for k := range list { sum += list[k]", 1)
	require.NoError(t, os.WriteFile(filepath.Join(root, "fast/sum.go"), []byte(changed), 0o600))
	mended, err = Rebase(t.Context(), root, m)
	require.NoError(t, err)
	require.True(t, mended)
	list, err := read(folder+"/sums.patch", patchIn(t, root))
	require.NoError(t, err)
	got, err := list[0].Apply(changed)
	require.NoError(t, err)
	require.Equal(t, strings.Replace(changed, "range list", "range list[1:]", 1), got)
	require.Contains(t, patchIn(t, root), "# A comment between two.\nmutant: other\n")
}

func TestRebaseLeavesWhatAPersonMustMend(t *testing.T) {
	changed := strings.Replace(sumSource, "sum += list[i]", "for range list[i] { sum++ }", 1)
	root, m := inRepository(t, map[string]string{"fast/sum.go": changed})
	_, err := Rebase(t.Context(), root, m)
	require.ErrorContains(t, err, "the lines it replaces have changed since")
	require.ErrorContains(t, err, `"sum += list[i]" does not occur`)
	require.Equal(t, onePatch, patchIn(t, root))
}
