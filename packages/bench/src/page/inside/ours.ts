// Our side of a tab, in a world of its own as a content script has it.

import { firstIdAfter, firstIdOfBlock } from "@webhand/page/read/ids";
import { createPageMemory } from "@webhand/page/read/memory";
import { readPage } from "@webhand/page/read-page";

const memory = createPageMemory(window, { epoch: "benchone", firstId: firstIdOfBlock(0) });

/** With a further block at hand, as the worker of the extension offers it with each look. */
const lookOnce = () =>
	readPage(memory, { now: () => performance.now(), limitMs: 60_000, spareBlock: firstIdAfter(Math.max(...memory.ids.blocks)) });

/** The browser builds date pickers and media controls of parts of its own, which no script reaches. */
const isOfBrowser = (element: Element): boolean => {
	const root = element.getRootNode();
	return root instanceof ShadowRoot && (root.host instanceof HTMLInputElement || root.host instanceof HTMLMediaElement);
};

const isSeen = (node: Node | null): node is Element => {
	if (!(node instanceof Element) || node.localName === "option" || isOfBrowser(node)) return false;
	const { width, height, right, bottom } = node.getBoundingClientRect();
	const isPainted = node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
	return isPainted && width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
};

const numberOf = (node: Node): number => (node instanceof Element ? (memory.ids.idOf(node) ?? 0) : 0);

const ours = {
	look: () => {
		let seen = lookOnce();
		while (seen.missingIds > 0) seen = lookOnce();
		return { text: seen.text, isOverLimit: seen.isOverLimit };
	},
	/** Settles style and layout, so that no side pays for what another left behind. */
	settle: () => document.documentElement.getBoundingClientRect().height,
	elementCount: () => document.getElementsByTagName("*").length,
	/** Numbers of nodes, null for one that has none. */
	numbersOf: (...nodes: readonly Node[]) => nodes.map((node) => (numberOf(node) === 0 ? null : String(numberOf(node)))),
	/** Which nodes are seen, with their numbers, and the begin of their HTML where they have none (0). */
	describe: (...nodes: readonly (Node | null)[]) =>
		nodes.map((node) => {
			if (!isSeen(node)) return { isSeen: false, number: 0, html: "" };
			const number = numberOf(node);
			return { isSeen: true, number, html: number === 0 ? node.outerHTML.slice(0, 120) : "" };
		}),
};

/** What the bench calls in this world. */
export type Ours = typeof ours;

Object.assign(globalThis, { ours });
