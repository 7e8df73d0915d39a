import { alertText } from "@webhand/page/find/alerts";
import type { LookupAnswer } from "@webhand/page/find/lookup";
import { expand, find, options } from "@webhand/page/find/lookup";
import { isSensitiveField, locate } from "@webhand/page/find/target";
import { writtenText } from "@webhand/page/find/written";
import { look, refit } from "@webhand/page/look";
import { newEpoch } from "@webhand/page/read/ids";
import type { PageMemory } from "@webhand/page/read/memory";
import { createPageMemory } from "@webhand/page/read/memory";
import { createCounters } from "@webhand/page/watch/counters";
import { isQuiet } from "@webhand/page/watch/quiet";
import { browser } from "wxt/browser";
import { page } from "./act/dom/nodes.ts";
import { refuse } from "./act/outcome.ts";
import type { LiveFacts } from "./guard.ts";
import type { ActivityReply, ActResult, PageGuard, PageLookup, PageReadReply } from "./messages.ts";

/** An element found again by its number, with what it is now. */
export type Found = { readonly id: number; readonly element: Element; readonly facts: LiveFacts };

/** What the content script sees of its document: it looks and counts, and touches nothing. */
export type PageReader = ReturnType<typeof createPageReader>;

const epochBytes = 8;
const now = () => performance.now();
const clock = { now };

/** @param firstId first number of the block that belongs to this document */
export function createPageReader(firstId: number, isOwn: (node: Node) => boolean) {
	const memory = createPageMemory(window, {
		epoch: newEpoch(crypto.getRandomValues(new Uint8Array(epochBytes))),
		firstId,
		openShadow: (element) => browser.dom.openOrClosedShadowRoot(element),
		isOwn,
	});
	const counters = createCounters(memory, now);
	const docEpoch = memory.ids.epoch;
	let hasLeft = false;
	addEventListener("beforeunload", () => {
		hasLeft = true;
	});
	return {
		docEpoch,
		idOf: (element: Element) => memory.ids.idOf(element),
		/** @param spareBlock first number of a block that is taken when those of this document are nearly full */
		look: (spareBlock: number): Omit<PageReadReply, "token" | "frames"> & Pick<ReturnType<typeof look>, "frames"> => {
			const { text, frames, missingIds, isOverLimit } = look(memory, { now, spareBlock });
			// From here on each document knows what is new, wherever the next action goes.
			hasLeft = false;
			counters.mark(null);
			const { title, contentType } = page();
			return { docEpoch, url: location.href, title, contentType, text, isOverLimit, blocks: [...memory.ids.blocks], missingIds, frames };
		},
		refit: (room: { readonly cap: number; readonly extendedCap: number }) => refit(memory, room),
		find: (id: number, guard: PageGuard | undefined) => findAgain(memory, id, guard),
		/** Also of a field that no text had. */
		isSecret: (field: Element) => isSensitiveField(memory, field, clock),
		/** What stands in an editor, as the text tells it. */
		textIn: (editor: Element) => writtenText(memory, editor, clock),
		alertText: () => alertText(memory, clock),
		lookUp: (lookup: PageLookup): ActResult => {
			const found = lookUp(memory, lookup);
			if (found.ok) return { success: true, isInert: true, actualState: { lookup: found.text, total: found.total } };
			return refuse(found.code, found.code === "BAD_SELECTOR" ? "This is no selector" : "There is nothing of this kind on the page");
		},
		/** Before an action, and after it: what happens in between and from then on counts as its doing. */
		begin: (target: Element | null) => {
			hasLeft = false;
			counters.mark(target);
		},
		end: () => counters.ended(),
		/** The task has ended: the page is left alone until it is looked at again, and none of its nodes is held for the sake of speed. */
		rest: () => {
			counters.stop();
			memory.texts = [];
		},
		/** @param actedMsAgo when the newest action began, in whichever document */
		age: (actedMsAgo: number): ActivityReply => {
			const time = now();
			const counted = counters.quiet();
			const from = time - actedMsAgo;
			return { rest: isQuiet({ ...counted, since: Math.max(counted.since, from) }, time), hasLeft, ...counters.sinceMark(from) };
		},
	};
}

function findAgain(memory: PageMemory, id: number, guard: PageGuard | undefined): Found | ActResult {
	const claim = { id, docEpoch: memory.ids.epoch, ...(guard === undefined ? {} : { fingerprint: guard.fingerprint }) };
	const found = locate(memory, claim, clock);
	if (!found.ok) return refuse("STALE_ELEMENT", "The element is not there any more");
	const { fingerprint, fingerprintWithoutTarget, role, name, form, isSensitive } = found.facts;
	return {
		id: found.id,
		element: found.element,
		facts: {
			// A link that the text showed without its address was judged without it.
			fingerprint: guard?.fingerprint === fingerprintWithoutTarget ? fingerprintWithoutTarget : fingerprint,
			role,
			name,
			isSensitive,
			form: form === undefined ? undefined : { ...form, origin: originOf(form.origin, guard), sensitive: [...form.sensitive] },
		},
	};
}

/** The page text names a form's target only where it is another host; inside a frame the judge took the top page's host for its own. */
function originOf(origin: string, guard: PageGuard | undefined): string {
	const isOwn = origin === location.host && window.parent !== window;
	return isOwn ? (guard?.form?.origin ?? origin) : origin;
}

function lookUp(memory: PageMemory, lookup: PageLookup): LookupAnswer {
	switch (lookup.name) {
		case "find":
			return find(memory, lookup.what, clock);
		case "expand":
			return expand(memory, lookup.id, clock);
		case "options":
			return options(memory, lookup.id, clock);
	}
}
