package adapter_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// Serve the reference over two streams.
func ExampleServe() {
	requests := strings.NewReader(`{"op":"reset","profile":"flecs-3"}
{"op":"entity","entity":"likes","name":"Likes"}
{"op":"entity","entity":"alice"}
{"op":"entity","entity":"bob","ids":[["likes","alice"]]}
{"op":"query","expr":"(Likes, *)"}
{"op":"quit"}`)
	info := spec.Info{Implementation: "model", Language: "Go", Profiles: []string{"flecs-3"}}
	newWorld := func(p spec.Profile) spec.Engine { return model.New(p) }
	if err := adapter.Serve(context.Background(), requests, os.Stdout, newWorld, info); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"ok":true}
	// {"ok":true}
	// {"ok":true}
	// {"ok":true}
	// {"ok":true,"results":[{"entities":["bob"],"fields":[{"id":["likes","alice"],"src":null,"set":true}],"vars":{}}]}
	// {"ok":true}
}

func ExampleSplitCommand() {
	words, err := adapter.SplitCommand(`node "my adapters/bitecs.mjs" --strict`)
	fmt.Printf("%q %v\n", words, err)
	// Output: ["node" "my adapters/bitecs.mjs" "--strict"] <nil>
}
