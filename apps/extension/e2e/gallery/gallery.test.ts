import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { text } from "../../src/text/en.ts";
import { openViews, sheet, useViews } from "../views.ts";
import { galleryStates } from "./states.ts";

const names = Object.keys(galleryStates);
const themes = ["light", "dark"] as const;
const viewport = { width: 360, height: 760 };

const views = useViews("gallery");

describe("each state", () => {
	let opened: Awaited<ReturnType<typeof openViews>>;
	beforeAll(async () => {
		opened = await openViews(views(), { viewport });
	});

	test.each(names)("%s has no accessibility fault, no error and no sideways scrolling", async (name) => {
		const { page, problems, show, violationsInBoth, overflow } = opened;
		await show(name);
		await page.locator("h1").first().waitFor({ state: "attached" });
		// Allow is disabled for the first half second and then fades in.
		if (["approval", "server-approval", "server-approval-command"].includes(name))
			await page.locator("button:enabled", { hasText: text.ask.allow }).waitFor();
		expect(await violationsInBoth(name)).toEqual([]);
		expect(problems.splice(0)).toEqual([]);
		expect(await overflow()).toBe(0);
		// 320: 640 px at 200 %; 180: Chrome's narrowest panel at 200 %.
		for (const width of [320, 180]) {
			await page.setViewportSize({ ...viewport, width });
			expect(await overflow(), `at ${width} pixels`).toBe(0);
		}
		await page.setViewportSize(viewport);
		// A page longer than its window shows the root's colour below the body.
		const [root, body] = await page.evaluate(() =>
			[document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
		);
		expect(root).toBe(body);
	});
});

describe.each(themes)("in the %s theme", (theme) => {
	let opened: Awaited<ReturnType<typeof openViews>>;
	let page: Page;
	const show = (name: string) => opened.show(name);
	const settled = () => opened.settle();
	const violationsIn = () => opened.violations();
	const overflow = () => opened.overflow();
	beforeAll(async () => {
		opened = await openViews(views(), { colorScheme: theme, viewport });
		page = opened.page;
	});

	test("the header takes at most 64 pixels, and the task with its folded plan at most a quarter of the height", async () => {
		const heightOf = async (name: string) => (await page.getByRole("region", { name }).boundingBox())?.height ?? Number.NaN;
		for (const width of [320, 360, 480]) {
			await page.setViewportSize({ ...viewport, width });
			await show("running");
			const task = (await heightOf(text.task.header)) + (await heightOf(text.task.plan));
			expect((await page.locator("header").boundingBox())?.height).toBeLessThanOrEqual(64);
			expect(task).toBeLessThanOrEqual(viewport.height / 4);
			if (theme === "light") await page.screenshot({ path: join(sheet, `running-${width}.png`) });
		}
		await page.setViewportSize(viewport);
	});

	test("a refused order takes at most 160 pixels, and leads on", async () => {
		await page.setViewportSize({ ...viewport, width: 400 });
		await show("refused");
		const card = page.getByRole("status", { name: text.task.end });
		const boxes = [await page.getByRole("log").boundingBox(), await card.boundingBox()];
		expect(boxes.reduce((sum, box) => sum + (box?.height ?? Number.NaN), 0)).toBeLessThanOrEqual(160);
		await page.screenshot({ path: join(sheet, `refused-400-${theme}.png`) });
		await page.getByRole("button", { name: text.task.setUpModel }).waitFor();
		await page.getByRole("button", { name: text.task.whatWorks }).click();
		await page.getByRole("button", { name: text.task.works[0] }).click();
		await settled();
		expect(await page.evaluate("told.splice(0)")).toContainEqual(["draft", text.task.works[0]]);
		await page.screenshot({ path: join(sheet, `refused-what-works-${theme}.png`) });
		expect(await violationsIn()).toEqual([]);
		await page.setViewportSize(viewport);
	});

	test("plan, details and menus unfold without an accessibility fault", async () => {
		await show("running");
		await page.getByRole("region", { name: text.task.plan }).getByRole("button").click();
		await page.getByText(text.task.planStep.pending).first().waitFor();
		await page.getByRole("button", { name: /^Click “Blue kettle”/ }).click();
		await page.getByText("click(21)").waitFor();
		await settled();
		await page.screenshot({ path: join(sheet, `unfolded-${theme}.png`) });
		expect(await violationsIn()).toEqual([]);
		expect(await overflow()).toBe(0);
		await show("switched");
		for (const [name, menu] of [
			[text.account.menu("Ada Lovelace", "AL"), "account"],
			[text.mode.now(text.mode.careful), "mode"],
		] as const) {
			await page.getByRole("button", { name }).click();
			await page.getByRole("menu").waitFor();
			await settled();
			await page.screenshot({ path: join(sheet, `menu-${menu}-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			await page.keyboard.press("Escape");
			await page.getByRole("menu").waitFor({ state: "hidden" });
		}
	});

	test("the link of a task that has ended is copied, and taken back from there", async () => {
		await show("completed");
		await page.evaluate("told.splice(0)");
		await page.getByRole("button", { name: text.task.copyLink }).click();
		await page.getByRole("status").getByText(text.task.copied).waitFor();
		await settled();
		expect(await violationsIn()).toEqual([]);
		expect(await overflow()).toBe(0);
		await page.screenshot({ path: join(sheet, `shared-${theme}.png`) });
		await page.getByRole("button", { name: text.task.stopSharing }).click();
		await page.getByRole("button", { name: text.task.copyLink }).waitFor();
		const taskId = expect.any(String);
		expect(await page.evaluate("told.splice(0)")).toEqual([
			["share", taskId, true],
			["share", taskId, false],
		]);
	});

	test("the account menu lists tenants, and a switch names the tasks that it stops", async () => {
		const told = () => page.evaluate("told.splice(0)");
		const openMenu = async () => {
			await page.getByRole("button", { name: text.account.menu("Ada Lovelace", "AL") }).click();
			await page.getByRole("menuitemradio", { name: "Harbour Kitchen" }).waitFor();
			await settled();
		};
		await show("tenants");
		for (const width of [viewport.width, 320]) {
			await page.setViewportSize({ ...viewport, width });
			await openMenu();
			await page.screenshot({ path: join(sheet, `menu-tenants-${width}-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			expect(await overflow()).toBe(0);
			await page.keyboard.press("Escape");
			await page.getByRole("menu").waitFor({ state: "hidden" });
		}
		await page.setViewportSize(viewport);
		await told();
		await openMenu();
		await page.getByRole("menuitemradio", { name: "Harbour Kitchen" }).click();
		await expect.poll(told).toMatchObject([["tenant_switch", { tenantId: expect.stringMatching(/^org_c/) }]]);
		await show("tenants-busy");
		for (const [name, confirm, command] of [
			["Harbour Kitchen", text.tenants.switchConfirm, "tenant_switch"],
			["Acme", text.tenants.passwordConfirm, "sign_out"],
		] as const) {
			await openMenu();
			await page.getByRole("menuitemradio", { name }).click();
			const dialog = page.getByRole("alertdialog");
			await dialog.getByText('Search for "blue kettle"').waitFor();
			await settled();
			await page.screenshot({ path: join(sheet, `leave-${name.split(" ")[0]}-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			await page.keyboard.press("Escape");
			await dialog.waitFor({ state: "hidden" });
			expect(await told()).toEqual([]);
			await openMenu();
			await page.getByRole("menuitemradio", { name }).click();
			await dialog.getByRole("button", { name: confirm }).click();
			await dialog.waitFor({ state: "hidden" });
			expect(await told()).toMatchObject([[command, {}]]);
		}
	});

	test("chats are found, renamed and deleted by keyboard alone, and the focus goes back", async () => {
		const told = () => page.evaluate("told.splice(0)");
		const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
		await show("first");
		const button = page.getByRole("button", { name: text.sessions.open });
		await button.focus();
		await show("first/history");
		await expect.poll(() => page.getByRole("searchbox").evaluate((field) => field === document.activeElement)).toBe(true);
		await page.keyboard.press("ArrowDown");
		await expect.poll(focused).toContain("Search for “blue kettle”");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		await expect.poll(focused).toContain("New leads");
		await told();
		await page.keyboard.press("F2");
		const field = page.getByRole("textbox", { name: text.sessions.name });
		await field.waitFor();
		expect(await field.inputValue()).toBe("New leads");
		await settled();
		await page.screenshot({ path: join(sheet, `history-rename-${theme}.png`) });
		expect(await violationsIn()).toEqual([]);
		await page.keyboard.type("Leads of March");
		await page.keyboard.press("Enter");
		expect(await told()).toEqual([["rename", "Leads of March"]]);
		await expect.poll(focused).toContain("New leads");
		await page.keyboard.press("Delete");
		await page.getByText(text.sessions.deleteText("crm.example.com: New leads")).waitFor();
		await settled();
		await page.screenshot({ path: join(sheet, `history-delete-${theme}.png`) });
		expect(await violationsIn()).toEqual([]);
		await expect.poll(focused).toBe(text.sessions.keep);
		await page.keyboard.press("Escape");
		await expect.poll(focused).toContain("New leads");
		expect(await told()).toEqual([]);
		await page.getByRole("button", { name: text.sessions.actionsOf("crm.example.com: New leads") }).click();
		await page.getByRole("menuitem", { name: text.sessions.archive, exact: true }).click();
		await page.getByText(text.sessions.archived("crm.example.com: New leads")).waitFor();
		await page.getByRole("button", { name: text.sessions.undo }).click();
		const archive = ["archive", "crm.example.com: New leads"];
		expect(await told()).toEqual([archive, archive]);
		await page.locator("[data-row]", { hasText: "New leads" }).focus();
		await page.keyboard.press("Enter");
		expect(await told()).toEqual([["open", "crm.example.com: New leads"]]);
		await show("first");
		await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
	});
});

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
		await page.getByText(text.chat.thinkingNow).waitFor();
		expect(await thought.count()).toBe(0);
	});

	test("recovery codes let the user on only once they are kept", async () => {
		const told = () => page.evaluate("told.splice(0)");
		await show("sign-in-recovery-codes");
		await told();
		const codes = page.getByRole("list", { name: text.signIn.recovery.list }).getByRole("listitem");
		for (const code of await codes.allTextContents()) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
		const done = page.getByRole("button", { name: text.signIn.recovery.done });
		expect(await done.isDisabled()).toBe(true);
		await page.getByText(text.signIn.recovery.kept).click();
		await done.click();
		expect(await told()).toEqual([["recovery_codes_kept", {}]]);
	});

	test("a refused code of the app is not told of a recovery code that nobody typed", async () => {
		await show("sign-in-code-wrong");
		await page.getByText(text.signIn.code.wrong).waitFor();
		await page.getByRole("button", { name: text.signIn.code.useRecovery }).click();
		await page.getByLabel(text.signIn.code.recoveryLabel).waitFor();
		expect(await page.getByText(text.signIn.code.wrongRecovery).count()).toBe(0);
	});

	test("a chat of a thousand turns draws only what is near, and older turns above do not move what one reads", async () => {
		const turns = page.getByRole("log").getByRole("article");
		const scroller = page.getByRole("region", { name: text.chat.label });
		await show("long");
		await expect.poll(() => turns.count(), { timeout: 10_000 }).toBeGreaterThan(5);
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
	});

	test("a task that has ended is run again as it was, or its instruction edited where one types", async () => {
		const told = () => page.evaluate("told.splice(0)");
		await show("completed");
		await told();
		await page.getByRole("button", { name: text.task.repeat }).click();
		await page.getByRole("button", { name: text.task.edit }).click();
		const query = expect.stringContaining('Search for "blue kettle"');
		expect(await told()).toEqual([
			["run_start", { tabId: 7, query }],
			["draft", query],
		]);
		await show("first");
		await page.getByRole("button", { name: text.chat.exampleSentences[0] }).focus();
		await show("first/attached");
		await expect.poll(() => page.getByRole("textbox").evaluate((field) => field === document.activeElement)).toBe(true);
	});

	test("an approval is answered by keyboard alone: Escape denies, unless an answer is on its way, and the focus goes back", async () => {
		const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("aria-label"));
		const told = () => page.evaluate("told.splice(0)");
		const composer = page.getByRole("textbox");
		await show("approval/running");
		await composer.focus();
		await show("approval");
		await expect.poll(focused).toBe(text.ask.deny);
		await page.locator("button:enabled", { hasText: text.ask.allow }).waitFor();
		const order: unknown[] = [];
		for (let stop = 0; stop < 4; stop += 1) {
			await page.keyboard.press("Tab");
			order.push(await focused());
		}
		expect(order).toEqual([text.ask.allow, expect.stringContaining("Full name"), text.ask.denyStop, text.ask.deny]);
		await told();
		await page.keyboard.press("Escape");
		expect(await told()).toMatchObject([["run_answer", { approved: false }]]);
		await show("approval/approval-sent");
		await page.locator("button:disabled", { hasText: text.ask.denyStop }).waitFor();
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
		const allow = page.getByRole("button", { name: text.ask.allow, exact: true });
		const deny = page.locator("button:enabled", { hasText: text.ask.denyStop });
		for (const [state, sign] of [
			["server-approval-loading", page.getByLabel(text.ask.factsLoading)],
			["server-approval-failed", page.getByRole("button", { name: text.task.retry })],
		] as const) {
			await show(`${state}/${state}`);
			await sign.waitFor();
			await deny.waitFor();
			expect(await allow.isDisabled()).toBe(true);
		}
		await show("server-approval");
		await page.getByText("Line 1 of the new price list, in full").waitFor();
		await page.locator("button:enabled", { hasText: text.ask.allow }).waitFor();
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
		const isInComposer = () => page.getByRole("textbox", { name: text.chat.note }).evaluate((field) => field === document.activeElement);
		await show("typing");
		await page.getByRole("textbox").focus();
		await show("typing/question-typing");
		await page.getByRole("alert").waitFor();
		await settled();
		expect(await isInComposer()).toBe(true);
		await show("typing");
		await show("typing/approval-typing");
		await page.getByRole("button", { name: text.conversation.answerHere }).waitFor();
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
		}, text.ask.deny);
		expect(early).toBe(text.ask.deny);
		expect(await told()).not.toContainEqual(["run_answer", expect.anything()]);
		await page.locator("button:enabled", { hasText: text.ask.allow }).waitFor();
		await page.keyboard.press("Enter");
		expect(await told()).toMatchObject([["run_answer", { approved: false }]]);
	});
});
