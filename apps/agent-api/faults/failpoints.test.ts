import { describe } from "vitest";
import { freezeBeforeWrite, killAfterCreation, killedSteps, killInStep, killRelay, stopInStep, test } from "../test/stack.ts";

const times = 20;
// A process starts in each round, and a lease runs out in most.
const patience = { timeout: 600_000 } as const;

describe("twenty times over, nothing is lost and nothing doubled when a server", patience, () => {
	test.for(killedSteps)("is killed $name", async (row, { stack, mongo }) => {
		for (let round = 0; round < times; round += 1) await killInStep(stack, mongo.db, row);
	});

	test.for([
		["is killed between making a task and its first step", killAfterCreation],
		["is killed with claimed events", killRelay],
		["freezes before its write", freezeBeforeWrite],
	] as const)("%s", async ([_name, fail], { stack, mongo }) => {
		for (let round = 0; round < times; round += 1) await fail(stack, mongo.db, `A task that is made once, round ${round}`);
	});
});

test.for(killedSteps)("a server that is stopped ends its step first: $name", patience, async ({ failpoint }, { stack, mongo }) => {
	await stopInStep(stack, mongo.db, failpoint);
});
