import { long } from "@webhand/testing/long";
import type { Db } from "mongodb";
import { expect } from "vitest";
import { routineRunMigrations } from "../../src/routines/runs/store.ts";
import type { Agent } from "../agent.ts";
import { test } from "../agent.ts";
import { begin, change, expectOk, formSite, invoice, play, rowsOf, runOf, store, take } from "./routines.ts";

const rowsOfNumbers = (count: number) => Array.from({ length: count }, (_, index) => ({ number: `${index}`, amount: "1" }));

/** Takes a row, plays it and polls its run. @returns rows and index entries that MongoDB looked at meanwhile */
async function lookedAt({ agent, db }: { readonly agent: Agent; readonly db: Db }, rowCount: number): Promise<number> {
	const routine = await store(agent, invoice, { name: `File ${rowCount}` });
	const run = await begin(agent, routine.id, rowsOfNumbers(rowCount));
	await db.command({ profile: 2 });
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	await play(agent, run.id, row, formSite());
	expect(await runOf(agent, run.id)).toMatchObject({ counts: { done: 1, waiting: rowCount - 1 } });
	await db.command({ profile: 0 });
	const profile = db.collection<{ readonly docsExamined?: number; readonly keysExamined?: number }>("system.profile");
	const calls = await profile.find({ ns: { $regex: /routine_/ } }).toArray();
	await profile.drop();
	return calls.reduce((sum, { docsExamined = 0, keysExamined = 0 }) => sum + docsExamined + keysExamined, 0);
}

for (const { rowCount, options } of [
	{ rowCount: 500, options: {} },
	{ rowCount: 10_000, options: { ...long, timeout: 60_000 } },
])
	test(`a row of ${rowCount} costs the database no more than one of ten`, options, async ({ agent, mongo }) => {
		const few = await lookedAt({ agent, db: mongo.db }, 10);
		const many = await lookedAt({ agent, db: mongo.db }, rowCount);
		expect(few).toBeGreaterThan(0);
		expect(many).toBeLessThan(few * 2);
	});

test("the counts of a run are those of its rows, also behind a stop and a retry, and of a run that was stored without", async ({
	agent,
	mongo,
}) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, rowsOfNumbers(4));
	const expectCounted = async () => {
		const counts: Record<string, number> = {};
		for (const { state } of await rowsOf(agent, run.id)) counts[state] = (counts[state] ?? 0) + 1;
		expect((await runOf(agent, run.id)).counts).toEqual(counts);
		return counts;
	};
	for (const saved of ["1", "2"]) {
		const row = await take(agent, run.id);
		if (row === null) throw new Error("no row");
		await play(
			agent,
			run.id,
			row,
			formSite(() => saved),
		);
	}
	await take(agent, run.id);
	expect(await expectCounted()).toEqual({ done: 1, not_saved: 1, running: 1, waiting: 1 });
	await change(agent, run.id, { change: "stop" });
	expect(await expectCounted()).toEqual({ done: 1, not_saved: 1, stopped: 2 });
	await change(agent, run.id, { change: "retry", withUnknown: true });
	expect(await expectCounted()).toEqual({ done: 1, waiting: 3 });

	// A former version stored it, and this one goes on with it.
	await mongo.db.collection("routine_runs").updateOne({}, { $unset: { progress: "" } });
	await take(agent, run.id);
	expect(await expectCounted()).toEqual({ done: 1, running: 1, waiting: 2 });
	const { runs } = await expectOk(agent.call("GET", "/api/v1/agent/routine-runs"));
	expect(runs).toMatchObject([{ counts: { done: 1, running: 1, waiting: 2 } }]);
	for (const migration of routineRunMigrations) await migration.run(mongo.db);
	expect(await expectCounted()).toEqual({ done: 1, running: 1, waiting: 2 });
	expect(await runOf(agent, run.id)).toHaveProperty("secondsLeft");
});
