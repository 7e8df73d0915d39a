import { demoModel } from "@webhand/testing/model-server/demo-script";
import { promptOf } from "@webhand/testing/model-server/reply";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import { afterAll, beforeAll, expect } from "vitest";
import { readShop, test } from "../fixtures.ts";
import { actionsOf, demoTask, runToEnd, signIn, startTask, storyOf, switchToAutonomous } from "../panel.ts";
import { startStack } from "../stack.ts";

/** What the model says when it is asked whether the task is done. */
const isDone = { kind: "text", text: '{"verdict": "complete", "evidence": "the cart shows its total", "missing": []}' } as const;

let model: ModelServer;
let stack: Awaited<ReturnType<typeof startStack>>;

beforeAll(async () => {
	model = await startModelServer({ script: (request) => (promptOf(request).includes('{"verdict"') ? isDone : demoModel(request)) });
	const settings = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: model.url, MODEL_API_KEY: "none" };
	stack = await startStack(settings);
});

afterAll(async () => {
	await stack?.stop();
	await model?.close();
});

test("the demo task is done by a language model behind the OpenAI API", async ({ browser }) => {
	const session = await browser.open(stack.ready.demoUrl);
	await signIn(session.panel, stack.ready);
	await switchToAutonomous(session.panel);
	await startTask(session.panel, demoTask);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const { cart } = await readShop(browser, stack.ready.demoUrl);
	expect(cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.5 l", quantity: 1 })]);
	expect(run.answer).toContain(cart.total);
	expect(model.requests.length).toBeGreaterThanOrEqual(actionsOf(run).length);
});
