package schematest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/relspec/relspec/spec"
)

// File is the path of the schema from the root of the module.
const File = "docs/schema/relspec-protocol-1.schema.json"

// Definition is a part of the schema that describes one kind of line.
type Definition string

// The definitions for whole lines. For the answer to a given operation, see [ResponseTo].
const (
	Header   Definition = "header"   // first line of a trace
	Entry    Definition = "entry"    // other line of a trace or transcript
	Request  Definition = "request"  // line that a harness sends
	Response Definition = "response" // line that an adapter answers
)

// ResponseTo returns the definition of the answer to an operation.
func ResponseTo(op spec.OpKind) Definition {
	kinds := map[spec.OutcomeKind]string{
		spec.OutNone: "none", spec.OutBool: "bool", spec.OutNumber: "number", spec.OutEntity: "entity",
		spec.OutEntities: "entities", spec.OutPath: "path", spec.OutIDs: "ids", spec.OutValue: "value",
		spec.OutText: "text", spec.OutRows: "rows", spec.OutDump: "dump", spec.OutEvents: "events",
		spec.OutExplanation: "explanation", spec.OutInfo: "info", spec.OutFailures: "failures",
	}
	return Definition("response-" + kinds[op.Outcome()])
}

var (
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled = map[Definition]*jsonschema.Schema{}
)

// Validate checks a line against a definition. It reads the schema from the folder docs of the module
// in which the test runs. Compiled definitions are cached.
func Validate(d Definition, line []byte) error {
	schema, err := definition(d)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		return fmt.Errorf("%w in %s", err, line)
	}
	if err := schema.Validate(value); err != nil {
		return fmt.Errorf("%w\nin %s", err, line)
	}
	return nil
}

func definition(d Definition) (*jsonschema.Schema, error) {
	mu.Lock()
	defer mu.Unlock()
	if schema := compiled[d]; schema != nil {
		return schema, nil
	}
	if compiler == nil {
		c, err := load()
		if err != nil {
			return nil, err
		}
		compiler = c
	}
	schema, err := compiler.Compile(File + "#/$defs/" + string(d))
	if err == nil {
		compiled[d] = schema
	}
	return schema, err
}

func load() (*jsonschema.Compiler, error) {
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(File)))
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	return c, c.AddResource(File, document)
}

func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	for ; err == nil; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		if filepath.Dir(folder) == folder {
			return "", errors.New("the working directory is not in a module")
		}
	}
	return "", err
}
