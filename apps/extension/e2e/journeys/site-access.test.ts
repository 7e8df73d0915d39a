import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { runToEnd, runUntil, startTask, storyOf } from "../panel.ts";

test("a site that Chrome withholds is asked for, and the task goes on once it is given", async ({ openSession, shopState }) => {
	const session = await openSession("/products/blue-kettle");
	const admin = await session.browser.context.newPage();
	await admin.goto("chrome://extensions/");
	const extensionId = new URL(session.panel.url()).host;
	await admin.evaluate((id) => {
		type Private = { readonly updateExtensionConfiguration: (change: object) => Promise<void> };
		const { developerPrivate } = (globalThis as unknown as { chrome: { developerPrivate: Private } }).chrome;
		return developerPrivate.updateExtensionConfiguration({ extensionId: id, hostAccess: "ON_SPECIFIC_SITES" });
	}, extensionId);
	await startTask(session.panel, 'Choose "1.5 l" as size and press "Add to cart"');
	const held = await runUntil(session, ({ wait }) => wait?.kind === "site" && wait.withheld);
	expect(held.steps).toEqual([]);
	await session.panel.getByRole("button", { name: "Allow in Chrome" }).waitFor();
	await admin.evaluate((id) => {
		type Private = { readonly addHostPermission: (extensionId: string, host: string) => Promise<void> };
		const { developerPrivate } = (globalThis as unknown as { chrome: { developerPrivate: Private } }).chrome;
		return developerPrivate.addHostPermission(id, "http://127.0.0.1/*");
	}, extensionId);
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l" })]);
});
