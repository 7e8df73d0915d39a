import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { killWorker } from "../browser.ts";
import { test } from "../fixtures.ts";
import { actionsOf, demoTask, runToEnd, runUntil, startTask, storyOf } from "../panel.ts";

test(
	"the demo task is done although its worker is killed between steps, and each step is done once",
	long,
	async ({ openSession, shopState }) => {
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
		expect(run.answer).toContain(cart.total);
		await session.panel.getByText(cart.total).first().waitFor();
		expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual(run.steps.map((_, index) => index));
		expect(new Set(actionsOf(run)).size).toBe(run.steps.length);
	},
);
