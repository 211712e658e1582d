// Builds the page from src: without engines into page, which is committed and which diffcheck play serves; and into dist, the page
// that is published, with the engines as WebAssembly and the data of the suite. Needs Go and what npm ci installs.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const largest = 5 << 20; // bytes of all files, compressed
const here = import.meta.dirname;
const made = join(here, ".building");
const dist = join(here, "dist");

const go = (args, env = {}) => execFileSync("go", args, { cwd: join(here, ".."), env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] }).toString().trim();

const common = { bundle: true, minify: true, target: "es2022", legalComments: "none", logLevel: "warning" };

const page = join(here, "page");
rmSync(page, { recursive: true, force: true });
mkdirSync(page);
await build({ ...common, format: "esm", entryPoints: [join(here, "src", "main.ts"), join(here, "src", "style.css")], outdir: page, loader: { ".svg": "dataurl" } });
for (const file of ["index.html", "icon.svg", "manifest.webmanifest"]) {
	cpSync(join(here, "src", file), join(page, file));
}
// What the page was built from, so that a test without Node notices when it is stale.
const sources = createHash("sha256");
for (const file of ["build.mjs", "package-lock.json", ...readdirSync(join(here, "src")).sort().map((f) => "src/" + f)]) {
	sources.update(file).update(readFileSync(join(here, file)));
}
writeFileSync(join(page, "built-from.txt"), sources.digest("hex") + "\n");

rmSync(made, { recursive: true, force: true });
mkdirSync(made);
cpSync(page, made, { recursive: true });
rmSync(join(made, "built-from.txt"));

const wasm = join(made, "engines.wasm");
go(["build", "-trimpath", "-ldflags=-s -w", "-o", wasm, "./play/wasm"], { GOOS: "js", GOARCH: "wasm" });
// The page unpacks it by itself, so that it is small on every host.
writeFileSync(join(made, "engines.bin"), gzipSync(readFileSync(wasm), { level: 9 }));
rmSync(wasm);
go(["run", "./play/data", made]);

const glue = join(go(["env", "GOROOT"]), "lib", "wasm", "wasm_exec.js");
await build({ ...common, format: "iife", entryPoints: [join(here, "src", "worker.ts")], outdir: made, alias: { wasm_exec: glue } });

const files = readdirSync(made).sort();
const version = createHash("sha256");
for (const file of files) {
	version.update(file).update(readFileSync(join(made, file)));
}
await build({
	...common, format: "iife", entryPoints: [join(here, "src", "offline.ts")], outdir: made,
	define: { VERSION: JSON.stringify(version.digest("hex").slice(0, 16)), FILES: JSON.stringify(files) },
});

let total = 0;
for (const file of readdirSync(made).sort()) {
	const size = statSync(join(made, file)).size;
	const packed = gzipSync(readFileSync(join(made, file)), { level: 9 }).length;
	total += packed;
	console.log(`${file.padEnd(22)} ${String(size).padStart(9)} bytes  ${String(packed).padStart(9)} compressed`);
}
console.log(`${"all".padEnd(22)} ${" ".repeat(16)} ${String(total).padStart(9)} compressed`);
if (total > largest) {
	throw new Error(`the page has ${total} bytes compressed, more than ${largest}`);
}
// Whoever serves dist meanwhile has all of one build.
const old = join(here, ".replaced");
rmSync(old, { recursive: true, force: true });
if (existsSync(dist)) {
	renameSync(dist, old);
}
renameSync(made, dist);
rmSync(old, { recursive: true, force: true });
