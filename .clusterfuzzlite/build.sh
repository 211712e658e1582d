#!/bin/bash -eu
# Builds every native fuzz target of the module for OSS-Fuzz and ClusterFuzzLite, with its seeds. Each target takes one
# []byte. The names come from the source, so that a new target needs no line here.
#
# The builder puts all test files of a folder into the package beside them, which fails where they are an external test
# package ("found packages x and x_test"), as ours are. Such a package sees nothing of the other but what is exported, so
# a copy in a folder of its own is built instead.
set -euo pipefail

declarations=$(grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(f \*testing\.F\)' . | LC_ALL=C sort) # fails where there is none
twice=$(sed -E 's/.*func (Fuzz[A-Za-z0-9]+).*/\1/' <<<"$declarations" | sort | uniq -d)
if [[ -n $twice ]]; then
	echo "two targets are called $twice" >&2
	exit 1
fi
while IFS=: read -r file declaration; do
	name=$(sed -E 's/^func (Fuzz[A-Za-z0-9]+).*/\1/' <<<"$declaration")
	folder=$(dirname "$file")
	own=$folder/zz${name,,}
	mkdir "$own"
	for test in $(cd "$folder" && go list -f '{{range .XTestGoFiles}}{{.}} {{end}}' .); do
		sed -E 's/^package [a-z]+_test$/package target/' "$folder/$test" >"$own/$test"
	done
	if [[ ! -f $own/${file##*/} ]]; then
		echo "$file is in no external test package" >&2
		exit 1
	fi
	if [[ -d $folder/testdata ]]; then
		cp -r "$folder/testdata" "$own/testdata" # some of it is embedded
	fi
	compile_native_go_fuzzer_v2 "$(cd "$own" && go list .)" "$name" "$name"
	rm -r "$own"
	seeds=$folder/testdata/fuzz/$name
	if [[ -d $seeds ]]; then
		raw=$(mktemp -d)
		go run ./fuzz/internal/rawseeds "$seeds" "$raw"
		zip -qj "$OUT/${name}_seed_corpus.zip" "$raw"/*
	fi
done <<<"$declarations"
