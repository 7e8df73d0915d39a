import type { TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { AuditFact, AuditRow, ChainHead } from "./chain.ts";
import { chainStart, plainFact, problemOf, rowsAfter } from "./chain.ts";

const day = (count: number) => new Date(count * 86_400_000);
const fact = (id: string): AuditFact & { id: string } => ({
	...plainFact,
	id,
	tenantId: "org_a" as TenantId,
	chain: "tenant",
	kind: "read",
	at: day(0),
	userId: "ada" as UserId,
	requestId: "r",
	action: "fs.list",
	target: "",
	args: {},
	outcome: "ok",
});
const rows = (count: number, expireAt = day(365), head: ChainHead = chainStart) =>
	rowsAfter(
		head,
		Array.from({ length: count }, (_, index) => fact(`${head.seq + index}`)),
		expireAt,
	);

/** The first problem of rows as they are read. */
function firstProblem(read: readonly AuditRow[], now = day(1)) {
	let last = chainStart;
	for (const row of read) {
		const problem = problemOf(last, row, now);
		if (problem !== undefined) return problem;
		last = row;
	}
	return undefined;
}

test("rows follow each other from one on, and each names the hash of the one before", () => {
	const chain = rows(3);
	expect(chain.map(({ seq }) => seq)).toEqual([1, 2, 3]);
	expect(chain.map(({ prevHash }) => prevHash)).toEqual([chainStart.hash, chain[0]?.hash, chain[1]?.hash]);
	expect(firstProblem(chain)).toBeUndefined();
});

test("no row expires before the one in front of it, also when rows are kept shorter from now on", () => {
	const [first] = rows(1, day(365));
	const [second] = rows(1, day(30), first);
	expect([second?.expireAt, second?.prevExpireAt]).toEqual([day(365), day(365)]);
});

test("rows that have expired may be missing in front, others not", () => {
	const old = rows(3, day(10));
	const chain = [...old, ...rows(3, day(365), old[2])];
	expect(firstProblem(chain.slice(2), day(9))).toEqual({ seq: 1, reason: "missing" });
	expect(firstProblem(chain.slice(2), day(10))).toBeUndefined();
	expect(firstProblem(chain.slice(4), day(10))).toEqual({ seq: 1, reason: "missing" });
});

test("a row that says that those before it have expired has to be whole itself", () => {
	const chain = rows(4);
	const lying = chain.slice(2).map((row) => ({ ...row, prevExpireAt: day(0) }));
	expect(firstProblem(lying)).toEqual({ seq: 1, reason: "missing" });
});
