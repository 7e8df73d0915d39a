import { once } from "../once.ts";
import { hashSeed, lineHashes, mixText } from "./line-hashes.ts";
import type { ElementView, PageLine, PageView } from "./view.ts";

/**
 * What is kept of a page to compare it with the next one: at most 8 KB as JSON.
 *
 * `hashes` is base64 of at most 1,000 ascending 32-bit hashes (big-endian); the lowest bit is 1 for a control, 0 for a line. `controls`
 * and `lines` count the whole page. `domHash` (16 hex digits) covers names, states, values and text, but not scroll position, focus or
 * novelty.
 */
export type Skeleton = { readonly domHash: string; readonly hashes: string; readonly controls: number; readonly lines: number };

/** The difference between a page and a skeleton. Counts are estimates if either has more than 1,000 items. */
export type SkeletonComparison = {
	readonly isSame: boolean;
	readonly controlsAdded: number;
	readonly controlsRemoved: number;
	readonly linesAdded: number;
	readonly linesRemoved: number;
};

const maxHashes = 1_000;
const passingStates: ReadonlySet<string> = new Set(["focused", "covered"]);

/** The final mix of murmur3, so that the smallest hashes are a fair sample. */
function finish(mixed: number): number {
	let hash = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

function hasOwnText({ text, cells }: PageLine): boolean {
	return text !== "" && cells.some((cell) => cell.some((part) => part.kind === "text" && part.text !== " "));
}

/** Texts of lines that say more than the names of their controls. */
function ownTexts(view: PageView): readonly string[] {
	return view.lines.filter(hasOwnText).map((line) => line.text);
}

/** The hash of a control's type, name and link target. */
function identityHash({ type, name, href }: ElementView): number {
	return mixText(mixText(mixText(mixText(mixText(hashSeed, type), "\n"), name), "\n"), href ?? "");
}

/** Final hashes of items in their order. Equal items get different hashes by their count. */
function finished(mixed: readonly number[], lowestBit: 0 | 1): Uint32Array {
	const seen = new Map<number, number>();
	const hashes = new Uint32Array(mixed.length);
	mixed.forEach((hash, index) => {
		const count = seen.get(hash) ?? 0;
		seen.set(hash, count + 1);
		hashes[index] = (finish(hash + Math.imul(count, 0x9e3779b1)) & ~1) | lowestBit;
	});
	return hashes;
}

/** `hashes` ascends; `kept` is the part that a skeleton keeps. */
type Hashes = { readonly hashes: Uint32Array; readonly kept: string; readonly controls: number; readonly lines: number };

// One step compares the page with the last one and keeps it for the next; both need these hashes.
const allHashes = once((view: PageView): Hashes => {
	const { whole } = lineHashes(view);
	const named: number[] = [];
	for (const element of view.elements.values()) named.push(identityHash(element));
	const said: number[] = [];
	view.lines.forEach((line, index) => {
		if (hasOwnText(line)) said.push(whole[index] ?? 0);
	});
	const [controls, lines] = [finished(named, 1), finished(said, 0)];
	const hashes = new Uint32Array(controls.length + lines.length);
	hashes.set(controls);
	hashes.set(lines, controls.length);
	hashes.sort();
	return { hashes, kept: encode(hashes.subarray(0, maxHashes)), controls: controls.length, lines: lines.length };
});

/**
 * A 64-bit hash without cryptographic strength: a page is only compared with its own earlier state.
 * SHA-256 over 100 KB would cost more than all the rest of the comparison.
 */
const domHashOf = once((view: PageView): string => {
	let low = hashSeed;
	let high = 0x9747b28c;
	const addHash = (mixed: number, length: number) => {
		low = Math.imul(mixed ^ length, 0x01000193);
		high = Math.imul((high << 5) | (high >>> 27), 0x85ebca6b) ^ finish(low);
	};
	const add = (text: string) => addHash(mixText(low, text), text.length);
	for (const element of view.elements.values()) {
		add(element.type);
		add(element.name);
		add(element.href ?? "");
		if (element.states.size > 0) for (const state of [...element.states].sort()) if (!passingStates.has(state)) add(state);
		if (element.attributes.size > 0)
			for (const [key, value] of element.attributes) {
				add(key);
				add(value);
			}
		add("\n");
	}
	for (const { name } of view.dialogs) add(name);
	add("\n\n");
	const { whole } = lineHashes(view);
	for (const [index, { text }] of view.lines.entries()) addHash(low ^ (whole[index] ?? 0), text.length);
	return [finish(low), finish(high)].map((half) => half.toString(16).padStart(8, "0")).join("");
});

function encode(hashes: Uint32Array): string {
	const bytes: number[] = [];
	for (const hash of hashes) bytes.push(hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
	return btoa(String.fromCharCode(...bytes));
}

function decode(text: string): readonly number[] {
	const bytes = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? atob(text) : "";
	const hashes: number[] = [];
	for (let at = 0; at + 4 <= bytes.length; at += 4) {
		const byte = (offset: number) => bytes.charCodeAt(at + offset);
		hashes.push(((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0);
	}
	return hashes;
}

/** Computes the skeleton of a page. O(n log n), never throws. */
export function skeletonOf(view: PageView): Skeleton {
	const { kept, controls, lines } = allHashes(view);
	return { domHash: domHashOf(view), hashes: kept, controls, lines };
}

/**
 * Compares a page with a skeleton.
 *
 * The 1,000 smallest hashes are a fair sample of a larger page: both sides are compared up to the largest hash that both could hold, and
 * counts are scaled. An invalid skeleton counts as empty.
 */
export function compareSkeleton(skeleton: Skeleton, view: PageView): SkeletonComparison {
	const now = allHashes(view);
	const items = skeleton.controls + skeleton.lines;
	const isSame = skeleton.domHash === domHashOf(view);
	// Most steps change only a value; then equal hashes need no decoding.
	if (now.kept === skeleton.hashes && now.controls === skeleton.controls && now.lines === skeleton.lines) {
		return { isSame, controlsAdded: 0, controlsRemoved: 0, linesAdded: 0, linesRemoved: 0 };
	}
	const before = decode(skeleton.hashes);
	const isExact = before.length === 0 || before.length >= items;
	const limit = isExact ? 0xffff_ffff : (before.at(-1) ?? 0);
	const current = Array.from(now.hashes.filter((hash) => hash <= limit));
	const had = new Set(before);
	const has = new Set(current);
	const added = current.filter((hash) => !had.has(hash));
	const removed = before.filter((hash) => !has.has(hash));
	const scaleNow = isExact || current.length === 0 ? 1 : now.hashes.length / current.length;
	const scaleBefore = isExact ? 1 : items / before.length;
	const count = (hashes: readonly number[], bit: 0 | 1, scale: number) =>
		Math.round(hashes.filter((hash) => (hash & 1) === bit).length * scale);
	return {
		isSame,
		controlsAdded: count(added, 1, scaleNow),
		controlsRemoved: count(removed, 1, scaleBefore),
		linesAdded: count(added, 0, scaleNow),
		linesRemoved: count(removed, 0, scaleBefore),
	};
}

/** Texts of a page that the skeleton does not hold, in page order; a sample if either has more than 1,000 items. */
export function newTexts(skeleton: Skeleton, view: PageView): readonly string[] {
	const had = new Set(decode(skeleton.hashes));
	const isExact = had.size >= skeleton.controls + skeleton.lines;
	const limit = isExact ? 0xffff_ffff : Math.max(0, ...had);
	const texts = ownTexts(view);
	const hashes = finished(
		texts.map((text) => mixText(hashSeed, text)),
		0,
	);
	return texts.filter((_text, index) => {
		const hash = hashes[index] ?? 0;
		return hash <= limit && !had.has(hash);
	});
}
