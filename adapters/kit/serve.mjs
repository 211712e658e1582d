import { readSync, writeSync } from "node:fs";
import { Refusal, refuse, unsupported } from "./refusal.mjs";
import { argumentsOf } from "./catalogue.mjs";

// serve answers requests on standard input, one JSON object a line, until quit or the end of input.
//
// info is the answer to hello; open(profile) gives a fresh world, an object with a method for each operation that it
// has, named like the operation, and a method close. Each of them may return a promise. What it throws that is no Refusal
// counts as a refusal by the library: the harness says whether it was right to refuse.
export async function serve(info, open) {
	const session = { info, open, world: null, ended: false };
	for (const line of lines(0)) {
		if (line.trim() === "") continue;
		write(JSON.stringify(await answer(session, line)) + "\n");
		if (session.ended) return;
	}
}

async function answer(session, line) {
	try {
		return { ok: true, ...(await perform(session, parse(line))) };
	} catch (error) {
		const code = error instanceof Refusal ? error.code : "invalid";
		const message = error instanceof Refusal ? error.message : `the library threw: ${error?.message ?? error}`;
		return { ok: false, error: { code, message } };
	}
}

function parse(line) {
	let request;
	try {
		request = JSON.parse(line);
	} catch (error) {
		refuse("syntax", `a request is one JSON object: ${error.message}`);
	}
	if (request === null || typeof request !== "object" || Array.isArray(request) || typeof request.op !== "string") {
		refuse("syntax", 'a request is an object that names its operation under "op"');
	}
	const known = argumentsOf[request.op];
	if (!known) unsupported(`version 1 has no operation "${request.op}"`);
	for (const name of Object.keys(request)) {
		if (name !== "op" && !known.includes(name)) refuse("syntax", `${request.op} has no argument "${name}"`);
	}
	return request;
}

async function perform(session, request) {
	switch (request.op) {
		case "hello":
			return { info: session.info };
		case "reset":
			await reset(session, request);
			return {};
		case "note":
			return {};
		case "quit":
			session.ended = true;
			return {};
	}
	if (!session.world) refuse("invalid", "there is no world yet: begin with reset");
	const operation = session.world[request.op];
	if (!operation) unsupported(`${session.info.implementation} has nothing like the operation ${request.op}`);
	return (await operation.call(session.world, request)) ?? {};
}

async function reset(session, { profile = "flecs-3", options = {} }) {
	if (!session.info.profiles.includes(profile)) {
		unsupported(`there is no profile ${profile} here, but ${session.info.profiles.join(", ")}`);
	}
	const [option] = Object.keys(options);
	if (option) unsupported(`there is no option ${option}`);
	await session.world?.close();
	session.world = await session.open(profile);
}

// lines reads a file descriptor line by line without waiting for more than the next line.
function* lines(fd) {
	const chunk = Buffer.alloc(1 << 16);
	let rest = [];
	for (;;) {
		const n = read(fd, chunk);
		if (n === 0) break;
		let from = 0;
		for (let at; (at = chunk.subarray(0, n).indexOf(10, from)) >= 0; from = at + 1) {
			rest.push(Buffer.from(chunk.subarray(from, at)));
			yield Buffer.concat(rest).toString("utf8");
			rest = [];
		}
		rest.push(Buffer.from(chunk.subarray(from, n)));
	}
	if (Buffer.concat(rest).length > 0) yield Buffer.concat(rest).toString("utf8");
}

function read(fd, chunk) {
	for (;;) {
		try {
			return readSync(fd, chunk);
		} catch (error) {
			if (error.code === "EOF") return 0;
			if (error.code !== "EAGAIN") throw error;
			Atomics.wait(pause, 0, 0, 1);
		}
	}
}

function write(text) {
	let bytes = Buffer.from(text, "utf8");
	while (bytes.length > 0) {
		try {
			bytes = bytes.subarray(writeSync(1, bytes));
		} catch (error) {
			if (error.code !== "EAGAIN") throw error;
			Atomics.wait(pause, 0, 0, 1);
		}
	}
}

const pause = new Int32Array(new SharedArrayBuffer(4));
