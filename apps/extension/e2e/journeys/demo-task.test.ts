import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { demoTask, runToEnd, startTask, storyOf } from "../panel.ts";

test("a sentence becomes clicks: a kettle is found, chosen in its size, put in the cart, and its total read", async ({
	openSession,
	shopState,
}) => {
	const session = await openSession("/");
	await startTask(session.panel, demoTask);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const { cart } = await shopState();
	expect(cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.5 l", quantity: 1 })]);
	expect(run.answer).toContain(cart.total);
	expect(run.steps.length).toBeGreaterThanOrEqual(6);
	for (const step of run.steps.slice(0, -1)) expect(step.verification, step.action).toMatchObject({ verdict: "success" });
	await session.panel.getByText(cart.total).first().waitFor();
});
