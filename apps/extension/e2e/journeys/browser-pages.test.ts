import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, storyOf } from "../panel.ts";

test("a task may begin on a page that only the browser reads: it goes to the site and works there", async ({
	ready,
	openSession,
	shopState,
}) => {
	const session = await openSession("/");
	await session.site.goto("chrome://version/");
	await session.panel
		.getByLabel("What should be done on this page?")
		.fill(`Go to ${ready.demoUrl}/products/blue-kettle, choose "1.0 l" as size and press "Add to cart"`);
	await session.panel.getByRole("button", { name: "Start", exact: true }).click();
	await session.panel.getByRole("button", { name: "Allow for this task" }).click();
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.0 l" })]);
});
