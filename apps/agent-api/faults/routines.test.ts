import { killedRows, killedStarts, killInRow, killInSchedule, killInStop } from "../test/routines/crash.ts";
import { test } from "../test/stack.ts";

const patience = { timeout: 120_000 } as const;

test.for(killedRows)(
	"a server is killed at $failpoint in the request “$at”: each row is done once",
	patience,
	async (kill, { stack, mongo }) => {
		await killInRow(stack, mongo.db, kill);
	},
);

test("the server goes down in the middle of row 57 of 300: each row is done once", { timeout: 600_000 }, async ({ stack, mongo }) => {
	await killInRow(stack, mongo.db, { failpoint: "step.after_commit", at: "save" }, { rows: 300, dyingIn: 57 });
});

test("a server that is killed while it stops a run leaves no row under way", patience, async ({ stack }) => {
	await killInStop(stack);
});

test.for(killedStarts)("a server is killed at %s: the start by the clock has one run", patience, async (failpoint, { stack, mongo }) => {
	await killInSchedule(stack, mongo.db, failpoint);
});
