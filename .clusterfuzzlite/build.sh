#!/bin/bash -eu
# Builds every native fuzz target of the module for OSS-Fuzz and ClusterFuzzLite, with its seeds. Each target takes one
# []byte. The names come from the source, so that a new target needs no line here.
#
# The builder puts all test files of a folder into the package beside them, which fails where they are an external test
# package ("found packages x and x_test"), as ours are. Such a package sees nothing of the other but what is exported, so
# a copy in a folder of its own is built instead.
set -euo pipefail

# The builder compiles against a package testing of its own, laid over that of the toolchain, which go refuses where it has
# downloaded the toolchain into its module cache, as it does where go.mod asks for a newer one than the image has. And the
# builder must be compiled by the toolchain that it runs. The commit is that of the image (install_go.sh of OSS-Fuzz).
builder_commit=fc5dc53b9db8a38c394c53d6e439a1410cf8fc19
prepare_builder() {
	local root work
	work=$(mktemp -d)
	root=$(go env GOROOT)
	if [[ $root == "$(go env GOMODCACHE)"/* ]]; then
		cp -r "$root" "$work/go"
		chmod -R u+rwX "$work/go"
		export GOROOT=$work/go GOTOOLCHAIN=local PATH=$work/go/bin:$PATH
	fi
	git clone -q https://github.com/AdamKorcz/go-118-fuzz-build "$work/builder"
	git -C "$work/builder" checkout -q "$builder_commit"
	(cd "$work/builder" && GOFLAGS=-mod=mod go build -o "$work/bin/go-118-fuzz-build_v2" .)
	export PATH=$work/bin:$PATH
	GOFLAGS=-mod=mod go get "github.com/AdamKorcz/go-118-fuzz-build/testing@$builder_commit"
}
if command -v go-118-fuzz-build_v2 >/dev/null; then
	prepare_builder
fi

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
