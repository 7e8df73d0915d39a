// What the tests call inside the page: the content script's side of the package, in a world of its own.
import { computeAccessibleName } from "dom-accessibility-api";
import { alertText } from "../../src/find/live-text.ts";
import type { TargetClaim } from "../../src/find/locate.ts";
import { locate } from "../../src/find/locate.ts";
import { expand, find, options } from "../../src/find/lookup.ts";
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

const inside = {
	/** Forgets the document, as a new injection would. */
	reset: (firstId?: number) => {
		memory = freshMemory(firstId);
	},
	/** Page text in full. */
	read: () => render(readTree(memory, patient)),
	/** Page text of what was read within so many milliseconds. */
	readWithin: (limitMs: number) => {
		const start = now();
		const text = render(readTree(memory, { now, limitMs }));
		return { text, took: now() - start };
	},
	/** The same by a clock that goes on by one at each look at it: once every 64 nodes. */
	readTicks: (limitMs: number) => render(readTree(memory, { now: tickingClock(), limitMs })),
	tree: () => readTree(memory, patient),
	/** Numbers of what stands in the text. */
	ids: () => controlsOf(readTree(memory, patient).children).map(({ id }) => id),
	/** What would be sent. */
	look: (cap?: number, extendedCap?: number) => {
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
	/** What is found by the clock of `readTicks`. */
	findTicks: (what: string, limitMs: number) => find(memory, what, { now: tickingClock(), limitMs }),
	expand: (id: number) => expand(memory, id, patient),
	options: (id: number) => options(memory, id, patient),
	/** All that is ever said of a page: texts, snapshot, tree, what `find` finds, and what the other lookups say of each number. */
	sayAll: (what: string) => {
		const looks = [inside.look(), inside.look()].map(({ text }) => text);
		const said = [inside.snapshot(), inside.tree(), find(memory, what, patient), find(memory, "css:div,input", patient)];
		const parts = inside.ids().map((id) => [expand(memory, id, patient), options(memory, id, patient)]);
		return { said: [...looks, JSON.stringify(said)].join("\n"), parts: JSON.stringify(parts) };
	},
	alertText: () => alertText(memory, patient),
	locate: (claim: TargetClaim) => {
		const found = locate(memory, claim, patient);
		return found.ok
			? { ok: true, id: found.id, isRelocated: found.isRelocated, facts: found.facts, html: found.element.outerHTML.slice(0, 80) }
			: found;
	},
	/** Whether it is found by the clock of `readTicks`. */
	isFoundInTicks: (claim: TargetClaim, limitMs: number) => locate(memory, claim, { now: tickingClock(), limitMs }).ok,
	grant: (firstId: number) => memory.ids.addBlock(firstId),
	mark: (selector: string | null) => counters.resetBaseline(selector === null ? null : document.querySelector(selector)),
	ended: () => counters.actionEnded(),
	stopCounting: () => counters.stop(),
	/** Time goes by for the counters, in which nobody asks them. */
	pass: (ms: number) => {
		passed += ms;
	},
	/** What changed since the mark; what `hasChanged` and `hasNetwork` say of these milliseconds alone. */
	sinceMark: (agoMs?: number) => counters.sinceBaseline(agoMs === undefined ? undefined : now() + passed - agoMs),
	isQuiet: () => isQuiet(counters.quiet(), now() + passed),
	/** Name of each control as this package and as the library finds it. */
	names: () =>
		controlsOf(readTree(memory, patient).children).map(({ id, name }) => {
			const element = memory.ids.elementOf(id);
			const byLibrary = (computedStyleSupportsPseudoElements: boolean) =>
				element === undefined ? "" : computeAccessibleName(element, { computedStyleSupportsPseudoElements });
			// Generated content names only what has no other name.
			const library = byLibrary(false) || byLibrary(true);
			return {
				name,
				library: library === "" ? (element?.getAttribute("placeholder") ?? "") : library,
				html: element?.outerHTML.slice(0, 120) ?? "",
			};
		}),
	/** Milliseconds of a walk, and of a walk with its text. */
	time: (runs: number) =>
		Array.from({ length: runs }, () => {
			const start = now();
			const tree = readTree(memory, patient);
			const walked = now();
			return { walk: walked - start, length: render(tree).length, all: now() - start };
		}),
};

export type Inside = typeof inside;

Object.assign(globalThis, { inside, closedRoots, elementOf: (id: number) => memory.ids.elementOf(id) });
