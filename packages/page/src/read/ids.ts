import { maxId } from "../write/grammar.ts";

/** A control as it was read, in document order; `key` is what it is: role, name, type, link target. */
export type Found = { readonly element: Element; readonly key: string };

/** An id that a control got, and whether it was absent from the reading before. */
export type Assigned = { readonly id: number; readonly isNew: boolean };

const blockSize = 10_000;
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Name of a document's life: 8 base32 characters (Crockford's, lower case) of 8 random bytes. @source page.md §2 */
export function newEpoch(random: Uint8Array): string {
	return Array.from(random.slice(0, 8), (byte) => alphabet[byte & 31]).join("");
}

/**
 * First id of the nth block of a tab, n from 0: the top frame holds 1 to 9,999, the next block 10,001 to 19,999, and so on.
 *
 * @source page.md §2
 */
export function firstIdOfBlock(block: number): number {
	return block * blockSize + 1;
}

type Entry = { readonly id: number; readonly element: WeakRef<Element> };

/**
 * The numbers of one document's elements. A number is never used twice, and nothing is written to the page.
 *
 * An id whose element left the document passes to a new element of the same key at the same position among equals, so that a page which
 * replaces its nodes keeps its numbers.
 *
 * @source page.md §2; spec 003 `data-agent-id`
 */
export class IdBook {
	readonly epoch: string;
	readonly #ids = new WeakMap<Element, number>();
	readonly #elements = new Map<number, WeakRef<Element>>();
	readonly #pinned = new WeakSet<Element>();
	readonly #blocks: { next: number; end: number }[] = [];
	readonly #types = new Map<number, string>();
	#last = new Map<string, readonly Entry[]>();
	#lastIds: ReadonlySet<number> | undefined;
	#missing = 0;

	/** @param firstId of the block that the background gave this frame */
	constructor(epoch: string, firstId: number) {
		this.epoch = epoch;
		this.grant(firstId);
	}

	/** Adds a block, used when the ones before are full. A block that is known already adds nothing. */
	grant(firstId: number): void {
		const end = Math.min(firstId + blockSize - 2, maxId);
		if (firstId >= 1 && !this.#blocks.some((block) => block.end === end)) this.#blocks.push({ next: firstId, end });
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
	settle(found: readonly Found[], isConnected: (element: Element) => boolean): readonly Assigned[] {
		const present = new Set<number>();
		for (const { element } of found) {
			const id = this.#ids.get(element);
			if (id !== undefined) present.add(id);
		}
		const now = new Map<string, Entry[]>();
		this.#missing = 0;
		const assigned = found.map(({ element, key }): Assigned => {
			const equals = now.get(key) ?? [];
			if (equals.length === 0) now.set(key, equals);
			const heir = this.#ids.has(element) ? undefined : this.#last.get(key)?.[equals.length];
			if (heir !== undefined && !present.has(heir.id) && this.#hasLeft(heir, isConnected)) {
				this.#bind(element, heir.id);
				present.add(heir.id);
			}
			const id = this.number(element);
			if (id === 0) this.#missing += 1;
			equals.push({ id, element: this.#elements.get(id) ?? new WeakRef(element) });
			this.#types.set(id, key.slice(0, key.indexOf("\n")));
			return { id, isNew: this.#lastIds !== undefined && !this.#lastIds.has(id) };
		});
		this.#last = now;
		this.#lastIds = new Set(assigned.map(({ id }) => id));
		this.#forgetLost();
		return assigned;
	}

	#hasLeft(entry: Entry, isConnected: (element: Element) => boolean): boolean {
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
