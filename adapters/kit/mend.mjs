// Loads a library with some of its known defects fixed. The source is changed when it is loaded; the files do not change. If
// a difference disappears, the fixed defect is its cause.
import { readFile } from "node:fs/promises";

// mended returns the defects that the command line asks to fix, by --mended DEFECT, which may occur several times. If a name is
// unknown, it prints the known ones and ends the program; diffcheck shows this message.
export function mended(defects, argv = process.argv) {
	const wanted = argv.flatMap((word, i) => (argv[i - 1] === "--mended" ? [word] : []));
	const unknown = wanted.filter((name) => !Object.hasOwn(defects, name));
	if (unknown.length > 0) {
		console.error(`--mended ${unknown.join(", ")}: unknown defect; use one of ${Object.keys(defects).join(", ")}`);
		process.exit(2);
	}
	return wanted;
}

// loadMended loads a module that imports nothing, after replacing texts of its source. Each text must occur once.
export async function loadMended(file, changes) {
	let source = await readFile(file, "utf8");
	for (const [text, instead] of changes) {
		const parts = source.split(text);
		if (parts.length !== 2) throw new Error(`${file} must have this text once, and has it ${parts.length - 1} times: ${text}`);
		source = parts.join(instead);
	}
	return import(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`);
}
