import type { PreferencesReply } from "@webhand/contracts/auth/preferences";
import { describe, expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { test, users } from "./fixture.ts";

const path = "/api/v1/user/preferences";
const read = async (auth: TestAuth, token: string) => (await (await auth.call("GET", path, { token })).json()) as PreferencesReply;
const save = (auth: TestAuth, token: string, body: unknown) => auth.call("POST", path, { token, body });

describe("preferences", () => {
	test("are empty before the first save, then merged key by key, and null removes one", async ({ auth }) => {
		const { accessToken: token } = await auth.signIn(users.member);
		expect(await read(auth, token)).toEqual({ preferences: {}, updatedAt: null });
		await save(auth, token, { theme: "dark", showThinking: true });
		const reply = await save(auth, token, { preferences: { theme: null, density: "compact", ofANewerPanel: { "a.b": [1, "$x"] } } });
		expect(reply.status).toBe(200);
		const { preferences, updatedAt } = await read(auth, token);
		expect(preferences).toEqual({ showThinking: true, density: "compact", ofANewerPanel: { "a.b": [1, "$x"] } });
		expect(updatedAt).toMatch(/Z$/);
	});

	test("what was read can be posted back with a change, which counts", async ({ auth }) => {
		const { accessToken: token } = await auth.signIn(users.member);
		await save(auth, token, { theme: "dark", density: "compact" });
		const before = await read(auth, token);
		const reply = await save(auth, token, { ...before, preferences: { ...before.preferences, theme: "light" } });
		expect([reply.status, ((await reply.json()) as PreferencesReply).preferences]).toMatchObject([
			200,
			{ theme: "light", density: "compact" },
		]);
	});

	test("of two devices that save different keys at the same moment both win, also for the first save", async ({ auth }) => {
		const [first, second] = await Promise.all([auth.signIn(users.admin), auth.signIn(users.admin)]);
		const devices = Array.from({ length: 10 }, (_, index) => ({
			token: [first, second][index % 2]?.accessToken ?? "",
			key: `key${index}`,
		}));
		const replies = await Promise.all(devices.map(({ token, key }) => save(auth, token, { [key]: key })));
		expect(replies.map(({ status }) => status)).toEqual(devices.map(() => 200));
		const { preferences } = await read(auth, first.accessToken);
		expect(preferences).toEqual(Object.fromEntries(devices.map(({ key }) => [key, key])));
	});

	test("the 101st key and the 17th kilobyte are refused with 413, and nothing of the request is saved", async ({ auth }) => {
		const { accessToken: token } = await auth.signIn(users.operator);
		const keys = (from: number, to: number, value: unknown) =>
			Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`key${from + index}`, value]));
		expect((await save(auth, token, keys(0, 100, 1))).status).toBe(200);
		const oneMore = await save(auth, token, { key0: 2, key100: 1 });
		expect([oneMore.status, await oneMore.json()]).toMatchObject([413, { error: { code: "PAYLOAD_TOO_LARGE" } }]);
		expect((await read(auth, token)).preferences).toEqual(keys(0, 100, 1));
		expect((await save(auth, token, keys(0, 17, "x".repeat(1_000)))).status).toBe(413);
		expect((await save(auth, token, keys(0, 15, "x".repeat(1_000)))).status).toBe(200);
	});

	test.for([
		[{ theme: "blue" }, "theme"],
		[{ mode: "reckless" }, "mode"],
		[{ language: "not a language" }, "language"],
		[{ showThinking: "yes" }, "showThinking"],
		[{ NotAKey: 1 }, "NotAKey"],
		[{ "a.b": 1 }, "a.b"],
		[{ $where: 1 }, "$where"],
		[{ long: "x".repeat(1_100) }, "long"],
		[{ preferences: 1 }, "preferences"],
		[{ preferences: null }, "preferences"],
		[{ preferences: [] }, "preferences"],
		[{ preferences: "dark" }, "preferences"],
		[{ preferences: {}, theme: "dark" }, "theme"],
		[{ preferences: { theme: "blue" } }, "theme"],
		[[], ""],
	] as const)("%j is refused with the name of the field", async ([body, field], { auth }) => {
		const { accessToken: token } = await auth.signIn(users.member);
		const reply = await save(auth, token, body);
		expect([reply.status, await reply.json()]).toMatchObject([400, { error: { details: { fields: [{ field }] } } }]);
	});

	test("belong to one user in one tenant", async ({ auth }) => {
		const [member, operator] = await Promise.all([auth.signIn(users.member), auth.signIn(users.operator)]);
		await save(auth, member.accessToken, { notifyOnFinish: true });
		expect((await read(auth, operator.accessToken)).preferences).not.toHaveProperty("notifyOnFinish");
	});
});

test("an address for mails is told of who wants them and may work in the tenant alone", async ({ auth }) => {
	const { accessToken: token, tenantId, user } = await auth.signIn(users.member);
	const at = (tenant: string) => `/internal/members/${tenant}/${user.id}/mail-address`;
	const addressIn = async (tenant: string) => await (await auth.call("GET", at(tenant))).json();
	expect(await addressIn(tenantId)).toEqual({});
	await save(auth, token, { mailWhenWaiting: true });
	expect(await addressIn(tenantId)).toEqual({ email: user.email });
	expect(await addressIn(`org_${"0".repeat(22)}`)).toEqual({});
	await save(auth, token, { mailWhenWaiting: false });
	expect(await addressIn(tenantId)).toEqual({});
});
