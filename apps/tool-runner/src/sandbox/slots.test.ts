import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const stays = new AbortController().signal;
const busy = expect.objectContaining({ code: "SANDBOX_UNAVAILABLE", details: { reason: "BUSY" } });

test("a workspace that asks for much waits for itself, and others find a place", async () => {
	const slots = createSlots({ ofAll: 3, ofOne: 2, waiting: 2 });
	const began: string[] = [];
	const begin = async (owner: string, name: string) => {
		const release = await slots(owner, stays);
		began.push(name);
		return release;
	};
	const [first] = await Promise.all([begin("a", "a1"), begin("a", "a2")]);
	const third = begin("a", "a3");
	await begin("b", "b1");
	const fourth = begin("b", "b2");
	await expect(begin("c", "c1")).rejects.toEqual(busy);
	expect(began).toEqual(["a1", "a2", "b1"]);
	first();
	first();
	(await third)();
	await fourth;
	expect(began).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("who leaves while waiting gives up the place in the queue", async () => {
	const slots = createSlots({ ofAll: 1, ofOne: 1, waiting: 1 });
	const release = await slots("a", stays);
	const leaving = new AbortController();
	const left = slots("a", leaving.signal);
	leaving.abort();
	await expect(left).rejects.toEqual(busy);
	const next = slots("b", stays);
	release();
	(await next)();
	await slots("a", stays);
});
