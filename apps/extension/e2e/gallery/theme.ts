import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { statesText } from "../../src/kit/words/state-words.ts";
import { sessionsText } from "../../src/panel/chats/words.ts";
import { modeText } from "../../src/panel/header/words.ts";
import { accountText, tenantsText } from "../../src/panel/sign-in/words.ts";
import { taskText } from "../../src/panel/task/words.ts";
import type { Views } from "../views.ts";
import { openViews, sheet } from "../views.ts";

const viewport = { width: 360, height: 760 };

export function testTheme(views: () => Views, theme: "light" | "dark"): void {
	describe(`in the ${theme} theme`, () => {
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
				const task = (await heightOf(taskText.header)) + (await heightOf(taskText.plan));
				expect((await page.locator("header").boundingBox())?.height).toBeLessThanOrEqual(64);
				expect(task).toBeLessThanOrEqual(viewport.height / 4);
				if (theme === "light") await page.screenshot({ path: join(sheet, `running-${width}.png`) });
			}
			await page.setViewportSize(viewport);
		});

		test("a refused order takes at most 160 pixels, and leads on", async () => {
			await page.setViewportSize({ ...viewport, width: 400 });
			await show("refused");
			const card = page.getByRole("status", { name: taskText.end });
			const boxes = [await page.getByRole("log").boundingBox(), await card.boundingBox()];
			expect(boxes.reduce((sum, box) => sum + (box?.height ?? Number.NaN), 0)).toBeLessThanOrEqual(160);
			await page.screenshot({ path: join(sheet, `refused-400-${theme}.png`) });
			await page.getByRole("button", { name: taskText.setUpModel }).waitFor();
			await page.getByRole("button", { name: taskText.whatWorks }).click();
			await page.getByRole("button", { name: taskText.works[0] }).click();
			await settled();
			expect(await page.evaluate("told.splice(0)")).toContainEqual(["draft", taskText.works[0]]);
			await page.screenshot({ path: join(sheet, `refused-what-works-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			await page.setViewportSize(viewport);
		});

		test("plan, details and menus unfold without an accessibility fault", async () => {
			await show("running");
			await page.getByRole("region", { name: taskText.plan }).getByRole("button").click();
			await page.getByText(taskText.planStep.pending).first().waitFor();
			await page.getByRole("button", { name: /^Click “Blue kettle”/ }).click();
			await page.getByText("click(21)").waitFor();
			await settled();
			await page.screenshot({ path: join(sheet, `unfolded-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			expect(await overflow()).toBe(0);
			await show("switched");
			for (const [name, menu] of [
				[accountText.menu("Ada Lovelace", "AL"), "account"],
				[modeText.now(modeText.careful), "mode"],
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
			await page.getByRole("button", { name: taskText.copyLink }).click();
			await page.getByRole("status").getByText(statesText.copied).waitFor();
			await settled();
			expect(await violationsIn()).toEqual([]);
			expect(await overflow()).toBe(0);
			await page.screenshot({ path: join(sheet, `shared-${theme}.png`) });
			await page.getByRole("button", { name: taskText.stopSharing }).click();
			await page.getByRole("button", { name: taskText.copyLink }).waitFor();
			const taskId = expect.any(String);
			expect(await page.evaluate("told.splice(0)")).toEqual([
				["share", taskId, true],
				["share", taskId, false],
			]);
		});

		test("the account menu lists tenants, and a switch names the tasks that it stops", async () => {
			const told = () => page.evaluate("told.splice(0)");
			const openMenu = async () => {
				await page.getByRole("button", { name: accountText.menu("Ada Lovelace", "AL") }).click();
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
				["Harbour Kitchen", tenantsText.switchConfirm, "tenant_switch"],
				["Acme", tenantsText.passwordConfirm, "sign_out"],
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
			const button = page.getByRole("button", { name: sessionsText.open });
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
			const field = page.getByRole("textbox", { name: sessionsText.name });
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
			await page.getByText(sessionsText.deleteText("crm.example.com: New leads")).waitFor();
			await settled();
			await page.screenshot({ path: join(sheet, `history-delete-${theme}.png`) });
			expect(await violationsIn()).toEqual([]);
			await expect.poll(focused).toBe(sessionsText.keep);
			await page.keyboard.press("Escape");
			await expect.poll(focused).toContain("New leads");
			expect(await told()).toEqual([]);
			await page.getByRole("button", { name: sessionsText.actionsOf("crm.example.com: New leads") }).click();
			await page.getByRole("menuitem", { name: sessionsText.archive, exact: true }).click();
			await page.getByText(sessionsText.archived("crm.example.com: New leads")).waitFor();
			await page.getByRole("button", { name: sessionsText.undo }).click();
			const archive = ["archive", "crm.example.com: New leads"];
			expect(await told()).toEqual([archive, archive]);
			await page.locator("[data-row]", { hasText: "New leads" }).focus();
			await page.keyboard.press("Enter");
			expect(await told()).toEqual([["open", "crm.example.com: New leads"]]);
			await show("first");
			await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
		});
	});
}
