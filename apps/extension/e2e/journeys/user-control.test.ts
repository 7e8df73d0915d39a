import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { panelReplies } from "../../src/messages.ts";
import { test } from "../fixtures.ts";
import { focusedName, runToEnd, runUntil, sendCommand, showLog, signIn, startTask, storyOf, tabTo } from "../panel.ts";

test("by keyboard alone: a task is told and started, nothing is submitted before the user allows it, and chats open and close", async ({
	openSession,
	shopState,
}) => {
	const { panel, tabId } = await openSession("/products/blue-kettle", "careful");
	const query = 'Choose "1.5 l" as size and press "Add to cart"';
	await tabTo(panel, "What should be done on this page?");
	await panel.keyboard.type(query);
	await panel.keyboard.press("Enter");
	await panel.getByRole("button", { name: "Allow for this task" }).waitFor();
	await tabTo(panel, "Allow for this task");
	await panel.keyboard.press("Enter");
	const asking = await runUntil({ panel, tabId }, (run) => run.wait?.kind === "user");
	expect(asking.question).toMatchObject({ kind: "approval" });
	expect((await shopState()).cart.lines).toEqual([]);
	// Allow takes no key in its first half second.
	await panel.locator("button:enabled", { hasText: "Allow once" }).waitFor();
	expect(await focusedName(panel)).toBe("Deny");
	await tabTo(panel, "Allow once");
	await panel.keyboard.press("Enter");
	const run = await runToEnd({ panel, tabId });
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect((await shopState()).cart.lines).toEqual([expect.objectContaining({ size: "1.5 l", quantity: 1 })]);
	await panel.getByRole("status").filter({ hasText: "Done" }).first().waitFor();
	await tabTo(panel, "Show chats");
	await panel.keyboard.press("Enter");
	await panel.getByRole("list", { name: "Chats" }).getByText(query).first().waitFor();
	await expect.poll(() => focusedName(panel)).toBe("Search chats");
	await panel.keyboard.press("Escape");
	await expect.poll(() => focusedName(panel)).toBe("Show chats");
});

test("Stop ends the task at once and for good", long, async ({ openSession }) => {
	const session = await openSession("/");
	await startTask(session.panel, 'Search for "blue kettle", wait 10 seconds and open the first result');
	await runUntil(session, (run) => run.steps.some(({ actionName }) => actionName === "wait"));
	await session.panel.getByRole("button", { name: "Stop", exact: true }).click();
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "stopped", phase: "ended" });
	expect(new URL(session.site.url()).pathname).toBe("/search");
	expect(run.steps.at(-1)).toMatchObject({ actionName: "wait", state: "done" });
});

test("a site that the user does not allow is never read", async ({ openSession }) => {
	const session = await openSession("/");
	await session.panel.getByLabel("What should be done on this page?").fill("Read the page");
	await session.panel.getByRole("button", { name: "Start", exact: true }).click();
	await session.panel.getByRole("button", { name: "No", exact: true }).click();
	const run = await runToEnd(session);
	expect(run, storyOf(run)).toMatchObject({ state: "stopped", taskId: null, steps: [] });
});

test("the next user of this browser finds no log, no allowed site and no autonomous mode of the previous one", async ({
	openSession,
	ready,
}) => {
	const { panel, tabId, site } = await openSession("/");
	await panel.getByLabel("What should be done on this page?").fill("Read the title of this page");
	await panel.getByRole("button", { name: "Start", exact: true }).click();
	await panel.getByRole("button", { name: "Always allow" }).click();
	await runToEnd({ panel, tabId });
	await showLog(panel);
	const log = panel.getByRole("region", { name: "Live log" });
	await log.getByText("Reading the page").first().waitFor();
	const state = async () => panelReplies.state_get.parse(await sendCommand(panel, "state_get", { tabId }));
	expect(await state()).toMatchObject({ mode: "autonomous", grants: [{ domain: new URL(site.url()).host }] });
	await sendCommand(panel, "server_set", { serverUrl: "http://localhost:9" });
	await panel.getByText("The server was changed.").waitFor();
	await signIn(panel, { url: ready.url, member: ready.admin });
	expect(await state()).toMatchObject({ mode: "careful", grants: [], run: null });
	await showLog(panel);
	await log.getByText("Nothing has happened yet.").waitFor();
});
