import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ElementIds, firstIdAfter, firstIdOfBlock, lastIdOfBlock, newEpoch } from "./ids.ts";

/** Ids depend on the identity of elements only. */
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
	expect([1, 9_999, 10_001, 99_999_999].map(firstIdAfter)).toEqual([10_001, 10_001, 20_001, 100_000_001]);
	expect([lastIdOfBlock(1), lastIdOfBlock(2_147_480_001)]).toEqual([9_999, 2_147_483_647]);
});

describe("numbers", () => {
	test("follow the order of elements and stay", () => {
		const numbers = new ElementIds("e", 1);
		const [a, b] = [node(), node()];
		expect(
			numbers.assignAll(
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
			numbers.assignAll(
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
		expect([numbers.elementOf(1), numbers.idOf(b), numbers.typeOf(2)]).toEqual([a, 2, "button"]);
	});

	test("pass to the element with the same key and position when their element is removed", () => {
		const numbers = new ElementIds("e", 1);
		const old = [node(), node(), node()];
		const keys = ["x", "same", "same"];
		const found = (elements: readonly Element[]) => elements.map((element, index) => ({ element, key: keys[index] ?? "" }));
		numbers.assignAll(found(old), always);
		const fresh = [node(), node(), node()];
		expect(numbers.assignAll(found(fresh), (element) => !old.includes(element)).map(({ id }) => id)).toEqual([1, 2, 3]);
		expect(numbers.idOf(old[0] ?? node())).toBeUndefined();
	});

	test("do not pass while their element is in the document", () => {
		const numbers = new ElementIds("e", 1);
		numbers.assignAll([{ element: node(), key: "k" }], always);
		expect(numbers.assignAll([{ element: node(), key: "k" }], always)).toEqual([{ id: 2, isNew: true }]);
	});

	test("continue in the next block", () => {
		const numbers = new ElementIds("e", 10_001);
		const elements = Array.from({ length: 10_005 }, node);
		const ids = numbers
			.assignAll(
				elements.map((element) => ({ element, key: "k" })),
				always,
			)
			.map(({ id }) => id);
		expect([ids[0], ids[9_998], ids[9_999], numbers.missing]).toEqual([10_001, 19_999, 0, 6]);
		numbers.addBlock(30_001);
		numbers.addBlock(30_001);
		expect(
			numbers
				.assignAll(
					elements.map((element) => ({ element, key: "k" })),
					always,
				)
				.slice(-2)
				.map(({ id }) => id),
		).toEqual([30_005, 30_006]);
	});

	test("come from a spare block only if the others are full; it stays if they nearly are", () => {
		const numbers = new ElementIds("e", 1);
		const settle = (count: number) =>
			numbers.assignAll(
				Array.from({ length: count }, () => ({ element: node(), key: "k" })),
				always,
			);
		const blocksWith = (spare: number, count: number) => {
			numbers.addBlock(spare);
			settle(count);
			numbers.releaseBlock(spare);
			return numbers.blocks;
		};
		expect(blocksWith(10_001, 5_000)).toEqual([1]);
		expect(blocksWith(20_001, 3_999)).toEqual([1]);
		expect(blocksWith(30_001, 1)).toEqual([1, 30_001]);
		expect(blocksWith(40_001, 1_000)).toEqual([1, 30_001]);
		expect([numbers.missing, numbers.elementOf(30_001) === undefined]).toEqual([0, false]);
	});

	test("given between two readings follow the same rules, and the next reading still reports them as new", () => {
		const numbers = new ElementIds("e", 1);
		const [x, ...same] = [node(), node(), node()];
		const all = (elements: readonly Element[]) => elements.map((element, at) => ({ element, key: at === 0 ? "x" : "same" }));
		numbers.assignAll(all([x, ...same]), always);
		const fresh = [node(), node(), node()];
		const isFresh = (element: Element) => fresh.includes(element);
		// In a part of the page, the position among equal controls is unknown.
		expect(numbers.assignFound(all(fresh).slice(2), isFresh, { isWhole: false })).toEqual([4]);
		expect(numbers.assignFound(all(fresh).slice(0, 2), isFresh, { isWhole: false })).toEqual([1, 5]);
		const later = [node(), node(), node()];
		const isLater = (element: Element) => later.includes(element);
		expect(numbers.assignFound([...all(later), { element: node(), key: "y" }], isLater, { isWhole: true })).toEqual([1, 2, 3, 6]);
		expect(numbers.assignAll([...all(later), { element: node(), key: "z" }], isLater).map(({ isNew }) => isNew)).toEqual([
			false,
			false,
			false,
			true,
		]);
	});

	test("transfer to the successor of a removed element", () => {
		const numbers = new ElementIds("e", 1);
		const [gone, stays, successor, other] = [node(), node(), node(), node()];
		numbers.assignAll(
			[gone, stays].map((element) => ({ element, key: "k" })),
			always,
		);
		const isThere = (element: Element) => element !== gone;
		expect([numbers.transfer(1, successor, isThere), numbers.idOf(gone), numbers.elementOf(1)]).toEqual([1, undefined, successor]);
		expect([numbers.transfer(2, other, isThere), numbers.transfer(2, successor, isThere), numbers.transfer(900, node(), isThere)]).toEqual([
			3, 1, 4,
		]);
	});

	test("are unique and stable over random changes of a page", () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						found: fc.array(fc.record({ which: fc.nat(12), key: fc.constantFrom("a", "b", "c") }), { maxLength: 12 }),
						how: fc.constantFrom("settle", "whole", "part"),
					}),
					{ maxLength: 8 },
				),
				(readings) => {
					const numbers = new ElementIds("e", 1);
					const pool = Array.from({ length: 13 }, node);
					const known = new Map<Element, number>();
					for (const { found, how } of readings) {
						const chosen = [...new Map(found.map(({ which, key }) => [which, key]))].flatMap(([which, key]) => {
							const element = pool[which];
							return element === undefined ? [] : [{ element, key }];
						});
						const present = new Set(chosen.map(({ element }) => element));
						const isThere = (element: Element) => present.has(element);
						const ids =
							how === "settle"
								? numbers.assignAll(chosen, isThere).map(({ id }) => id)
								: numbers.assignFound(chosen, isThere, { isWhole: how === "whole" });
						expect(new Set(ids).size).toBe(ids.length);
						for (const [index, { element }] of chosen.entries()) {
							const id = ids[index] ?? 0;
							const before = known.get(element);
							if (before !== undefined && numbers.idOf(element) === before) expect(id).toBe(before);
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
