// The service worker. It stores the files of a build at the first visit and serves them from the store afterwards, so that the page
// works offline.
declare const VERSION: string;
declare const FILES: string[];
const worker = self as unknown as ServiceWorkerGlobalScope;

const store = "playground-" + VERSION;

worker.addEventListener("install", (event) => {
	event.waitUntil(
		(async () => {
			const cache = await caches.open(store);
			await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
			await worker.skipWaiting();
		})(),
	);
});

worker.addEventListener("activate", (event) => {
	event.waitUntil(
		(async () => {
			for (const name of await caches.keys()) {
				if (name.startsWith("playground-") && name !== store) {
					await caches.delete(name);
				}
			}
			await worker.clients.claim();
		})(),
	);
});

worker.addEventListener("fetch", (event) => {
	if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) {
		return;
	}
	event.respondWith(
		(async () => {
			const cache = await caches.open(store);
			return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
		})(),
	);
});
