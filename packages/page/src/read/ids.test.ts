import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstIdOfBlock, IdBook, newEpoch } from "./ids.ts";

/** The book asks of an element only who it is. */
function node(): Element {
	return Object.create(null) as Element;
}

const always = () => true;

test("an epoch is eight base32 characters", () => {
	expect(newEpoch(new Uint8Array([0, 31, 32, 255, 10, 20, 30, 40]))).toBe("0z0zamy8");
	expect(newEpoch(new Uint8Array(8)).length).toBe(8);
});

test("blocks are ten thousand apart, the first from 1", () => {
	expect([firstIdOfBlock(0), firstIdOfBlock(1), firstIdOfBlock(2)]).toEqual([1, 10_001, 20_001]);
});

describe("numbers", () => {
	test("are those of the elements, in order, and stay", () => {
		const book = new IdBook("e", 1);
		const [a, b] = [node(), node()];
		expect(
			book.settle(
				[
					{ element: a, key: "button\nA" },
					{ element: b, key: "button\nB" },
				],
				always,
			),
		).toEqual([
			{ id: 1, isNew: false },
			{ id: 2, isNew: false },
		]);
		const c = node();
		expect(
			book.settle(
				[
					{ element: c, key: "button\nC" },
					{ element: b, key: "button\nchanged" },
				],
				always,
			),
		).toEqual([
			{ id: 3, isNew: true },
			{ id: 2, isNew: false },
		]);
		expect([book.elementOf(1), book.idOf(b), book.typeOf(2)]).toEqual([a, 2, "button"]);
	});

	test("pass to the one of the same key and place when their element left", () => {
		const book = new IdBook("e", 1);
		const old = [node(), node(), node()];
		const keys = ["x", "same", "same"];
		const found = (elements: readonly Element[]) => elements.map((element, index) => ({ element, key: keys[index] ?? "" }));
		book.settle(found(old), always);
		const fresh = [node(), node(), node()];
		expect(book.settle(found(fresh), (element) => !old.includes(element)).map(({ id }) => id)).toEqual([1, 2, 3]);
		expect(book.idOf(old[0] ?? node())).toBeUndefined();
	});

	test("do not pass while their element is still in the document", () => {
		const book = new IdBook("e", 1);
		book.settle([{ element: node(), key: "k" }], always);
		expect(book.settle([{ element: node(), key: "k" }], always)).toEqual([{ id: 2, isNew: true }]);
	});

	test("end with their block, and go on in the next", () => {
		const book = new IdBook("e", 10_001);
		const elements = Array.from({ length: 10_005 }, node);
		const ids = book
			.settle(
				elements.map((element) => ({ element, key: "k" })),
				always,
			)
			.map(({ id }) => id);
		expect([ids[0], ids[9_998], ids[9_999], book.missing]).toEqual([10_001, 19_999, 0, 6]);
		book.grant(30_001);
		book.grant(30_001);
		expect(
			book
				.settle(
					elements.map((element) => ({ element, key: "k" })),
					always,
				)
				.slice(-2)
				.map(({ id }) => id),
		).toEqual([30_005, 30_006]);
	});

	test("are unique and stable, however a page comes and goes", () => {
		fc.assert(
			fc.property(
				fc.array(fc.array(fc.record({ which: fc.nat(12), key: fc.constantFrom("a", "b", "c") }), { maxLength: 12 }), { maxLength: 8 }),
				(readings) => {
					const book = new IdBook("e", 1);
					const pool = Array.from({ length: 13 }, node);
					const known = new Map<Element, number>();
					for (const reading of readings) {
						const chosen = [...new Map(reading.map(({ which, key }) => [which, key]))].flatMap(([which, key]) => {
							const element = pool[which];
							return element === undefined ? [] : [{ element, key }];
						});
						const present = new Set(chosen.map(({ element }) => element));
						const ids = book.settle(chosen, (element) => present.has(element)).map(({ id }) => id);
						expect(new Set(ids).size).toBe(ids.length);
						for (const [index, { element }] of chosen.entries()) {
							const id = ids[index] ?? 0;
							const before = known.get(element);
							if (before !== undefined && book.idOf(element) === before) expect(id).toBe(before);
							for (const [other, otherId] of known) if (otherId === id && other !== element) known.delete(other);
							known.set(element, id);
						}
					}
				},
			),
			{ numRuns: 100 },
		);
	});
});
