import { expect } from "vitest";
import { killWorker } from "../cdp.ts";
import { test } from "../fixtures.ts";
import { actionsOf, demoTask, runToEnd, runUntil, startTask, storyOf } from "../panel.ts";

test("a worker that is killed between steps is followed by one that goes on, and each step is done once", async ({
	openSession,
	shopState,
}) => {
	const session = await openSession("/");
	await startTask(session.panel, demoTask);
	for (const steps of [1, 3, 4]) {
		await runUntil(session, (run) => run.steps.length >= steps);
		await killWorker(session.browser.context, session.panel);
	}
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const { cart } = await shopState();
	expect(cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.5 l", quantity: 1 })]);
	expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual(run.steps.map((_, index) => index));
	expect(new Set(actionsOf(run)).size).toBe(run.steps.length);
});
