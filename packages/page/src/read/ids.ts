import { maxId } from "../write/grammar.ts";
import type { ControlNode, RegionNode } from "./page-node.ts";

/** A control of one reading, in document order. `key` identifies equal controls: type, name, link target. */
export type Found = { readonly element: Element; readonly key: string };

/** The key of a control. */
export function keyOf({ type, name, href }: ControlNode | RegionNode): string {
	return `${type}\n${name}\n${href ?? ""}`;
}

/** The id of a control; `isNew` if the previous reading did not have it. */
export type Assigned = { readonly id: number; readonly isNew: boolean };

const blockSize = 10_000;
/** Ids that stay free after a reading, for lookups until the next one. */
const reserve = 1_000;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Names the lifetime of a document: 8 base32 characters (Crockford, lower case) from 8 random bytes. */
export function newEpoch(random: Uint8Array): string {
	return Array.from(random.slice(0, 8), (byte) => alphabet[byte & 31]).join("");
}

/** First id of the nth block of a tab, from 0: the top frame has 1 to 9,999, the next block 10,001 to 19,999. */
export function firstIdOfBlock(block: number): number {
	return block * blockSize + 1;
}

/** Last id of the block that begins with `firstId`. */
export function lastIdOfBlock(firstId: number): number {
	return Math.min(firstId + blockSize - 2, maxId);
}

/** First id of the block after the one that holds `id`. */
export function firstIdAfter(id: number): number {
	return firstIdOfBlock(Math.ceil(id / blockSize));
}

type Entry = { readonly id: number; readonly element: WeakRef<Element> };
type IsConnected = (element: Element) => boolean;

/**
 * Ids of the elements of one document. An id is never reused, and nothing is written to the page.
 * If an element leaves the document, its id passes to a new element with the same key and position among equals. So ids survive when a page
 * replaces its nodes.
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

	/** @param firstId first id of this frame's block */
	constructor(epoch: string, firstId: number) {
		this.epoch = epoch;
		this.addBlock(firstId);
	}

	/** Adds a block for use when the others are full. Adding a known block has no effect. */
	addBlock(firstId: number): void {
		const end = lastIdOfBlock(firstId);
		const isKnown = this.#blocks.some((block) => block.end === end);
		if (firstId >= 1 && firstId <= maxId && !isKnown) this.#blocks.push({ first: firstId, next: firstId, end });
	}

	/** Removes an unused block, unless the other blocks are nearly full. */
	releaseBlock(firstId: number): void {
		const at = this.#blocks.findIndex(({ first, next }) => first === firstId && next === firstId);
		const left = this.#blocks.reduce((sum, { first, next, end }) => (first === firstId ? sum : sum + end + 1 - next), 0);
		if (at !== -1 && left >= reserve) this.#blocks.splice(at, 1);
	}

	/** First ids of the blocks, in order of use. */
	get blocks(): readonly number[] {
		return this.#blocks.map(({ first }) => first);
	}

	/** Controls of the newest reading without an id, because the blocks are full. */
	get missing(): number {
		return this.#missing;
	}

	idOf(element: Element): number | undefined {
		return this.#ids.get(element);
	}

	/** The element of an id, also outside the document; undefined if it was garbage collected. */
	elementOf(id: number): Element | undefined {
		return this.#elements.get(id)?.deref();
	}

	/** The type of the element in the newest reading that had it. */
	typeOf(id: number): string | undefined {
		return this.#types.get(id);
	}

	/** True for an element that got its id on demand. It stays a control from then on. */
	isPinned(element: Element): boolean {
		return this.#pinned.has(element);
	}

	/** Gives an id on demand to found text or a part to expand; 0 if the blocks are full. */
	pin(element: Element): number {
		this.#pinned.add(element);
		return this.number(element);
	}

	/** The id of an element, a new one if it has none; 0 if the blocks are full. */
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

	/** Transfers the id of a removed element to its successor, unless the successor already has one. */
	transfer(id: number, successor: Element, isConnected: IsConnected): number {
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
	 * Gives ids to the controls of a reading, in document order.
	 *
	 * @param isConnected true for an element inside a document
	 * @returns one entry for each control; id 0 if the blocks are full
	 */
	assignAll(found: readonly Found[], isConnected: IsConnected): readonly Assigned[] {
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
	 * Gives ids to controls found between two readings. The next reading still reports them as new.
	 *
	 * @param isWhole true if these are all controls of the page; otherwise positions among equals are unknown
	 * @returns one id for each control; 0 if the blocks are full
	 */
	assignFound(found: readonly Found[], isConnected: IsConnected, { isWhole }: { readonly isWhole: boolean }): readonly number[] {
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
