import { expect, test } from "vitest";
import { createRoom, inRoom } from "./room.ts";

const here = new AbortController().signal;

test("so many steps are begun at once and not one more; the others follow in their order", async () => {
	const room = createRoom({ places: 2, waitMs: 60_000 });
	const began: number[] = [];
	const ending: (() => void)[] = [];
	const steps = [0, 1, 2, 3].map((step) =>
		inRoom(room, here, () => {
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
	await inRoom(room, here, async () => undefined);
});

test("a step that fails gives its place back, and so does one that was given up while it waited", async () => {
	const room = createRoom({ places: 1, waitMs: 60_000 });
	await expect(inRoom(room, here, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	const leave = await room.enter(here);
	const left = new AbortController();
	const waiting = room.enter(left.signal);
	const next = room.enter(here);
	left.abort();
	await expect(waiting).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	leave();
	leave();
	(await next)();
	(await room.enter(here))();
});

test("who waited for too long is told to come again", async () => {
	const room = createRoom({ places: 1, waitMs: 20 });
	await room.enter(here);
	await expect(room.enter(here)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
	await expect(room.enter(AbortSignal.abort())).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
