import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { approvalsText } from "../../src/panel/host/approvals/words.ts";
import { commandsText } from "../../src/panel/host/commands/words.ts";
import { tasksText } from "../../src/panel/host/tasks/words.ts";
import { terminalText } from "../../src/panel/host/terminal/words.ts";
import { press } from "../each-shot.ts";
import { openViews, sheet, useViews } from "../views.ts";
import { startTask, testEachState, toCommands } from "./each-state.ts";

const viewport = { width: 360, height: 760 };
const views = useViews("tools");

testEachState(views);

/** The longest time between two frames from now on, in ms. */
const watchFrames = (page: Page) =>
	page.evaluate(() => {
		let [last, longest] = [performance.now(), 0];
		const look = () => {
			const now = performance.now();
			longest = Math.max(longest, now - last);
			last = now;
			Object.assign(globalThis, { longestFrame: longest });
			requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
	});

test("10 MB of output keep 5,000 rows, draw those near the end, follow it, and go up when the person does", long, async () => {
	const { page, context, show } = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
	await show("terminal-flood/frames");
	await toCommands(page);
	await page.getByRole("textbox", { name: commandsText.label }).fill("node flood.js");
	await watchFrames(page);
	await page.keyboard.press("Enter");
	await page.getByText("the last line", { exact: true }).waitFor();
	const longest = await page.evaluate(() => (globalThis as unknown as { longestFrame: number }).longestFrame);
	await writeFile(join(sheet, "terminal-frames.json"), JSON.stringify({ longestFrameMs: Math.round(longest) }));
	const log = page.getByRole("log");
	expect(await log.locator("[data-index]").count()).toBeLessThan(120);
	expect(await log.locator("[data-index]").last().getAttribute("data-index")).toBe("4999");
	await log.hover();
	const toEnd = page.getByRole("button", { name: terminalText.toEnd });
	// The last rows may still be measured, which brings the end back once.
	const goUp = async () => {
		await page.mouse.wheel(0, -20_000);
		return await toEnd.isVisible();
	};
	await expect.poll(goUp).toBe(true);
	await toEnd.click();
	await page.getByText("the last line", { exact: true }).waitFor();
	await context.close();
});

test("the keyboard alone answers a question: the focus is on Reject, and it is never lost", async () => {
	const { page, context, show } = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
	await show("approval-single/keyboard");
	await startTask(page);
	const focused = (name: string) => page.getByRole("button", { name, exact: true }).and(page.locator(":focus")).waitFor();
	await focused(approvalsText.reject);
	// For the first half second nobody approves by a key meant for something else.
	await page.getByRole("button", { name: approvalsText.approve, exact: true }).and(page.locator(":enabled")).waitFor();
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("ArrowDown");
	const scope = page.getByRole("combobox", { name: approvalsText.scope }).and(page.locator(":focus"));
	await expect.poll(() => scope.inputValue()).toBe("session");
	for (const name of [approvalsText.reject, approvalsText.withReason, approvalsText.approve]) {
		await page.keyboard.press("Tab");
		await focused(name);
	}
	await page.keyboard.press("Enter");
	await page.getByText(approvalsText.title).waitFor({ state: "detached" });
	await focused(tasksText.back);
	const told = await page.evaluate(() => (globalThis as unknown as { told: [string, unknown][] }).told);
	expect(told.find(([name]) => name === "POST /api/v1/agent/approvals/:id")?.[1]).toMatchObject({
		body: { decision: "approved", scope: "session" },
	});
	await context.close();
});

test("a batch is decided by one request over what was shown", async () => {
	const { page, context, show } = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
	await show("approval-batch/request");
	await startTask(page);
	await page.getByRole("checkbox", { name: "Changes src/cart.js" }).focus();
	await page.keyboard.press("Space");
	await press(page, approvalsText.approveSome(1, 2));
	await page.getByText(approvalsText.batchTitle(3)).waitFor({ state: "detached" });
	const told = await page.evaluate(() => (globalThis as unknown as { told: [string, { body: unknown }][] }).told);
	const sent = told.filter(([name]) => name === "POST /api/v1/agent/approvals").map(([, { body }]) => body);
	expect(sent).toMatchObject([{ decisions: [{ decision: "approved" }, { decision: "rejected" }, { decision: "rejected" }] }]);
	await context.close();
});
