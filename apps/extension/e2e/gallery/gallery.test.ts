import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { conversationText } from "../../src/chat-words.ts";
import { secondFactorText } from "../../src/kit/second-factor/words.ts";
import { statesText } from "../../src/kit/words/state-words.ts";
import { askText } from "../../src/panel/ask/words.ts";
import { chatText, logText } from "../../src/panel/chat/words.ts";
import { taskText } from "../../src/panel/task/words.ts";
import { openViews, useViews } from "../views.ts";
import { testEachState } from "./each-state.ts";
import { run } from "./sample-run.ts";
import { testTheme } from "./theme.ts";

const viewport = { width: 360, height: 760 };

const views = useViews("gallery");

testEachState(views);
testTheme(views, "light");
describe("the same", long, () => testTheme(views, "dark"));

describe("by hand", () => {
	let opened: Awaited<ReturnType<typeof openViews>>;
	let page: Page;
	const show = (name: string) => opened.show(name);
	const settled = () => opened.settle();
	beforeAll(async () => {
		opened = await openViews(views(), { viewport });
		page = opened.page;
	});

	test("the thought that a model is writing stands below the newest step, where the user wants to see thoughts", async () => {
		const thought = page.getByText("The cookie notice covers the result");
		await show("thinking");
		await thought.waitFor();
		await page.getByText(/^Thinking… 1\d s$/).waitFor();
		await show("thinking-slow");
		await page.getByText(/^Thinking… 7\d s\. The model is slow, and still at work/).waitFor();
		await show("thinking-hidden");
		await page.getByText(chatText.thinkingNow).waitFor();
		expect(await thought.count()).toBe(0);
	});

	test("recovery codes let the user on only once they are kept", async () => {
		const told = () => page.evaluate("told.splice(0)");
		await show("sign-in-recovery-codes");
		await told();
		const codes = page.getByRole("list", { name: secondFactorText.recovery.list }).getByRole("listitem");
		for (const code of await codes.allTextContents()) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
		const done = page.getByRole("button", { name: secondFactorText.recovery.done });
		expect(await done.isDisabled()).toBe(true);
		await page.getByText(secondFactorText.recovery.kept).click();
		await done.click();
		expect(await told()).toEqual([["recovery_codes_kept", {}]]);
	});

	test("a refused code of the app is not told of a recovery code that nobody typed", async () => {
		await show("sign-in-code-wrong");
		await page.getByText(secondFactorText.code.wrong).waitFor();
		await page.getByRole("button", { name: secondFactorText.code.useRecovery }).click();
		await page.getByLabel(secondFactorText.code.recoveryLabel).waitFor();
		expect(await page.getByText(secondFactorText.code.wrongRecovery).count()).toBe(0);
	});

	test("a chat of a thousand turns draws only what is near, and older turns above do not move what one reads", async () => {
		const turns = page.getByRole("log").getByRole("article");
		const scroller = page.getByRole("region", { name: chatText.label });
		await show("long");
		await expect.poll(() => turns.count()).toBeGreaterThan(5);
		const belowEnd = () => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
		await expect.poll(belowEnd).toBeLessThan(2);
		expect(await turns.count()).toBeLessThan(60);
		await page.evaluate("told.splice(0)");
		await scroller.evaluate((box) => box.scrollTo({ top: 0 }));
		await expect.poll(() => page.evaluate("told.splice(0)")).toContainEqual(["older"]);
		await show("older");
		await turns.filter({ hasText: "Task 250" }).waitFor();
		await expect.poll(belowEnd).toBeLessThan(2);
		await scroller.evaluate((box) => box.scrollTo({ top: 400 }));
		const read = turns.filter({ hasText: "Task 245" });
		await read.waitFor();
		const before = (await read.boundingBox())?.y;
		await show("older/long");
		await expect.poll(async () => Math.abs(((await read.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(4);
		await page.getByRole("button", { name: chatText.toNewest }).click();
		await expect.poll(belowEnd).toBeLessThan(2);
	});

	test("the live log follows new lines until the user scrolls up, and again by its button", async () => {
		const log = page.getByRole("region", { name: logText.title });
		const lines = log.locator("[tabindex='0']");
		const follow = log.getByRole("button", { name: logText.follow });
		const belowEnd = () => lines.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
		await show("log-long");
		await expect.poll(belowEnd).toBeLessThan(2);
		await show("log-long/log-longer");
		await log.getByText("Line 61 of the log").waitFor();
		await expect.poll(belowEnd).toBeLessThan(2);
		await lines.evaluate((box) => box.scrollTo({ top: 0 }));
		await expect.poll(() => follow.getAttribute("aria-pressed")).toBe("false");
		await show("log-long");
		await log.getByText("Line 61 of the log").waitFor({ state: "detached" });
		expect(await belowEnd()).toBeGreaterThan(100);
		await follow.click();
		await expect.poll(belowEnd).toBeLessThan(2);
		expect(await follow.getAttribute("aria-pressed")).toBe("true");
	});

	test("a task that has ended is run again as it was, or its instruction edited where one types", async () => {
		const told = () => page.evaluate("told.splice(0)");
		await show("completed");
		await told();
		await page.getByRole("button", { name: taskText.repeat }).click();
		await page.getByRole("button", { name: taskText.edit }).click();
		const query = expect.stringContaining('Search for "blue kettle"');
		expect(await told()).toEqual([
			["run_start", { tabId: 7, query }],
			["draft", query],
		]);
		await show("first");
		await page.getByRole("button", { name: chatText.exampleSentences[0] }).focus();
		await show("first/attached");
		await expect.poll(() => page.getByRole("textbox").evaluate((field) => field === document.activeElement)).toBe(true);
	});

	test("a task that has ended well can become a routine; a row of a run is repeated by its run alone", async () => {
		const saveRoutine = page.getByRole("button", { name: taskText.saveRoutine });
		await show("completed");
		await saveRoutine.waitFor();
		await page.evaluate("told.splice(0)");
		await saveRoutine.click();
		expect(await page.evaluate("told.splice(0)")).toEqual([["save_routine", run.taskId]]);
		await show("failed");
		await saveRoutine.waitFor({ state: "detached" });
		await show("row");
		await page.getByText("Enter an invoice: Harbour Kitchen").first().waitFor();
		await page.getByRole("button", { name: taskText.details }).waitFor();
		for (const name of [taskText.saveRoutine, taskText.repeat, taskText.edit]) {
			expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(0);
		}
	});

	test("an approval is answered by keyboard alone: Escape denies, unless an answer is on its way, and the focus goes back", async () => {
		const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label"));
		const told = () => page.evaluate("told.splice(0)");
		const composer = page.getByRole("textbox");
		await show("approval/running");
		await composer.focus();
		await show("approval");
		await expect.poll(focused).toBe(askText.deny);
		await page.locator("button:enabled", { hasText: askText.allow }).waitFor();
		const order: unknown[] = [];
		for (let stop = 0; stop < 4; stop += 1) {
			await page.keyboard.press("Tab");
			order.push(await focused());
		}
		expect(order).toEqual([askText.allow, expect.stringContaining("Full name"), askText.denyStop, askText.deny]);
		await told();
		await page.keyboard.press("Escape");
		expect(await told()).toMatchObject([["run_answer", { approved: false }]]);
		await show("approval/approval-sent");
		await page.locator("button:disabled", { hasText: askText.denyStop }).waitFor();
		const isInDialog = () => page.evaluate(() => document.activeElement?.closest("[role=alertdialog]") !== null);
		await expect.poll(isInDialog).toBe(true);
		for (const key of ["Escape", "Enter", " "]) await page.keyboard.press(key);
		expect(await told()).toEqual([]);
		expect(await page.getByRole("alertdialog").isVisible()).toBe(true);
		// The answer was refused: the focus is still in the dialog.
		await show("approval");
		await expect.poll(isInDialog).toBe(true);
		await page.keyboard.press("Escape");
		expect(await told()).toMatchObject([["run_answer", { approved: false }]]);
		await show("approval/running");
		await expect.poll(() => composer.evaluate((field) => field === document.activeElement)).toBe(true);
	});

	test("what the server would do can be allowed only once all of it was read and stands there", async () => {
		const allow = page.getByRole("button", { name: askText.allow, exact: true });
		const deny = page.locator("button:enabled", { hasText: askText.denyStop });
		for (const [state, sign] of [
			["server-approval-loading", page.getByLabel(askText.factsLoading)],
			["server-approval-failed", page.getByRole("button", { name: statesText.retry })],
		] as const) {
			await show(`${state}/${state}`);
			await sign.waitFor();
			await deny.waitFor();
			expect(await allow.isDisabled()).toBe(true);
		}
		await show("server-approval");
		await page.getByText("Line 1 of the new price list, in full").waitFor();
		await page.locator("button:enabled", { hasText: askText.allow }).waitFor();
		await show("server-approval-command");
		await page.getByText(/^Folder: packages\/shop$/).waitFor();
		await page.getByText("two words", { exact: true }).waitFor();
		await page.getByText("sample-of-forty-characters-in-full-length").waitFor();
		await page.getByText("1,204 characters of stdin").waitFor();
		await page.getByRole("button", { name: /^Show all/ }).click();
		await page.getByText("kettle 30;49.90").waitFor();
	});

	test("a question that comes while the user types leaves the focus there, and the next keys answer nothing", async () => {
		const told = () => page.evaluate("told.splice(0)");
		const isInComposer = () => page.getByRole("textbox", { name: chatText.note }).evaluate((field) => field === document.activeElement);
		await show("typing");
		await page.getByRole("textbox").focus();
		await show("typing/question-typing");
		await page.getByRole("alert").waitFor();
		await settled();
		expect(await isInComposer()).toBe(true);
		await show("typing");
		await show("typing/approval-typing");
		await page.getByRole("button", { name: conversationText.en.answerHere }).waitFor();
		await told();
		await page.keyboard.press(" ");
		expect(await isInComposer()).toBe(true);
		expect(await told()).not.toContainEqual(["run_answer", expect.anything()]);
		// In one go, so that the keys come right after the dialog took the focus.
		const early = await page.evaluate(async (deny) => {
			const { activeElement: composer } = document;
			if (composer instanceof HTMLElement) composer.blur();
			while (document.activeElement?.textContent !== deny) await new Promise(requestAnimationFrame);
			document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
			if (document.activeElement instanceof HTMLElement) document.activeElement.click();
			return document.activeElement?.textContent;
		}, askText.deny);
		expect(early).toBe(askText.deny);
		expect(await told()).not.toContainEqual(["run_answer", expect.anything()]);
		await page.locator("button:enabled", { hasText: askText.allow }).waitFor();
		await page.keyboard.press("Enter");
		expect(await told()).toMatchObject([["run_answer", { approved: false }]]);
	});
});
