import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, sendCommand, startTask, storyOf } from "../panel.ts";

test("a task may begin on a page that only the browser reads; where it is led to one that it cannot see, it is not done", async ({
	ready,
	openSession,
	shopState,
}) => {
	const session = await openSession("/");
	const { panel, tabId } = session;
	await session.site.goto("chrome://version/");
	await panel
		.getByLabel("What should be done on this page?")
		.fill(`Go to ${ready.demoUrl}/products/blue-kettle, choose "1.0 l" as size and press "Add to cart"`);
	await panel.getByRole("button", { name: "Start", exact: true }).click();
	await panel.getByRole("button", { name: "Always allow" }).click();
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ slug: "blue-kettle", size: "1.0 l" })]);

	const other = ready.demoUrl.replace("127.0.0.1", "localhost");
	const { host } = new URL(other);
	await sendCommand(panel, "run_start", { tabId, query: `Open ${other} in a new tab and read the page title` });
	await runUntil(session, ({ wait }) => wait?.kind === "site" && wait.domain === host);
	await panel.getByRole("button", { name: "No", exact: true }).click();
	const refused = await runToEnd(session);
	expect(refused, storyOf(refused)).toMatchObject({ state: "failed", failure: { category: "refused" } });
	expect(refused.failure?.message).toContain(`You did not allow ${host}.`);
	expect(refused.steps[0]?.verification).toMatchObject({
		verdict: "failure",
		observations: expect.arrayContaining([`site_refused ${host}`]),
	});

	await session.site.evaluate(() => {
		document.body.innerHTML = '<a href="http://localhost:9/">Broken</a>';
	});
	await sendCommand(panel, "run_start", { tabId, query: "Click Broken" });
	const missing = await runToEnd(session);
	expect(missing, storyOf(missing)).toMatchObject({ state: "failed" });
	expect(missing.failure?.message).toContain("The page could not be opened: unsafe port.");
});

test("the page says that Webhand works there as soon as the task has opened it", long, async ({ ready, openSession }) => {
	const { site, panel, tabId } = await openSession("/");
	await startTask(panel, `Open ${new URL("/support", ready.demoUrl).href} and wait 8 seconds`);
	await runUntil({ panel, tabId }, ({ steps }) => steps.at(-1)?.actionName === "wait");
	expect(site.url()).toContain("/support");
	await site.locator("[popover]").waitFor({ state: "attached", timeout: 4_000 });
	expect(await runToEnd({ panel, tabId })).toMatchObject({ state: "completed" });
	await expect.poll(() => site.locator("[popover]").count()).toBe(0);
});

test("back on the first page of a tab is refused at once, and the page stays", long, async ({ openSession }) => {
	const { site, panel, tabId } = await openSession("/support");
	const before = site.url();
	await startTask(panel, "Go back");
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { message: "There is no page before this one in this tab." } });
	expect(run.steps).toHaveLength(2);
	await expect.poll(() => site.url()).toBe(before);
});
