import { maxId } from "../write/grammar.ts";
import type { ControlNode, RegionNode } from "./page-node.ts";

/** A control as it was read, in document order; `key` is what it is: role, name, type, link target. */
export type Found = { readonly element: Element; readonly key: string };

/** What a control is, whichever element it is. */
export function keyOf({ type, name, href }: ControlNode | RegionNode): string {
	return `${type}\n${name}\n${href ?? ""}`;
}

/** An id that a control got, and whether it was absent from the reading before. */
export type Assigned = { readonly id: number; readonly isNew: boolean };

const blockSize = 10_000;
/** Numbers that are left after a reading, for what is looked up until the next. */
const reserve = 1_000;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Name of a document's life: 8 base32 characters (Crockford's, lower case) of 8 random bytes. */
export function newEpoch(random: Uint8Array): string {
	return Array.from(random.slice(0, 8), (byte) => alphabet[byte & 31]).join("");
}

/** First id of the nth block of a tab, n from 0: the top frame holds 1 to 9,999, the next block 10,001 to 19,999, and so on. */
export function firstIdOfBlock(block: number): number {
	return block * blockSize + 1;
}

/** Last id of the block that begins with `firstId`. */
export function lastIdOfBlock(firstId: number): number {
	return Math.min(firstId + blockSize - 2, maxId);
}

/** First id of the block behind the one that an id stands in. */
export function firstIdAfter(id: number): number {
	return firstIdOfBlock(Math.ceil(id / blockSize));
}

type Entry = { readonly id: number; readonly element: WeakRef<Element> };
type IsConnected = (element: Element) => boolean;

/**
 * The numbers of one document's elements. A number is never used twice, and nothing is written to the page.
 *
 * An id whose element left the document passes to a new element of the same key at the same position among equals, so that a page which
 * replaces its nodes keeps its numbers.
 */
export class ElementIds {
	readonly epoch: string;
	readonly #ids = new WeakMap<Element, number>();
	readonly #elements = new Map<number, WeakRef<Element>>();
	readonly #pinned = new WeakSet<Element>();
	readonly #blocks: { readonly first: number; next: number; readonly end: number }[] = [];
	readonly #types = new Map<number, string>();
	#last = new Map<string, readonly Entry[]>();
	#lastIds: ReadonlySet<number> | undefined;
	#missing = 0;

	/** @param firstId of the block that the background gave this frame */
	constructor(epoch: string, firstId: number) {
		this.epoch = epoch;
		this.addBlock(firstId);
	}

	/** Adds a block, used when the ones before are full. A block that is known already adds nothing. */
	addBlock(firstId: number): void {
		const end = lastIdOfBlock(firstId);
		const isKnown = this.#blocks.some((block) => block.end === end);
		if (firstId >= 1 && firstId <= maxId && !isKnown) this.#blocks.push({ first: firstId, next: firstId, end });
	}

	/** Takes a block away that no number was used of, unless the others are nearly full. */
	releaseBlock(firstId: number): void {
		const at = this.#blocks.findIndex(({ first, next }) => first === firstId && next === firstId);
		const left = this.#blocks.reduce((sum, { first, next, end }) => (first === firstId ? sum : sum + end + 1 - next), 0);
		if (at !== -1 && left >= reserve) this.#blocks.splice(at, 1);
	}

	/** First ids of the blocks, in the order in which they are used. */
	get blocks(): readonly number[] {
		return this.#blocks.map(({ first }) => first);
	}

	/** Controls of the newest reading that got no id since the blocks are full. */
	get missing(): number {
		return this.#missing;
	}

	idOf(element: Element): number | undefined {
		return this.#ids.get(element);
	}

	/** The element that carries a number, also while it is out of the document; undefined when it is gone. */
	elementOf(id: number): Element | undefined {
		return this.#elements.get(id)?.deref();
	}

	/** What the element was in the newest reading that had it: the first line of its key. */
	typeOf(id: number): string | undefined {
		return this.#types.get(id);
	}

	/** True for an element that got its number on demand, and stays visible as a control from then on. */
	isPinned(element: Element): boolean {
		return this.#pinned.has(element);
	}

	/** A number on demand, for a text found or a part to expand; 0 when the blocks are full. */
	pin(element: Element): number {
		this.#pinned.add(element);
		return this.number(element);
	}

	/** The element's number, a new one if it has none; 0 when the blocks are full. */
	number(element: Element): number {
		const known = this.#ids.get(element);
		if (known !== undefined) return known;
		const block = this.#blocks.find(({ next, end }) => next <= end);
		if (block === undefined) return 0;
		const id = block.next;
		block.next += 1;
		this.#bind(element, id);
		return id;
	}

	/** The number of an element that is gone goes to the one that takes its place; who has a number, or comes while it is there, has its own. */
	pass(id: number, successor: Element, isConnected: IsConnected): number {
		const isGiven = this.#blocks.some(({ first, next }) => first <= id && id < next);
		const element = this.elementOf(id);
		const isGone = element === undefined || !isConnected(element);
		if (isGiven && isGone && !this.#ids.has(successor)) this.#bind(successor, id);
		return this.number(successor);
	}

	#bind(element: Element, id: number): void {
		const previous = this.elementOf(id);
		if (previous !== undefined) this.#ids.delete(previous);
		this.#ids.set(element, id);
		this.#elements.set(id, new WeakRef(element));
	}

	/**
	 * Numbers the controls of a reading, in document order.
	 *
	 * @param isConnected says whether an element is in a document
	 * @returns as many entries as `found`; id 0 where the blocks are full
	 */
	settle(found: readonly Found[], isConnected: IsConnected): readonly Assigned[] {
		const { ids, byKey } = this.#assign(found, isConnected, true);
		this.#missing = ids.reduce((count, id) => (id === 0 ? count + 1 : count), 0);
		const before = this.#lastIds;
		this.#last = byKey;
		this.#lastIds = new Set(ids);
		for (const [index, { key }] of found.entries()) this.#types.set(ids[index] ?? 0, key.slice(0, key.indexOf("\n")));
		this.#forgetLost();
		return ids.map((id) => ({ id, isNew: before !== undefined && !before.has(id) }));
	}

	/**
	 * Numbers controls that are met between two readings: the next one tells of them, and of those that are not there any more, as if nobody had looked.
	 *
	 * @param isWhole they are all that the page has; of a part the places among equals are not known
	 * @returns as many ids as `found`; 0 where the blocks are full
	 */
	meet(found: readonly Found[], isConnected: IsConnected, { isWhole }: { readonly isWhole: boolean }): readonly number[] {
		return this.#assign(found, isConnected, isWhole).ids;
	}

	#assign(
		found: readonly Found[],
		isConnected: IsConnected,
		isWhole: boolean,
	): { readonly ids: readonly number[]; readonly byKey: Map<string, readonly Entry[]> } {
		const present = new Set<number>();
		for (const { element } of found) {
			const id = this.#ids.get(element);
			if (id !== undefined) present.add(id);
		}
		const byKey = new Map<string, Entry[]>();
		const ids = found.map(({ element, key }) => {
			const equals = byKey.get(key) ?? [];
			if (equals.length === 0) byKey.set(key, equals);
			const before = this.#ids.has(element) ? undefined : this.#last.get(key);
			const successor = isWhole || before?.length === 1 ? before?.[equals.length] : undefined;
			if (successor !== undefined && !present.has(successor.id) && this.#hasLeft(successor, isConnected)) {
				this.#bind(element, successor.id);
				present.add(successor.id);
			}
			const id = this.number(element);
			equals.push({ id, element: this.#elements.get(id) ?? new WeakRef(element) });
			return id;
		});
		return { ids, byKey };
	}

	#hasLeft(entry: Entry, isConnected: IsConnected): boolean {
		const element = entry.element.deref();
		return entry.id !== 0 && (element === undefined || !isConnected(element));
	}

	#forgetLost(): void {
		if (this.#elements.size < 2 * (this.#lastIds?.size ?? 0) + 1_000) return;
		for (const [id, element] of this.#elements) if (element.deref() === undefined) this.#forget(id);
	}

	#forget(id: number): void {
		this.#elements.delete(id);
		this.#types.delete(id);
	}
}
