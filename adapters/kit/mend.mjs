// What a library does without one of its known defects: its lines are changed as they are loaded, the files stay as they
// are. A difference that disappears so is that defect, however it looks.
import { readFile } from "node:fs/promises";

// mended are the defects that the command line wants mended: --mended DEFECT, which may stand several times. A name that is
// none ends the program with a sentence that lists them, which is what diffcheck then says of it.
export function mended(defects, argv = process.argv) {
	const wanted = argv.flatMap((word, i) => (argv[i - 1] === "--mended" ? [word] : []));
	const unknown = wanted.filter((name) => !Object.hasOwn(defects, name));
	if (unknown.length > 0) {
		console.error(`no defect ${unknown.join(", ")} is mended here, but ${Object.keys(defects).join(", ")}`);
		process.exit(2);
	}
	return wanted;
}

// loadMended loads a module that imports nothing, each change made: a text that occurs once, and what stands in its place.
export async function loadMended(file, changes) {
	let source = await readFile(file, "utf8");
	for (const [text, instead] of changes) {
		const parts = source.split(text);
		if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once: ${text}`);
		source = parts.join(instead);
	}
	return import(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`);
}
