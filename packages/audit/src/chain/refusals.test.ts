import type { TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { AuditFact } from "./chain.ts";
import { plainFact } from "./chain.ts";
import { createRefusals } from "./refusals.ts";

const refusal = (userId: string): AuditFact => ({
	...plainFact,
	tenantId: "org_a" as TenantId,
	chain: "tenant",
	kind: "denied",
	at: new Date(0),
	userId: userId as UserId,
	requestId: "r",
	action: "fs.write",
	target: "secret/path",
	args: { depth: 1 },
	reason: "used",
	outcome: "denied:GRANT_INVALID",
});

test("of one person sixty refusals a minute get a row; one row counts the rest when the minute is over", () => {
	let ms = 0;
	const refusals = createRefusals(() => new Date(ms));
	const taken = Array.from({ length: 100 }, () => refusals.take(refusal("ada")));
	expect(taken.filter(Boolean).length).toBe(60);
	expect(refusals.take(refusal("bob"))).toBe(true);
	ms = 59_999;
	expect(refusals.counted()).toEqual([]);
	ms = 60_000;
	expect(refusals.counted()).toMatchObject([
		{ userId: "ada", chain: "tenant", target: "", args: { count: 40 }, outcome: "denied:REPEATED" },
	]);
	expect(refusals.counted()).toEqual([]);
	expect(refusals.take(refusal("ada"))).toBe(true);
});

test("at the end everything counted is told", () => {
	const refusals = createRefusals(() => new Date(0));
	for (let index = 0; index < 61; index += 1) refusals.take(refusal("ada"));
	expect(refusals.counted({ all: true })).toMatchObject([{ args: { count: 1 } }]);
});
