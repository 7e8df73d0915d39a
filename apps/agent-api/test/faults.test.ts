import { join } from "node:path";
import type { TestMongo } from "@webhand/testing/database";
import { failpointsIn } from "@webhand/testing/failpoints";
import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import type { TestStack } from "./stack.ts";
import { freezeBeforeWrite, killAfterCreation, killedSteps, killInStep, killRelay, killWithNote, otherFailpoints, test } from "./stack.ts";

// A process starts in each of these tests. Every failpoint, twenty times over, is in `faults/`.
const representatives = ["step.in_transaction"];

test.for(killedSteps.filter(({ failpoint }) => representatives.includes(failpoint)))(
	"a server is killed $name: the same request again ends in one step",
	async (row, { stack, mongo }) => {
		await killInStep(stack, mongo.db, row);
	},
);

const failures = [
	["is killed between making the task and its first step: the same request finds it by its key", killAfterCreation],
	["is killed in the write of a step that read a note: the note reaches the retry", killWithNote],
	["is killed as a relay that claimed events: another one publishes them", killRelay],
	["freezes before its write and is refused when it wakes: the other's step stands", freezeBeforeWrite],
] as const;
const play = async (
	[_name, fail]: (typeof failures)[number],
	{ stack, mongo }: { readonly stack: TestStack; readonly mongo: TestMongo },
) => {
	await fail(stack, mongo.db, "A task that is made once");
};
test.for(failures.slice(0, 1))("a server %s", play);
test.for(failures.slice(1))("a server %s", long, play);

test("each failpoint of this service has a test that strikes there, and each such test a failpoint", async () => {
	// Those of server-run tasks are named after events; `server-tasks/crash.ts` has them, `host/queue.ts` those of jobs, `routines/crash.ts` those of runs and their starts,
	// `inbox/webhooks.test.ts` those of webhooks, `mcp-server/routines.test.ts` those of clients.
	const names = (await failpointsIn(join(import.meta.dirname, "../src"))).filter(
		(name) => !/^(loop|job|routine|schedule|webhook|mcp)\./.test(name),
	);
	expect(names).toEqual([...killedSteps.map((row) => row.failpoint), ...otherFailpoints].sort());
});
