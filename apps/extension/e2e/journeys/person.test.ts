import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, startTask, storyOf } from "../panel.ts";

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

test("Stop ends the task at once and for good", async ({ openScene }) => {
	const scene = await openScene("/");
	await startTask(scene.panel, 'Search for "blue kettle", wait 10 seconds and open the first result');
	await runUntil(scene, (run) => run.steps.some(({ actionName }) => actionName === "wait"));
	await scene.panel.getByRole("button", { name: "Stop", exact: true }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "stopped", phase: "ended" });
	expect(new URL(scene.site.url()).pathname).toBe("/search");
	expect(run.steps.at(-1)).toMatchObject({ actionName: "wait", state: "done" });
});

test("a site that the person does not allow is never read", async ({ openScene }) => {
	const scene = await openScene("/");
	await scene.panel.getByLabel("What should be done on this page?").fill("Read the page");
	await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
	await scene.panel.getByRole("button", { name: "No", exact: true }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "stopped", taskId: null, steps: [] });
});
