import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, storyOf } from "../panel.ts";

test("a task may begin on a page that only the browser reads: it goes to the site and works there", async ({
	ready,
	openScene,
	shopState,
}) => {
	const scene = await openScene("/");
	await scene.site.goto("chrome://version/");
	await scene.panel
		.getByLabel("What should be done on this page?")
		.fill(`Go to ${ready.demoUrl}/products/blue-kettle, choose "1.0 l" as size and press "Add to cart"`);
	await scene.panel.getByRole("button", { name: "Start", exact: true }).click();
	await scene.panel.getByRole("button", { name: "Allow for this task" }).click();
	const run = await runToEnd(scene);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.0 l" })]);
});
