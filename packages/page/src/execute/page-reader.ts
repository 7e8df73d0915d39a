import { openClosedShadow, page } from "../act/dom/nodes.ts";
import { refuse } from "../act/outcome.ts";
import { hasSameAmounts } from "../find/amounts.ts";
import { alertText, editorText } from "../find/live-text.ts";
import { isCalledAsRead, isSensitiveField, locate } from "../find/locate.ts";
import type { LookupAnswer } from "../find/lookup.ts";
import { expand, find, options } from "../find/lookup.ts";
import { hiddenParts, visibleControls } from "../find/picture.ts";
import { isInSameRow } from "../find/row.ts";
import { appearanceOf } from "../read/hidden/appearance.ts";
import { newEpoch } from "../read/ids.ts";
import type { PageMemory } from "../read/memory.ts";
import { createPageMemory } from "../read/memory.ts";
import type { ReadOptions } from "../read/walk.ts";
import type { PageReading } from "../read-page.ts";
import { readPage, refit } from "../read-page.ts";
import { createCounters } from "../watch/counters.ts";
import { isQuiet, quietInMs } from "../watch/quiet.ts";
import type { LiveFacts } from "./guard.ts";
import type { ActivityReply, ActResult, PageGuard, PageLookup, PageReadReply } from "./page-action.ts";

/** An element located by its id, as it is now. */
export type Found = { readonly id: number; readonly element: Element; readonly facts: LiveFacts };

/** Reads and watches the document; it never touches it. */
export type PageReader = ReturnType<typeof createPageReader>;

const epochBytes = 8;
const now = () => performance.now();
const clock = { now };

/** Secrets that were typed into this document, whoever reads it: no picture shows the texts, and no text shows what stands in the fields. */
export type TypedSecrets = { readonly texts: Set<string>; readonly fields: WeakSet<Element> };

/** One reading of a document; `tree` for a snapshot. */
type DocumentReading = Omit<PageReadReply, "token" | "frames"> & Pick<PageReading, "frames" | "tree">;

type ReaderOptions = { readonly isOwn: (node: Node) => boolean; readonly typed: TypedSecrets };

/** @param firstId first id of this document's block */
export function createPageReader(firstId: number, { isOwn, typed }: ReaderOptions) {
	const memory = createPageMemory(window, {
		epoch: newEpoch(crypto.getRandomValues(new Uint8Array(epochBytes))),
		firstId,
		openShadow: openClosedShadow,
		isOwn,
		secrets: typed.fields,
	});
	const counters = createCounters(memory, now);
	const docEpoch = memory.ids.epoch;
	let hasLeft = false;
	addEventListener("beforeunload", () => {
		hasLeft = true;
	});
	return {
		docEpoch,
		memory,
		idOf: (element: Element) => memory.ids.idOf(element),
		/** Gives a text an id, so that the next reading shows it as a part of its own. @returns 0 where no id is left */
		pin: (element: Element) => memory.ids.pin(element),
		/**
		 * @param spareBlock first id of a block for a document whose own blocks are nearly full
		 * @param how `shouldRead: () => false` leaves out the distant parts of a large document, where somebody waits
		 */
		read: (spareBlock: number, how: Pick<ReadOptions, "shouldRead" | "hasFarBoxes"> = {}): DocumentReading => {
			const { text, tree, frames, missingIds, isOverLimit } = readPage(memory, { now, spareBlock, ...how });
			// From here on each document reports its own changes, wherever the next action goes.
			hasLeft = false;
			counters.resetBaseline(null);
			const { contentType } = page();
			const { origin } = globalThis;
			return {
				docEpoch,
				origin,
				contentType,
				text,
				isOverLimit,
				blocks: [...memory.ids.blocks],
				missingIds,
				frames,
				tree,
			};
		},
		refit: (room: { readonly cap: number; readonly extendedCap: number }) => refit(memory, room),
		find: (id: number, guard: PageGuard | undefined) => findAgain(memory, id, guard),
		/** Finds the place that a drag ends on, which no guard describes: it has to be called as in the newest text, and in its row. */
		findPlace: (id: number): Found | ActResult => {
			const found = findAgain(memory, id, undefined);
			return "success" in found || (isCalledAsRead(memory, found) && isInSameRow(memory, { ...found, id }, clock))
				? found
				: refuse("STALE_ELEMENT", "The place to drag to is another one by now");
		},
		/** False when the row around an element shows another entry than in the newest reading. */
		isInSameRow: (id: number, element: Element) => isInSameRow(memory, { id, element }, clock),
		/** False when an amount of money around an element is another than in the newest text. */
		hasSameAmounts: (id: number) => hasSameAmounts(memory, id, clock),
		/** Also for a field outside the text. */
		isSecret: (field: Element) => isSensitiveField(memory, field, clock),
		visibleControls: () => visibleControls(memory),
		/** Boxes whose pixels no picture may show, and the elements of frames. */
		hiddenParts: () => hiddenParts(memory, typed.texts, clock),
		/** How a hidden control becomes visible; undefined for any other element. */
		appearanceOf: (element: Element) => appearanceOf(memory.dom, element),
		textIn: (editor: Element) => editorText(memory, editor, clock),
		alertText: () => alertText(memory, clock),
		lookUp: (lookup: PageLookup): ActResult => {
			const found = lookUp(memory, lookup);
			if (found.ok) return { success: true, isInert: true, actualState: { lookup: found.text, total: found.total } };
			return refuse(found.code, found.code === "BAD_SELECTOR" ? "This is no selector" : "There is nothing of this kind on the page");
		},
		/** What happens between and after these two calls counts as the action's effect. */
		begin: (target: Element | null) => {
			hasLeft = false;
			if (target !== null) memory.touched.add(target);
			counters.resetBaseline(target);
		},
		end: () => counters.actionEnded(),
		/** Ends the watch when the task ends, and frees the cached nodes. */
		stop: () => {
			counters.stop();
			memory.texts = [];
			memory.lines = [];
			[memory.seen, memory.seenBefore, memory.seenByLookup] = [undefined, undefined, undefined];
		},
		/** @param actedMsAgo since the newest action began, in any document */
		activity: (actedMsAgo: number): ActivityReply => {
			const time = now();
			const counted = counters.quiet();
			const from = time - actedMsAgo;
			const own = { ...counted, since: Math.max(counted.since, from) };
			return { rest: isQuiet(own, time), quietInMs: quietInMs(own, time), hasLeft, ...counters.sinceBaseline(from) };
		},
	};
}

function findAgain(memory: PageMemory, id: number, guard: PageGuard | undefined): Found | ActResult {
	const claim = { id, docEpoch: memory.ids.epoch, ...(guard === undefined ? {} : { fingerprint: guard.fingerprint }) };
	const found = locate(memory, claim, clock);
	if (!found.ok) return refuse("STALE_ELEMENT", "The element no longer exists");
	const { fingerprint, fingerprintWithoutTarget, role, name, form, isSensitive } = found.facts;
	return {
		id: found.id,
		element: found.element,
		facts: {
			// The gate judged a link without its address where the text left the address out.
			fingerprint: guard?.fingerprint === fingerprintWithoutTarget ? fingerprintWithoutTarget : fingerprint,
			role,
			name,
			isSensitive,
			form: form === undefined ? undefined : { ...form, origin: originOf(form.origin, guard), sensitive: [...form.sensitive] },
		},
	};
}

/** The text names a form's origin only where it differs; in a frame the server assumed the top page's origin. */
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
