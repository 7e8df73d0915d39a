import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { poll } from "@webhand/testing/poll";
import { describe, expect } from "vitest";
import { newKey, shop } from "./agent.ts";
import { brokenInvariants } from "./invariants.ts";
import { freezeBeforeWrite, killAfterCreation, killedSteps, killInStep, killRelay, otherFailpoints, test } from "./stack.ts";

// Processes start in each of these tests, and the machine may be busy with others. The same twenty times over stand in `faults/`.
const patience = { timeout: 60_000 } as const;

describe("a server that is killed in the middle of a step", patience, () => {
	test.for(killedSteps)("$name: the same request again ends in one step", async (row, { stack, mongo }) => {
		await killInStep(stack, mongo.db, row);
	});

	test("between making the task and its first step: the same request finds it by its key", async ({ stack, mongo }) => {
		await killAfterCreation(stack, mongo.db, "A task that is made once");
	});
});

test("a relay that is killed with events in its hands: another one publishes them", patience, async ({ stack, mongo }) => {
	await killRelay(stack, mongo.db);
});

test("each failpoint of this service has a test that strikes there, and each such test a failpoint", async () => {
	const names = await failpointsIn(join(import.meta.dirname, "../src"));
	expect(names).toEqual([...killedSteps.map((row) => row.failpoint), ...otherFailpoints].sort());
});

test(
	"a server that is killed while the model thinks leaves no half step, and the model is asked twice at most",
	patience,
	async ({ stack, mongo }) => {
		const { taskId = "" } = (await stack.retry({}, newKey())).body.data ?? {};
		const thinking = "<Thought>I press it</Thought><Action>click(7)</Action>";
		stack.model.play((_request, index) => (index === 0 ? { kind: "hang" } : { kind: "text", text: thinking }));
		const dying = await stack.start("");
		const [body, key] = [{ taskId, lastStepIndex: 0, dom: `${shop.dom}\n<button 8>New` }, newKey()];
		const asked = stack.post(dying, body, key);
		await poll(() => stack.model.requests.length === 1, { limitMs: 20_000 });
		await dying.process.kill();
		expect(await asked).toBe("gone");
		const again = await stack.retry(body, key);
		expect([again.status, again.body.data?.stepIndex, stack.model.requests.length]).toEqual([200, 1, 2]);
		expect(await brokenInvariants(mongo.db, stack.acknowledged)).toEqual([]);
		stack.model.play(() => ({ kind: "text", text: thinking }));
	},
);

test("a second call to the model for one step is counted", patience, async ({ stack }) => {
	const { taskId = "" } = (await stack.retry({}, newKey())).body.data ?? {};
	const counted = async () => {
		const text = await (await fetch(`${stack.healthy.url}/metrics`)).text();
		return Number(/webhand_model_duplicate_calls_total (\d+)/.exec(text)?.[1] ?? 0);
	};
	const before = await counted();
	const dying = await stack.start("step.after_model=kill");
	const [body, key] = [{ taskId, lastStepIndex: 0 }, newKey()];
	await stack.post(dying, body, key);
	await stack.retry(body, key);
	expect(await counted()).toBe(before + 1);
});

test("a writer that froze before its write is refused when it wakes, and the other's step stands", patience, async ({ stack, mongo }) => {
	await freezeBeforeWrite(stack, mongo.db);
});
