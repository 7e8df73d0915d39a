import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

const stays = new AbortController().signal;
const who = (name: string) => ({ tenantId: name.slice(0, 1), userId: name });

test("a tenant that asks for much waits for itself, and others find a place", async () => {
	const places = createPlaces({ places: 4, mostWaiting: 4 });
	const began: string[] = [];
	const enter = async (name: string) => {
		const release = await places.enter(who(name), stays);
		began.push(name);
		return release;
	};
	const [first] = await Promise.all([enter("a1"), enter("a1")]);
	const waiting = [enter("a1"), enter("a1")];
	await expect(enter("a1")).rejects.toMatchObject({ code: "RATE_LIMIT", details: { scope: "user", limit: 2 } });
	waiting.push(enter("a2"), enter("a3"));
	await expect(enter("a4")).rejects.toMatchObject({ code: "RATE_LIMIT", details: { scope: "tenant", limit: 4 } });
	await enter("b1");
	expect(began).toEqual(["a1", "a1", "b1"]);
	first();
	// A second release gives nothing back.
	first();
	await waiting[2];
	expect(began).toEqual(["a1", "a1", "b1", "a2"]);
});

test("who leaves while waiting gives up the place in the queue", async () => {
	const places = createPlaces({ places: 1, mostWaiting: 2 });
	const release = await places.enter(who("a1"), stays);
	const leaving = new AbortController();
	const left = places.enter(who("a1"), leaving.signal);
	leaving.abort(new Error("No time"));
	await expect(left).rejects.toThrow("No time");
	await expect(places.enter(who("a1"), leaving.signal)).rejects.toThrow("No time");
	const next = places.enter(who("a1"), stays);
	release();
	(await next)();
	await places.enter(who("b1"), stays);
});

test("who comes back goes before all who enter, also above a share", async () => {
	const places = createPlaces({ places: 2, mostWaiting: 4 });
	const began: string[] = [];
	const [lent, other] = [await places.enter(who("a1"), stays), await places.enter(who("b1"), stays)];
	const entering = places.enter(who("c1"), stays).then((release) => {
		began.push("entered");
		return release;
	});
	const back = places.comeBack(who("b1")).then((release) => {
		began.push("back");
		return release;
	});
	lent();
	const release = await back;
	expect(began).toEqual(["back"]);
	other();
	(await entering)();
	release();
	expect(began).toEqual(["back", "entered"]);
});

test("a queue that is kept elsewhere is asked who is next, and a user has so many places at most", () => {
	const places = createPlaces({ places: 16, mostWaiting: 0, mostOfUser: 2 });
	const picked = Array.from({ length: 5 }, () => places.pick([who("a1"), who("a2")]));
	expect(picked.map((each) => each?.next.userId)).toEqual(["a1", "a2", "a1", "a2", undefined]);
	picked[0]?.release();
	expect(places.pick([who("a1"), who("a2")])?.next.userId).toBe("a1");
});
