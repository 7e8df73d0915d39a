import { describe, expect, test } from "vitest";
import type { Sharer } from "./policy.ts";
import { mayTake, turnOf } from "./policy.ts";

const who = (name: string): Sharer => ({ tenantId: name.slice(0, 1), userId: name });

/** Hands out places by turns to those who wait, as long as somebody may take one. */
function handOut(places: number, waiting: readonly string[]): string[] {
	const taken: Sharer[] = [];
	const queue = waiting.map(who);
	const heldOf = ({ tenantId, userId }: Sharer) => ({
		free: places - taken.length,
		ofTenant: taken.filter((each) => each.tenantId === tenantId).length,
		ofUser: taken.filter((each) => each.userId === userId).length,
	});
	for (let next = turnOf(queue, heldOf); next !== undefined; next = turnOf(queue, heldOf)) {
		queue.splice(queue.indexOf(next), 1);
		taken.push(next);
	}
	return taken.map(({ userId }) => userId);
}

const many = (name: string, count: number) => Array.from({ length: count }, () => name);

describe("places go by share", () => {
	test.each([
		["one user alone leaves places to colleagues and tenants", 8, many("a1", 20), many("a1", 3)],
		["two users of one tenant take half of all", 8, [...many("a1", 20), ...many("a2", 20)], ["a1", "a2", "a1", "a2"]],
		["a colleague who comes last has a place", 8, [...many("a1", 20), "a2"], ["a1", "a2", "a1"]],
		["a tenant with one wish is not behind one with many", 8, [...many("a1", 20), "b1"], ["a1", "b1", "a1", "a1"]],
		[
			"four heavy tenants leave a place to a fifth",
			8,
			["a1", "b1", "c1", "d1"].flatMap((name) => many(name, 9)),
			["a1", "b1", "c1", "d1", "a1", "b1", "c1"],
		],
		["of two places nobody has both", 2, [...many("a1", 3), ...many("b1", 3)], ["a1", "b1"]],
		["one place goes to who came first", 1, ["b1", "a1"], ["b1"]],
		["without places nobody begins", 0, ["a1"], []],
	])("%s", (_name, places, waiting, taken) => {
		expect(handOut(places, waiting)).toEqual(taken);
	});

	test.each([1, 2, 3, 4, 8, 16, 64])("of %i places a tenant never takes more than half, rounded up", (places) => {
		const found = handOut(places, [...many("a1", 200), ...many("a2", 200), ...many("a3", 200)]);
		expect(found.length).toBeGreaterThan(0);
		expect(found.length).toBeLessThanOrEqual(Math.ceil(places / 2));
	});

	test.each([4, 8, 16, 64])("of %i places the next tenant has one, whoever came before with work without end", (places) => {
		let [free, ofTenant] = [places, 0];
		for (; mayTake({ free, ofTenant, ofUser: ofTenant }); free -= 1) ofTenant += 1;
		expect(mayTake({ free, ofTenant: 0, ofUser: 0 })).toBe(true);
	});
});
