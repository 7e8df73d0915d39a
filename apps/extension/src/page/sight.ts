import { expand, find, options } from "@webhand/page/find/lookup";
import { locate } from "@webhand/page/find/target";
import { newEpoch } from "@webhand/page/read/ids";
import type { PageMemory } from "@webhand/page/read/memory";
import { createPageMemory } from "@webhand/page/read/memory";
import type { PageNode } from "@webhand/page/read/node";
import { readPage } from "@webhand/page/read/walk";
import { render } from "@webhand/page/write/render";
import { browser } from "wxt/browser";
import { refuse } from "./act/outcome.ts";
import type { LiveFacts } from "./guard.ts";
import type { ActResult, LookReply, PageGuard, PageLookup } from "./messages.ts";

/** A frame element of the newest look, by its number. */
export type FrameElement = { readonly id: number; readonly element: Element };

/** An element found again by its number, with what it is now. */
export type Found = { readonly id: number; readonly element: Element; readonly facts: LiveFacts };

/** What the content script sees of its document: it looks, and touches nothing. */
export type Sight = ReturnType<typeof createSight>;

const blockSize = 10_000;
const epochBytes = 8;
const clock = { now: () => performance.now() };

/** @param firstId first number of the block that belongs to this document */
export function createSight(firstId: number, isOwn: (node: Node) => boolean) {
	const memory = createPageMemory(window, {
		epoch: newEpoch(crypto.getRandomValues(new Uint8Array(epochBytes))),
		firstId,
		openShadow: (element) => browser.dom.openOrClosedShadowRoot(element),
		isOwn,
	});
	const docEpoch = memory.ids.epoch;
	return {
		docEpoch,
		memory,
		look: (): Omit<LookReply, "token" | "frames"> & { readonly frames: readonly FrameElement[] } => {
			const tree = readPage(memory, clock);
			const facts = { docEpoch, url: location.href, title: document.title, firstId, lastId: firstId + blockSize - 2 };
			return { ...facts, text: render(tree), frames: framesIn(memory, tree.children) };
		},
		find: (id: number, guard: PageGuard | undefined): Found | ActResult => {
			const claim = { id, docEpoch, ...(guard === undefined ? {} : { fingerprint: guard.fingerprint }) };
			const found = locate(memory, claim, clock);
			if (!found.ok) return refuse("STALE_ELEMENT", "The element is not there any more");
			const { element, facts } = found;
			const { fingerprint, fingerprintWithoutTarget, role, name, form, isSensitive } = facts;
			return {
				id: found.id,
				element,
				facts: {
					// A link that the text showed without its address was judged without it.
					fingerprint: guard?.fingerprint === fingerprintWithoutTarget ? fingerprintWithoutTarget : fingerprint,
					role,
					name,
					isSensitive,
					form: form === undefined ? undefined : { ...form, origin: originOf(form.origin, guard), sensitive: [...form.sensitive] },
				},
			};
		},
		lookUp: (lookup: PageLookup): ActResult => {
			const found = lookUp(memory, lookup);
			if (found.ok) return { success: true, isInert: true, actualState: { lookup: found.text, total: found.total } };
			return refuse(found.code, found.code === "BAD_SELECTOR" ? "This is no selector" : "There is nothing of this kind on the page");
		},
	};
}

function lookUp(memory: PageMemory, lookup: PageLookup) {
	switch (lookup.name) {
		case "find":
			return find(memory, lookup.what, clock);
		case "expand":
			return expand(memory, lookup.id, clock);
		case "options":
			return options(memory, lookup.id);
	}
}

/** The page text names a form's target only where it is another host; inside a frame the judge took the top page's host for its own. */
function originOf(origin: string, guard: PageGuard | undefined): string {
	const isOwn = origin === location.host && window.parent !== window;
	return isOwn ? (guard?.form?.origin ?? origin) : origin;
}

function framesIn(memory: PageMemory, nodes: readonly PageNode[]): FrameElement[] {
	return nodes.flatMap((node) => {
		const inside = "children" in node ? framesIn(memory, node.children) : [];
		if (node.kind !== "region" || node.type !== "frame" || node.id === undefined) return inside;
		const element = memory.ids.elementOf(node.id);
		return element === undefined ? inside : [{ id: node.id, element }, ...inside];
	});
}
