// What the tests call inside the page: the content script's side of the package, in a world of its own.
import { createPageMemory } from "../../src/read/memory.ts";
import { readPage } from "../../src/read/walk.ts";
import { render } from "../../src/write/render.ts";

const memory = createPageMemory(window, { epoch: "testpage", firstId: 1, isOwn: (element) => element.id === "our-own-mark" });

const inside = {
	read: () => render(readPage(memory, { now: () => performance.now() })),
	tree: () => readPage(memory, { now: () => performance.now() }),
	time: (runs: number) =>
		Array.from({ length: runs }, () => {
			const start = performance.now();
			const tree = readPage(memory, { now: () => performance.now() });
			const walked = performance.now();
			const text = render(tree);
			return { walk: walked - start, all: performance.now() - start, length: text.length };
		}),
};

export type Inside = typeof inside;

Object.assign(globalThis, { inside });
