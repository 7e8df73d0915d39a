import { expect, test } from "vitest";
import { createConcurrencyLimit, withinLimit } from "./steps-at-once.ts";

const here = new AbortController().signal;
const sharerOf = (name: string) => ({ tenantId: name, userId: name });
const asOne = { sharer: sharerOf("one"), signal: here };
const one = sharerOf("one");

test("so many steps are begun at once and not one more; the others follow by turns", async () => {
	const concurrency = createConcurrencyLimit({ places: 2, waitMs: 60_000 });
	const began: string[] = [];
	const ending: (() => void)[] = [];
	const steps = ["a", "a", "b", "a"].map((name) =>
		withinLimit(concurrency, { sharer: sharerOf(name), signal: here }, () => {
			began.push(name);
			return new Promise<void>((resolve) => ending.push(resolve));
		}),
	);
	await expect.poll(() => began).toEqual(["a", "b"]);
	ending[0]?.();
	await expect.poll(() => began).toEqual(["a", "b", "a"]);
	ending[2]?.();
	await expect.poll(() => began).toEqual(["a", "b", "a", "a"]);
	for (const end of ending) end();
	await Promise.all(steps);
	await withinLimit(concurrency, asOne, async () => undefined);
});

test("a step that fails gives its place back, and so does one that was given up while it waited", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 60_000 });
	await expect(withinLimit(concurrency, asOne, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	const leave = await concurrency.enter(one, here);
	const left = new AbortController();
	const waiting = concurrency.enter(one, left.signal);
	const next = concurrency.enter(one, here);
	left.abort();
	await expect(waiting).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	leave();
	leave();
	(await next)();
	(await concurrency.enter(one, here))();
});

test("who waited for too long is told to come again", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 20 });
	await concurrency.enter(one, here);
	await expect(concurrency.enter(one, here)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	await expect(concurrency.enter(one, AbortSignal.abort())).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("a place is somebody else's while its step waits outside, and who comes back goes before who enters", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 60_000 });
	const told: string[] = [];
	const waits = Promise.withResolvers<void>();
	const first = withinLimit(concurrency, asOne, async (outside) => {
		await outside(() => waits.promise);
		told.push("back");
	});
	const leave = await concurrency.enter(one, here);
	const last = withinLimit(concurrency, asOne, async () => void told.push("entered"));
	waits.resolve();
	await new Promise(setImmediate);
	expect(told).toEqual([]);
	leave();
	await Promise.all([first, last]);
	expect(told).toEqual(["back", "entered"]);
	const failing = withinLimit(concurrency, asOne, (outside) => outside(() => Promise.reject(new Error("no"))));
	await expect(failing).rejects.toThrow("no");
	(await concurrency.enter(one, here))();
});
