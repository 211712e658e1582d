#!/bin/bash -eu
# Builds every native fuzz target of the module for OSS-Fuzz and ClusterFuzzLite, with its seeds. Each target takes one
# []byte. The names come from the source, so that a new target needs no line here.
go install github.com/AdamKorcz/go-118-fuzz-build@latest
go get github.com/AdamKorcz/go-118-fuzz-build/testing

grep -rhoE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(f \*testing\.F\)' . >/dev/null # fails where there is none
while IFS=: read -r file declaration; do
	name=$(sed -E 's/^func (Fuzz[A-Za-z0-9]+).*/\1/' <<<"$declaration")
	package=$(cd "$(dirname "$file")" && go list .)
	compile_native_go_fuzzer "$package" "$name" "$name"
	seeds=$(dirname "$file")/testdata/fuzz/$name
	if [[ -d $seeds ]]; then
		raw=$(mktemp -d)
		go run ./fuzz/internal/rawseeds "$seeds" "$raw"
		zip -qj "$OUT/${name}_seed_corpus.zip" "$raw"/*
	fi
done < <(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(f \*testing\.F\)' .)
