import { cursorOf } from "@webhand/audit/list";
import type { AuditEntry } from "@webhand/contracts/audit";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { createAuditStore } from "../src/host/audit/store.ts";
import { test } from "./agent.ts";

const path = "/internal/audit";
type Notes = { readonly rows: readonly AuditEntry[]; readonly isComplete: boolean };

test("notes of the caller's tenant are read newest first, page after page, with filters, by admins alone", async ({ agent, mongo }) => {
	const { user } = agent;
	const audit = createAuditStore(mongo);
	const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 3)));
	const note = (index: number) => ({
		userId: user.userId,
		at: at(index),
		action: "gate" as const,
		target: `${index}`,
		facts: {},
		outcome: index % 4 === 0 ? "denied" : "approved",
	});
	await audit.insert(
		user.tenantId,
		Array.from({ length: 10 }, (_, index) => note(index)),
	);
	await audit.insert(newOrgTenantId(), [note(99)]);
	const read = async (query: string) => (await agent.call("GET", `${path}?${query}`)).body as unknown as Notes;
	const all: AuditEntry[] = [];
	for (let query = "limit=4"; ; ) {
		const { rows } = await read(query);
		all.push(...rows);
		const last = rows.at(-1);
		if (last === undefined) break;
		query = `limit=4&cursor=${cursorOf(last)}`;
	}
	expect(new Set(all.map(({ target }) => target)).size).toBe(10);
	expect(all.map((row) => row.at)).toEqual(
		all
			.map((row) => row.at)
			.toSorted()
			.reverse(),
	);
	// Behind a row of the accounts, notes of its moment count as read.
	expect((await read(`cursor=${cursorOf({ at: at(9).toISOString(), id: `a${"0".repeat(24)}` })}`)).rows).toHaveLength(9);
	expect((await read("outcome=failed")).rows.map(({ outcome }) => outcome)).toEqual(["denied", "denied", "denied"]);
	expect((await read("outcome=ok")).rows).toHaveLength(7);
	expect((await read("action=mode.raise")).rows).toEqual([]);
	expect((await read(`userId=usr_${"A".repeat(22)}`)).rows).toEqual([]);
	expect((await read(`from=${at(3).toISOString()}&to=${at(5).toISOString()}`)).rows).toHaveLength(3);
	const member = await agent.signIn({ tenantId: user.tenantId, roles: ["member"] });
	expect((await agent.call("GET", path, { as: member })).status).toBe(403);
});
