package spec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// Every object of a request refuses a duplicate key, a key in different case, and an unknown key.
func TestKeysAreExactAndSingle(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"op":"add","op":"delete","entity":"ship"}`, `the key "op" occurs twice`},
		{`{"Op":"add","entity":"ship"}`, `unknown field "Op"`},
		{`{"op":"add","Entity":"ship"}`, `unknown field "Entity"`},
		{`{"op":"add","max-depth":1}`, `unknown field "max-depth"`},
		{`{"op":"observe","yieldexisting":true}`, `unknown field "yieldexisting"`},
		{`{"op":"add","ship":1}`, `unknown field "ship"`},
		{`{"op":"set","value":{"x":1,"x":2}}`, `the key "x" occurs twice`},
		{`{"op":"query","vars":{"a":"ship","a":"port"},"expr":"A($a)"}`, `the key "a" occurs twice`},
		{`{"op":"query","terms":[{"first":{"entity":"a","entity":"b"}}]}`, `the key "entity" occurs twice`},
		{`{"op":"query","terms":[{"first":{"Entity":"a"}}]}`, `unknown field "Entity"`},
		{`{"op":"query","terms":[{"first":{"var":"x","trav":{"flags":["up"],"Min":1}}}]}`, `unknown field "Min"`},
		{`{"op":"query","terms":[],"order_by":{"Component":"a"}}`, `unknown field "Component"`},
		{"{\"op\":\"note\",\"text\":\"\xff\"}", "UTF-8"},
		{`{"op":"note","text":"\ud800"}`, "surrogate"},
		{`{"op":"note"} {"op":"note"}`, "follows it"},
	} {
		var op spec.Operation
		err := spec.ReadJSON([]byte(c.text), &op)
		require.ErrorContains(t, err, c.want, c.text)
		require.Equal(t, spec.CodeSyntax, err.(*spec.Error).Code) //nolint:errorlint // the error type is documented
		require.ErrorContains(t, json.Unmarshal([]byte(c.text), &op), "",
			"encoding/json must return the error, too: %s", c.text)
	}
}

// The same applies to every object of an answer.
func TestKeysOfAnswersAreExactAndSingle(t *testing.T) {
	for _, c := range []struct {
		op         spec.OpKind
		text, want string
	}{
		{spec.OpHas, `{"ok":true,"ok":false,"value":true}`, `the key "ok" occurs twice`},
		{spec.OpHas, `{"OK":true,"value":true}`, `unknown field "OK"`},
		{spec.OpHas, `{"ok":true,"value":true,"value":false}`, `the key "value" occurs twice`},
		{spec.OpHas, `{"ok":false,"error":{"Code":"invalid"}}`, `unknown field "Code"`},
		{
			spec.OpQuery, `{"ok":true,"results":[{"Entities":["ship"],"fields":[],"vars":{}}]}`,
			`unknown field "Entities"`,
		},
		{
			spec.OpQuery, `{"ok":true,"results":[{"entities":["ship"],"fields":[],"vars":{"a":null,"a":"b"}}]}`,
			`the key "a" occurs twice`,
		},
		{spec.OpQuery, `{"ok":true,"results":[{"entities":["ship"],"fields":[{"ID":"a","src":null,"set":true}],"vars":{}}]}`, `unknown field "ID"`},
		{spec.OpDump, `{"ok":true,"dump":{"entities":[{"entity":"a","Name":"b"}]}}`, `unknown field "Name"`},
		{spec.OpHello, `{"ok":true,"info":{"Implementation":"little"}}`, `unknown field "Implementation"`},
		{spec.OpHello, `{"ok":true,"info":{"capabilities":{"world":[],"world":[]}}}`, `the key "world" occurs twice`},
	} {
		_, err := spec.DecodeOutcome(c.op, []byte(c.text))
		require.ErrorContains(t, err, c.want, c.text)
	}
}

// The same applies to a trace, whose errors name the line.
func TestKeysOfTracesAreExactAndSingle(t *testing.T) {
	const header = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
	for _, c := range []struct{ text, want string }{
		{
			`{"format":"relspec-trace","version":1,"Profile":"flecs-3"}`,
			`syntax: line 1: expected the header of a trace: unknown field "Profile"`,
		},
		{
			`{"format":"relspec-trace","version":1,"profile":"flecs-3","profile":"flecs-4"}`,
			`syntax: line 1: expected the header of a trace: the key "profile" occurs twice in an object`,
		},
		{header + `{"Op":"note"}`, `syntax: line 2: unknown field "Op"`},
		{header + `{"op":"note","op":"note"}`, `syntax: line 2: the key "op" occurs twice in an object`},
		{header + `{"op":"note","Got":{"ok":true}}`, `syntax: line 2: unknown field "Got"`},
		{
			header + `{"op":"note","got":{"ok":true,"ok":true}}`,
			`syntax: line 2: the key "ok" occurs twice in an object`,
		},
		{header + "\n{\"op\":\"note\",\"text\":\"\xff\"}", `syntax: line 3: the trace is not UTF-8`},
	} {
		_, err := spec.ReadTrace(strings.NewReader(c.text), spec.ReadLimits{})
		require.EqualError(t, err, c.want)
	}
}

func TestReadOpenJSONIgnoresOnlyUnknownKeys(t *testing.T) {
	var v struct {
		Name string `json:"name"`
	}
	require.NoError(t, spec.ReadOpenJSON([]byte(`{"name":"ship","Name":"port","more":1}`), &v))
	require.Equal(t, "ship", v.Name)
	require.ErrorContains(t, spec.ReadOpenJSON([]byte(`{"name":"ship","name":"port"}`), &v),
		`the key "name" occurs twice`)
	require.ErrorContains(t, spec.ReadOpenJSON([]byte("{\"more\":\"\xff\"}"), &v), "UTF-8")
}

func TestCheckUTF8NamesTheLine(t *testing.T) {
	require.Nil(t, spec.CheckUTF8([]byte("one\ntwö\n")))
	require.EqualError(t, spec.CheckUTF8([]byte("one\ntwo\nthree \xff\nfour")), "syntax: line 3: the text is not UTF-8")
}

// The error for a value of the wrong type names the keys of the text, not Go names.
func TestTypeErrorsNameKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"op":"iterate","query":{}}`: "query: cannot read object as string",
		`{"op":"query","limit":"x"}`:  "limit: cannot read string as number",
	} {
		err := spec.ReadJSON([]byte(text), new(spec.Operation))
		require.ErrorContains(t, err, "syntax: "+want, text)
	}
}
