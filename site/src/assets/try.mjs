// The form of the home page: it leads to the playground with the world and the query in it.
const form = document.getElementById("try"), play = document.getElementById("try-play").href;

/** link is the address of a state, as play/src/state.ts writes it. */
async function link(state) {
	const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
	return `${play}#v1=${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

form.addEventListener("submit", async (event) => {
	event.preventDefault();
	location.href = await link({ profile: "flecs-3", kind: "rule", world: form.elements.world.value, query: form.elements.query.value });
});
form.addEventListener("input", () => { document.getElementById("try-answer").hidden = true; });
