import { expect, test } from "vitest";
import { createConcurrencyLimit, withinLimit } from "./concurrency.ts";

const here = new AbortController().signal;

test("so many steps are begun at once and not one more; the others follow in their order", async () => {
	const concurrency = createConcurrencyLimit({ places: 2, waitMs: 60_000 });
	const began: number[] = [];
	const ending: (() => void)[] = [];
	const steps = [0, 1, 2, 3].map((step) =>
		withinLimit(concurrency, here, () => {
			began.push(step);
			return new Promise<void>((resolve) => ending.push(resolve));
		}),
	);
	await expect.poll(() => began).toEqual([0, 1]);
	ending[1]?.();
	await expect.poll(() => began).toEqual([0, 1, 2]);
	ending[0]?.();
	await expect.poll(() => began).toEqual([0, 1, 2, 3]);
	for (const end of ending) end();
	await Promise.all(steps);
	await withinLimit(concurrency, here, async () => undefined);
});

test("a step that fails gives its place back, and so does one that was given up while it waited", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 60_000 });
	await expect(withinLimit(concurrency, here, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	const leave = await concurrency.enter(here);
	const left = new AbortController();
	const waiting = concurrency.enter(left.signal);
	const next = concurrency.enter(here);
	left.abort();
	await expect(waiting).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	leave();
	leave();
	(await next)();
	(await concurrency.enter(here))();
});

test("who waited for too long is told to come again", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 20 });
	await concurrency.enter(here);
	await expect(concurrency.enter(here)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	await expect(concurrency.enter(AbortSignal.abort())).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("a place is somebody else's while its step waits outside, and who comes back goes before who enters", async () => {
	const concurrency = createConcurrencyLimit({ places: 1, waitMs: 60_000 });
	const told: string[] = [];
	const waits = Promise.withResolvers<void>();
	const first = withinLimit(concurrency, here, async (outside) => {
		await outside(() => waits.promise);
		told.push("back");
	});
	const leave = await concurrency.enter(here);
	const last = withinLimit(concurrency, here, async () => void told.push("entered"));
	waits.resolve();
	await new Promise(setImmediate);
	expect(told).toEqual([]);
	leave();
	await Promise.all([first, last]);
	expect(told).toEqual(["back", "entered"]);
	const failing = withinLimit(concurrency, here, (outside) => outside(() => Promise.reject(new Error("no"))));
	await expect(failing).rejects.toThrow("no");
	(await concurrency.enter(here))();
});
