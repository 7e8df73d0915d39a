import { join } from "node:path";
import type { AuditRow } from "@webhand/audit/chain/chain";
import { hashOfRow } from "@webhand/audit/chain/chain";
import { sweepOrphans } from "@webhand/audit/chain/intents";
import type { WorkspaceId } from "@webhand/contracts/ids";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { startProcess } from "@webhand/testing/processes";
import type { Collection } from "mongodb";
import { expect } from "vitest";
import { test as base } from "./audit-chain.ts";

const count = 10_000;

/** `signed` makes a chain of nine rows whose sixth and ninth are anchored; `rows` is its administrator. */
const test = base
	.extend("keeper", { scope: "file" }, async ({ chains }) => {
		const keeper = await chains.replica();
		// From here on it signs only when it is told to.
		await keeper.anchors.close();
		return keeper;
	})
	.extend("signed", { scope: "file" }, ({ chains, keeper }) => async () => {
		const name = chains.chain();
		for (const rows of [6, 3]) {
			for (let row = 0; row < rows; row += 1) await keeper.audit.append(chains.fact(name, { target: `folder ${row}` }));
			await keeper.anchors.close();
		}
		return { name, rows: rowsOf(chains.rows, name) };
	});

function rowsOf(rows: Collection<AuditRow>, chain: WorkspaceId) {
	const at = async (seq: number) => {
		const row = await rows.findOne({ chain, seq });
		if (row === null) throw new Error(`there is no row ${seq}`);
		return row;
	};
	const drop = (...seqs: readonly number[]) => rows.deleteMany({ chain, seq: { $in: [...seqs] } });
	const put = async (...changed: readonly AuditRow[]) => {
		await rows.deleteMany({ _id: { $in: changed.map(({ _id }) => _id) } });
		await rows.insertMany([...changed]);
	};
	/** Writes the rows from a place on again, so that each follows the one before. */
	const relink = async (from: number, change: Partial<AuditRow>) => {
		let last = await at(from - 1);
		for (let seq = from; seq <= 9; seq += 1) {
			const { hash: _hash, ...row } = { ...(await at(seq)), ...(seq === from && change), prevHash: last.hash };
			last = { ...row, hash: hashOfRow(row.prevHash, row) };
			await put(last);
		}
	};
	return { at, put, drop, relink };
}

type Rows = ReturnType<typeof rowsOf>;
type Deed = { readonly deed: string; readonly act: (rows: Rows) => Promise<unknown>; readonly seq: number; readonly reason: string };

const edits: readonly (readonly [deed: string, change: object])[] = [
	["edits a target", { target: "innocent" }],
	["edits an argument", { args: {} }],
	["edits the outcome", { outcome: "error:FILE_NOT_FOUND" }],
	["adds a member", { note: "x" }],
	["lets a row expire earlier", { expireAt: new Date(0) }],
	["puts in what has no hash", { bytes: Number.NaN, hash: "" }],
	["takes the hash away", { hash: null }],
];

const deeds: readonly Deed[] = [
	...edits.map(([deed, change]) => ({
		deed,
		seq: 4,
		reason: "changed",
		act: async ({ at, put }: Rows) => put({ ...(await at(4)), ...change }),
	})),
	{
		deed: "edits a row and makes its hash again",
		seq: 4,
		reason: "changed",
		act: async ({ at, put }) => {
			const { hash: _hash, ...row } = { ...(await at(4)), target: "innocent" };
			await put({ ...row, hash: hashOfRow(row.prevHash, row) });
		},
	},
	{ deed: "edits a row and links all behind it again", seq: 6, reason: "changed", act: ({ relink }) => relink(4, { target: "innocent" }) },
	{ deed: "removes a row", seq: 4, reason: "missing", act: ({ drop }) => drop(4) },
	{ deed: "removes the first rows", seq: 1, reason: "missing", act: ({ drop }) => drop(1, 2) },
	{ deed: "removes the last row", seq: 9, reason: "missing", act: ({ drop }) => drop(9) },
	{ deed: "removes all rows", seq: 1, reason: "missing", act: ({ drop }) => drop(1, 2, 3, 4, 5, 6, 7, 8, 9) },
	{
		deed: "removes a row and closes the gap",
		seq: 4,
		reason: "changed",
		act: async ({ at, put, drop }) => {
			const behind = await Promise.all([5, 6, 7, 8, 9].map(at));
			await drop(4, 5, 6, 7, 8, 9);
			await put(...behind.map((row) => ({ ...row, seq: row.seq - 1 })));
		},
	},
	{
		deed: "swaps two rows",
		seq: 4,
		reason: "swapped",
		act: async ({ at, put }) => put({ ...(await at(4)), seq: 5 }, { ...(await at(5)), seq: 4 }),
	},
	{
		deed: "swaps what two rows say",
		seq: 4,
		reason: "changed",
		act: async ({ at, put }) => {
			const [fourth, fifth] = [await at(4), await at(5)];
			await put({ ...fourth, target: fifth.target }, { ...fifth, target: fourth.target });
		},
	},
];

test("two replicas append ten thousand rows at once without a hole, a double or a broken link", async ({ chains }) => {
	const name = chains.chain();
	const replicas = await Promise.all([chains.replica(), chains.replica()]);
	await Promise.all(
		replicas.map(async ({ audit }, replica) => {
			for (let sent = 0; sent < count / 2; sent += 500) {
				const wave = Array.from({ length: 500 }, (_, index) => chains.fact(name, { target: `${replica}/${sent + index}` }));
				await Promise.all(wave.map(audit.append));
			}
		}),
	);
	expect(await chains.verify(name)).toMatchObject({ checkedRows: count, firstSeq: 1, lastSeq: count, problem: undefined });
	expect(new Set(await chains.rows.distinct("target", { chain: name })).size).toBe(count);
});

test("a chain that nobody touched is whole, with its anchors", async ({ chains, signed }) => {
	const { name } = await signed();
	const whole = { checkedRows: 9, firstSeq: 1, lastSeq: 9, problem: undefined, anchors: { count: 2, bad: 0 } };
	expect(await chains.verify(name)).toMatchObject(whole);
});

test.for(deeds)(
	"when the administrator of the database $deed, row $seq is named as $reason",
	async ({ act, seq, reason }, { chains, signed }) => {
		const { name, rows } = await signed();
		await act(rows);
		expect((await chains.verify(name)).problem).toEqual({ seq, reason });
	},
);

test("an anchor that another key signed, or that is of another chain, is bad", async ({ chains, signed }) => {
	const [{ name }, other] = [await signed(), await signed()];
	const foreign = await chains.anchors.findOne({ chain: other.name });
	await chains.anchors.updateOne({ chain: name, seq: 6 }, { $set: { jws: foreign?.["jws"] } });
	await chains.anchors.updateOne({ chain: other.name, seq: 6 }, { $set: { jws: "eyJhbGciOiJub25lIn0.e30." } });
	expect((await chains.verify(name)).anchors).toMatchObject({ count: 2, bad: 1 });
	expect((await chains.verify(other.name)).anchors).toMatchObject({ count: 2, bad: 1 });
});

test("rows that have expired may be gone, at the beginning only", async ({ chains }) => {
	const name = chains.chain();
	const short = await chains.replica({ keptDays: 1 });
	for (let row = 0; row < 3; row += 1) await short.audit.append(chains.fact(name));
	const long = await chains.replica();
	for (let row = 0; row < 3; row += 1) await long.audit.append(chains.fact(name));
	await long.anchors.close();
	const later = new Date(Date.now() + 2 * 86_400_000);
	const { drop } = rowsOf(chains.rows, name);
	await drop(1, 2);
	expect((await chains.verify(name)).problem).toEqual({ seq: 1, reason: "missing" });
	expect(await chains.verify(name, later)).toMatchObject({ problem: undefined, firstSeq: 3, lastSeq: 6 });
	await drop(3, 4);
	expect((await chains.verify(name, later)).problem).toEqual({ seq: 1, reason: "missing" });
});

test("the command names the chain and the row that is broken, from the database alone", async ({ chains, signed, mongo }) => {
	const { name, rows } = await signed();
	const verify = async (env: Readonly<Record<string, string>> = {}) => {
		const command = await startProcess({
			name: "verify",
			command: process.execPath,
			args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/verify.ts"), "--workspace", name],
			env: { MONGODB_URI: mongo.uri, AUDIT_JWKS: chains.jwks, ...env },
		});
		return { ...(await command.ended), output: command.output() };
	};
	expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining(`${name}: ok; 9 rows from 1 to 9, 2 anchors, 0 bad`) });
	await rows.drop(1, 2, 3, 4, 5, 6, 7, 8, 9);
	await chains.anchors.deleteMany({ chain: name });
	expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining("There is no row") });
	const fromFile = await verify({ AUDIT_ANCHOR_FILE: chains.anchorFile });
	expect(fromFile).toMatchObject({ code: 1, output: expect.stringContaining(`${name}: BROKEN at seq 1 (missing)`) });
});

test("an intent without an outcome gets one that says unknown, once", async ({ chains, keeper }) => {
	const name = chains.chain();
	const old = new Date(Date.now() - 600_000);
	await keeper.audit.append(chains.fact(name, { id: "told", kind: "intent", at: old, outcome: null }));
	await keeper.audit.append(chains.fact(name, { id: "told.outcome", kind: "outcome", at: old }));
	await keeper.audit.append(chains.fact(name, { id: "lost", kind: "intent", at: old, outcome: null, grantJti: "jti", target: "x" }));
	await keeper.audit.append(chains.fact(name, { id: "young", kind: "intent", outcome: null }));
	let found = 0;
	const lines: object[] = [];
	const say = (facts: object) => void lines.push(facts);
	const sweep = () =>
		sweepOrphans({
			store: keeper.store,
			settledByRow: [],
			withRow: async () => new Set(),
			append: keeper.audit.append,
			olderThanMs: 120_000,
			now: () => new Date(),
			count: () => {
				found += 1;
			},
			log: { debug: say, info: say, warn: say, error: say, fatal: say },
		});
	await Promise.all([sweep(), sweep()]);
	await sweep();
	const outcomes = await chains.rows.find({ chain: name, kind: "outcome", outcome: "unknown" }).toArray();
	expect(outcomes).toMatchObject([{ _id: "lost.unknown", target: "x", action: "fs.list" }]);
	expect(found).toBeGreaterThanOrEqual(1);
	expect(lines[0]).toMatchObject({ chain: name, seq: 3 });
	expect((await chains.verify(name)).problem).toBeUndefined();
});

test("while MongoDB is silent nothing piles up, and what came of an effect is written when it is back", async ({
	chains,
	mongo,
	onTestFinished,
}) => {
	const line = await startFaultProxy(Number(new URL(mongo.uri).port));
	onTestFinished(line.close);
	const uri = mongo.uri.replace(/:\d+\/(.*)\?.*$/, `:${line.port}/$1?directConnection=true`);
	const { audit } = await chains.replica({ uri });
	const name = chains.chain();
	await audit.append(chains.fact(name));
	line.setFault({ kind: "blackhole" });
	const waiting = await Promise.allSettled(Array.from({ length: 1_500 }, () => audit.append(chains.fact(name))));
	expect(new Set(waiting.map((one) => one.status === "rejected" && one.reason.code))).toEqual(new Set(["AUDIT_UNAVAILABLE"]));
	await audit.settle(chains.fact(name, { id: "effect.outcome", kind: "outcome" }));
	line.setFault({ kind: "none" });
	await expect.poll(() => chains.rows.countDocuments({ chain: name, _id: "effect.outcome" })).toBe(1);
	expect((await chains.verify(name)).problem).toBeUndefined();
});
