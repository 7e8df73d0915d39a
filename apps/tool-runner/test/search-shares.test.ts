import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { test } from "./runner.ts";

test("32 heavy searches of a member hold up neither a colleague's nor another tenant's", { timeout: 120_000, ...long }, async ({
	runner,
	identity,
	redis,
}) => {
	const space = await runner.workspace();
	const colleague = await identity.signIn(redis.client, { tenantId: runner.user.tenantId });
	const stranger = await identity.signIn(redis.client);
	const theirs = await runner.workspace({ tenantId: stranger.tenantId });
	await writeFile(join(space.path, "heavy.txt"), `${"word ".repeat(200)}\n`.repeat(500));
	for (const { path } of [space, theirs]) await writeFile(join(path, "tea.txt"), "green tea\n");
	let ended = 0;
	const heavy = Array.from({ length: 32 }, async () => {
		const body = { type: "grep", pattern: "(\\w{1,60}\\s?){1,30}none", regex: true, path: "heavy.txt" };
		const { status } = await space.call("POST", "/search", { body });
		ended += 1;
		return status;
	});
	const light = { body: { type: "grep", pattern: "green", path: "tea.txt" } };
	const found = await Promise.all([
		theirs.call("POST", "/search", { ...light, as: stranger }),
		space.call("POST", "/search", { ...light, as: colleague }),
	]);
	for (const reply of found) expect(reply).toMatchObject({ status: 200, body: { matches: [{ path: "tea.txt" }] } });
	// Of one user 6 run at once at most, where 16 places are.
	expect(ended).toBeLessThan(32);
	// On a slow machine some wait longer than a search may.
	const statuses = new Set(await Promise.all(heavy));
	expect(statuses).toContain(200);
	expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
});
