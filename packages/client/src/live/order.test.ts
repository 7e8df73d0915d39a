import fc from "fast-check";
import { expect, test } from "vitest";
import type { LiveEvent } from "./order.ts";
import { createOrder } from "./order.ts";

const event = (seq: number): LiveEvent => ({ seq, eventId: `e${seq}`, name: "new_message", data: {} });

test("events in any order and any number of times come out once each, in order", () => {
	const arrivals = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 100 });
	fc.assert(
		fc.property(arrivals, fc.integer({ min: 0, max: 5 }), (seqs, start) => {
			const order = createOrder(start);
			const out = seqs.flatMap((seq) => order.take([event(seq)]).map((due) => due.seq));
			expect(out).toEqual(Array.from({ length: order.cursor() - start }, (_, index) => start + index + 1));
			expect(order.isMissing()).toBe(seqs.some((seq) => seq > order.cursor()));
			const rest = order.take(Array.from({ length: 30 }, (_, index) => event(index + 1)));
			expect([...out, ...rest.map((due) => due.seq)]).toEqual(Array.from({ length: 30 - start }, (_, index) => start + index + 1));
		}),
	);
});

test("a jump drops what it skips and goes on with what came early", () => {
	const order = createOrder(0);
	order.take([event(3), event(7), event(8)]);
	expect(order.jump(6).map(({ seq }) => seq)).toEqual([7, 8]);
	expect([order.cursor(), order.isMissing()]).toEqual([8, false]);
});
