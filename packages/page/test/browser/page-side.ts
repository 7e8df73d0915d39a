// Functions that tests call inside the page, in an isolated world as a content script has it.
import { computeAccessibleName } from "dom-accessibility-api";
import { hasSameAmounts } from "../../src/find/amounts.ts";
import { alertText } from "../../src/find/live-text.ts";
import type { TargetClaim } from "../../src/find/locate.ts";
import { locate } from "../../src/find/locate.ts";
import { expand, find, options } from "../../src/find/lookup.ts";
import { hiddenParts } from "../../src/find/picture.ts";
import { isInSameRow } from "../../src/find/row.ts";
import type { PageMemory } from "../../src/read/memory.ts";
import { createPageMemory } from "../../src/read/memory.ts";
import type { PageNode } from "../../src/read/page-node.ts";
import { readTree } from "../../src/read/walk.ts";
import { readPage, refit } from "../../src/read-page.ts";
import { createCounters } from "../../src/watch/counters.ts";
import { isQuiet } from "../../src/watch/quiet.ts";
import { snapshotOf } from "../../src/write/snapshot.ts";
import { render } from "../render.ts";

const now = () => performance.now();
const patient = { now, limitMs: 60_000 };
const closedRoots = new WeakMap<Element, ShadowRoot>();

function freshMemory(firstId = 1): PageMemory {
	return createPageMemory(window, {
		epoch: "testpage",
		firstId,
		isOwn: (element) => element.id === "our-own-mark",
		openShadow: (element) => element.shadowRoot ?? closedRoots.get(element) ?? null,
	});
}

let memory = freshMemory();
let passed = 0;
const counters = createCounters(memory, () => now() + passed);

function controlsOf(nodes: readonly PageNode[]): readonly { readonly id: number; readonly name: string }[] {
	return nodes.flatMap((node) => {
		if (node.kind !== "control" && node.kind !== "region" && node.kind !== "collapsed") return [];
		return [...(node.kind === "control" && node.id > 0 ? [{ id: node.id, name: node.name }] : []), ...controlsOf(node.children)];
	});
}

function tickingClock(): () => number {
	let ticks = 0;
	return () => {
		ticks += 1;
		return ticks;
	};
}

const pageSide = {
	/** Forgets the document, as a new injection does. */
	reset: (firstId?: number) => {
		memory = freshMemory(firstId);
	},
	/** The complete page text. */
	readAll: () => render(readTree(memory, patient)),
	/** The same with a clock that counts its reads: one every 64 nodes. */
	readTicks: (limitMs: number) => render(readTree(memory, { now: tickingClock(), limitMs })),
	tree: () => readTree(memory, patient),
	/** Ids of the controls in the text. */
	ids: () => controlsOf(readTree(memory, patient).children).map(({ id }) => id),
	/** The text that the extension sends. */
	readPage: (cap?: number, extendedCap?: number) => {
		const { text, missingIds, frames, isOverLimit } = readPage(memory, {
			...patient,
			...(cap === undefined ? {} : { cap }),
			...(extendedCap === undefined ? {} : { extendedCap }),
		});
		return { text, missingIds, frames: frames.map(({ id }) => id), isOverLimit };
	},
	refit: (cap: number, extendedCap: number) => refit(memory, { cap, extendedCap }),
	snapshot: () => snapshotOf(readTree(memory, { ...patient, hasFarBoxes: true }), 1_000),
	find: (what: string) => find(memory, what, patient),
	/** `find` with the clock of `readTicks`. */
	findTicks: (what: string, limitMs: number) => find(memory, what, { now: tickingClock(), limitMs }),
	/** The boxes that a picture must not show, as `x,y width x height`. */
	secretBoxes: (typed: readonly string[]) => {
		readPage(memory, patient);
		return hiddenParts(memory, typed, patient).secrets.map(({ left, top, width, height }) =>
			[left, top, width, height].map(Math.round).join(),
		);
	},
	expand: (id: number) => expand(memory, id, patient),
	options: (id: number) => options(memory, id, patient),
	/** Everything that can leave a page: texts, snapshot, tree, and all lookups. */
	readEverything: (what: string) => {
		const texts = [pageSide.readPage(), pageSide.readPage()].map(({ text }) => text);
		const said = [pageSide.snapshot(), pageSide.tree(), find(memory, what, patient), find(memory, "css:div,input", patient)];
		const parts = pageSide.ids().map((id) => [expand(memory, id, patient), options(memory, id, patient)]);
		return { said: [...texts, JSON.stringify(said)].join("\n"), parts: JSON.stringify(parts) };
	},
	alertText: () => alertText(memory, patient),
	locate: (claim: TargetClaim) => {
		const found = locate(memory, claim, patient);
		return found.ok
			? { ok: true, id: found.id, isRelocated: found.isRelocated, facts: found.facts, html: found.element.outerHTML.slice(0, 80) }
			: found;
	},
	/** True if an action on the element may go on: it is found, and in its row. */
	isInSameRow: (claim: TargetClaim) => {
		const found = locate(memory, claim, patient);
		return found.ok && isInSameRow(memory, { ...found, id: claim.id }, patient);
	},
	hasSameAmounts: (id: number) => hasSameAmounts(memory, id, patient),
	/** `locate` with the clock of `readTicks`. */
	isFoundInTicks: (claim: TargetClaim, limitMs: number) => locate(memory, claim, { now: tickingClock(), limitMs }).ok,
	addBlock: (firstId: number) => memory.ids.addBlock(firstId),
	resetBaseline: (selector: string | null) => counters.resetBaseline(selector === null ? null : document.querySelector(selector)),
	actionEnded: () => counters.actionEnded(),
	stopCounting: () => counters.stop(),
	/** Lets time pass for the counters. */
	passTime: (ms: number) => {
		passed += ms;
	},
	/** @param agoMs start of the action, in milliseconds before now */
	sinceBaseline: (agoMs?: number) => counters.sinceBaseline(agoMs === undefined ? undefined : now() + passed - agoMs),
	isQuiet: () => isQuiet(counters.quiet(), now() + passed),
	/** The name of each control by this package and by the library. */
	names: () =>
		controlsOf(readTree(memory, patient).children).map(({ id, name }) => {
			const element = memory.ids.elementOf(id);
			const byLibrary = (computedStyleSupportsPseudoElements: boolean) =>
				element === undefined ? "" : computeAccessibleName(element, { computedStyleSupportsPseudoElements });
			// Generated content counts only without other text.
			const library = byLibrary(false) || byLibrary(true);
			return {
				name,
				library: library === "" ? (element?.getAttribute("placeholder") ?? "") : library,
				html: element?.outerHTML.slice(0, 120) ?? "",
			};
		}),
};

export type PageSide = typeof pageSide;

Object.assign(globalThis, { pageSide, closedRoots, elementOf: (id: number) => memory.ids.elementOf(id) });
