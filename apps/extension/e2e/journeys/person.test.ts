import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { demoTask, readRun, runToEnd, runUntil, startTask, storyOf } from "../panel.ts";

test("in careful mode nothing is submitted before the person allows it", async ({ openScene, shopState }) => {
	const scene = await openScene("/products/blue-kettle", "careful");
	await startTask(scene.panel, 'Choose "1.5 l" as size and press "Add to cart"');
	const asking = await runUntil(scene, (run) => run.wait?.kind === "user");
	expect(asking.question).toMatchObject({ kind: "approval" });
	expect((await shopState()).cart.lines).toEqual([]);
	await scene.panel.getByRole("button", { name: "Allow once" }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);
});

test("Stop ends the task at once and for good", async ({ openScene, shopState }) => {
	const scene = await openScene("/");
	await startTask(scene.panel, demoTask);
	await runUntil(scene, (run) => run.steps.length >= 2);
	await scene.panel.getByRole("button", { name: "Stop", exact: true }).click();
	const run = await runToEnd(scene);
	expect(run.state).toBe("stopped");
	const visited = scene.site.url();
	await expect.poll(async () => (await readRun(scene.panel, scene.tabId))?.phase).toBe("ended");
	expect(scene.site.url()).toBe(visited);
	expect((await shopState()).cart.lines).toEqual([]);
});

test("a site that the person does not allow is never read", async ({ openScene }) => {
	const scene = await openScene("/");
	await scene.panel.getByLabel("What should be done on this page?").fill("Read the page");
	await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
	await scene.panel.getByRole("button", { name: "No", exact: true }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "stopped", taskId: null, steps: [] });
});
