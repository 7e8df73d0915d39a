import { demoModel } from "@webhand/testing/model-server/demo-script";
import { startModelServer } from "@webhand/testing/model-server/server";
import { expect } from "vitest";
import { startBrowser } from "../browser.ts";
import { readShop, test } from "../fixtures.ts";
import { actionsOf, demoTask, runToEnd, signIn, startTask, switchToAutonomous } from "../panel.ts";
import { startStack } from "../stack.ts";

test("a sentence becomes clicks: a kettle is found, chosen in its size, put in the cart, and its total read", async ({
	openScene,
	shopState,
}) => {
	const scene = await openScene("/");
	await startTask(scene.panel, demoTask);
	const run = await runToEnd(scene);
	expect(run).toMatchObject({ state: "completed" });
	const { cart } = await shopState();
	expect(cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.5 l", quantity: 1 })]);
	expect(run.answer).toContain(cart.total);
	expect(run.steps.length).toBeGreaterThanOrEqual(6);
	for (const step of run.steps.slice(0, -1)) expect(step.verification, step.action).toMatchObject({ verdict: "success" });
	await expect
		.poll(() => scene.panel.getByRole("status").allInnerTexts())
		.toEqual(expect.arrayContaining([expect.stringContaining(cart.total)]));
});

test("the same task with a language model behind the OpenAI API", async ({ ready }) => {
	const model = await startModelServer({ script: demoModel });
	const settings = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: model.url, MODEL_API_KEY: "none" };
	const stack = await startStack(settings);
	const browser = await startBrowser(ready.extensionDir);
	try {
		const scene = await browser.open(stack.ready.demoUrl);
		await signIn(scene.panel, stack.ready);
		await switchToAutonomous(scene.panel);
		await startTask(scene.panel, demoTask);
		const run = await runToEnd(scene);
		expect(run).toMatchObject({ state: "completed" });
		const { cart } = await readShop(browser, stack.ready.demoUrl);
		expect(cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.5 l", quantity: 1 })]);
		expect(run.answer).toContain(cart.total);
		expect(model.requests.length).toBeGreaterThanOrEqual(actionsOf(run).length);
	} finally {
		await browser.close();
		await stack.stop();
		await model.close();
	}
});
