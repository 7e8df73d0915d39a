import { expect } from "vitest";
import { codeOf, newKey, test } from "../agent.ts";
import { begin, invoice, store } from "./routines.ts";

const routines = "/api/v1/agent/routines";

test("a routine is stored once under its key, and another body under the key is refused", async ({ agent }) => {
	const key = newKey();
	const first = await store(agent, invoice, {}, { key });
	expect((await store(agent, invoice, {}, { key })).id).toBe(first.id);
	const body = { name: "Another", program: invoice, origin: { kind: "edit" } };
	expect(codeOf(await agent.call("POST", routines, { body, key }))).toBe("IDEMPOTENCY_CONFLICT");
});

test("a shared routine can be run by every member, and changed by its owner and admins alone", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const path = `${routines}/${routine.id}`;
	const member = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });
	const admin = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member", "admin"] });
	expect(codeOf(await agent.call("GET", path, { as: member }))).toBe("ROUTINE_NOT_FOUND");
	expect((await agent.call("PATCH", path, { body: { isShared: true } })).status).toBe(200);
	expect((await agent.call("GET", path, { as: member })).body["routine"]).toMatchObject({ canEdit: false, isShared: true });
	await begin(agent, routine.id, [{ number: "1", amount: "2" }], {}, { as: member });
	expect(codeOf(await agent.call("PATCH", path, { as: member, body: { name: "Mine" } }))).toBe("FORBIDDEN");
	expect(codeOf(await agent.call("DELETE", path, { as: member }))).toBe("FORBIDDEN");
	expect((await agent.call("PATCH", path, { as: admin, body: { name: "Ours" } })).status).toBe(200);
	const stranger = await agent.signIn();
	expect(codeOf(await agent.call("GET", path, { as: stranger }))).toBe("ROUTINE_NOT_FOUND");
	expect(await mongo.db.collection("audit_notes").distinct("action", { target: routine.id })).toEqual(["routine.share"]);
});

test("versions are numbered; an edit of an older one is refused; going back makes a former one the current one", async ({ agent }) => {
	const routine = await store(agent);
	const path = `${routines}/${routine.id}`;
	const program = { ...invoice, steps: invoice.steps.slice(0, 3) };
	const added = await agent.call("POST", `${path}/versions`, { body: { of: 1, program } });
	expect(added.body["version"]).toMatchObject({ number: 2, state: "current", origin: { kind: "edit", of: 1 } });
	expect(codeOf(await agent.call("POST", `${path}/versions`, { body: { of: 1, program } }))).toBe("HASH_MISMATCH");
	const listed = async () =>
		((await agent.call("GET", `${path}/versions`)).body["versions"] as { number: number; state: string }[]).map(
			({ number, state }) => `${number} ${state}`,
		);
	expect(await listed()).toEqual(["2 current", "1 former"]);
	const back = await agent.call("POST", `${path}/versions/1/decide`, { body: { decision: "take" } });
	expect(back.body["routine"]).toMatchObject({ version: 1, hasChecks: true });
	expect(await listed()).toEqual(["2 former", "1 current"]);
});

test("the library is searched by name and site, page by page", async ({ agent }) => {
	for (const name of ["File an invoice", "Order tea", "Order coffee"]) await store(agent, invoice, { name });
	const names = async (query: string) => {
		const { body } = await agent.call("GET", `${routines}?${query}`);
		return { names: (body["routines"] as { name: string }[]).map(({ name }) => name), next: body["nextCursor"] };
	};
	expect((await names("q=order")).names).toEqual(["Order coffee", "Order tea"]);
	expect((await names("site=shop.example")).names).toHaveLength(3);
	expect((await names("site=other.example")).names).toEqual([]);
	const first = await names("limit=2");
	expect(first.names).toHaveLength(2);
	expect((await names(`limit=2&cursor=${first.next}`)).names).toEqual(["File an invoice"]);
});

test("the library shows own routines or those of others, and no private one of others", async ({ agent }) => {
	for (const [name, isShared] of [
		["Mine", false],
		["Ours", true],
	] as const)
		await store(agent, invoice, { name, isShared });
	const member = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });
	await store(agent, invoice, { name: "Theirs" }, { as: member });
	const names = async (owner: string) => {
		const { body } = await agent.call("GET", `${routines}?owner=${owner}`, { as: member });
		return (body["routines"] as { name: string }[]).map(({ name }) => name);
	};
	expect([await names("me"), await names("shared"), await names("own_or_shared")]).toEqual([["Theirs"], ["Ours"], ["Theirs", "Ours"]]);
	// An admin sees private ones of others only where all is asked for.
	const asAdmin = async (query: string) => {
		const { body } = await agent.call("GET", `${routines}${query}`);
		return (body["routines"] as { name: string }[]).map(({ name }) => name);
	};
	expect(await asAdmin("?owner=own_or_shared")).toEqual(["Ours", "Mine"]);
	expect(await asAdmin("")).toEqual(["Theirs", "Ours", "Mine"]);
});

test("a routine goes out as a file and comes back as the same program", async ({ agent }) => {
	const routine = await store(agent);
	const file = await agent.call("GET", `${routines}/${routine.id}/export`);
	const { body } = await agent.call("POST", `${routines}/import`, { body: { text: file.bytes } });
	expect(body["draft"]).toMatchObject({ name: "File an invoice", program: file.body["program"] });
	expect((await agent.call("POST", `${routines}/import`, { body: { text: "not a file" } })).status).toBe(400);
});

test("a routine for one run stands in no library, keeps its own count, and goes when its run does", async ({ agent, mongo }) => {
	const { id } = await store(agent, invoice, { isOnce: true });
	await store(agent, invoice, { name: "Kept" });
	const { body } = await agent.call("GET", routines);
	expect((body["routines"] as { name: string }[]).map(({ name }) => name)).toEqual(["Kept"]);
	expect(await begin(agent, id, [{ number: "1", amount: "2" }])).toMatchObject({ isOnce: true, readsLists: false });
	const added = await agent.call("POST", `${routines}/${id}/versions`, { body: { of: 1, program: invoice } });
	expect(added.status).toBe(201);
	const ends = async (collection: string, filter: object) =>
		(
			await mongo.db
				.collection(collection)
				.find({ tenantId: agent.user.tenantId, ...filter })
				.toArray()
		).map(({ expireAt }) => expireAt);
	const [end, ...others] = [
		...(await ends("routines", { _id: id })),
		...(await ends("routine_versions", { routineId: id })),
	] as readonly Date[];
	expect(others).toEqual([end, end]);
	const [ofRun] = (await ends("routine_runs", { routineId: id })) as readonly Date[];
	expect(Math.abs((ofRun?.getTime() ?? 0) - (end?.getTime() ?? Number.NaN))).toBeLessThan(60_000);
	const most = 10_000;
	const once = Array.from({ length: most }, (_, at) => ({ _id: `once-${at}`, tenantId: agent.user.tenantId, expireAt: end }));
	await mongo.db.collection<{ _id: string }>("routines").insertMany(once);
	const refused = await agent.call("POST", routines, {
		body: { name: "One more", program: invoice, origin: { kind: "edit" }, isOnce: true },
	});
	expect(refused.body).toMatchObject({
		error: {
			code: "LIMIT_REACHED",
			message: expect.stringMatching(/Save one that you read as a routine and run that$/),
			details: { limit: most },
		},
	});
	const indexes = await Promise.all(["routines", "routine_versions"].map((name) => mongo.db.collection(name).indexes()));
	expect(indexes.map((all) => all.some(({ expireAfterSeconds }) => expireAfterSeconds === 0))).toEqual([true, true]);
});
