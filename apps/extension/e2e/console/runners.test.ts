import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { runnersText as text } from "../../src/console/org/runners/words.ts";
import { openViews, sheet, useViews } from "../views.ts";

const views = useViews("console");

eachOf(["light", "dark"] as const)("a new runner's code is shown once, with the command that starts it, in the %s theme", async (theme) => {
	const { page, show, settle, violations, overflow } = await openViews(views(), {
		colorScheme: theme,
		viewport: { width: 353, height: 800 },
	});
	await show("runners-empty");
	await page.getByText(text.empty).waitFor();
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(text.noName).waitFor();
	await page.getByLabel(text.name, { exact: true }).fill("Night");
	await page.getByLabel(text.labels).fill("Office, eu");
	await page.getByLabel(text.capacity).selectOption("4");
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByRole("heading", { name: text.once.title("Night") }).waitFor();
	expect(((await page.evaluate("told.splice(0)")) as unknown[])[0]).toEqual([
		"POST /api/v1/orgs/:orgId/runners",
		{ params: { orgId: expect.any(String) }, body: { name: "Night", labels: ["office", "eu"], capacity: 4 } },
	]);
	await page.mouse.move(0, 0);
	await settle();
	await page.screenshot({ path: join(sheet, `console-runners-made-${theme}.png`), fullPage: true });
	expect(await violations()).toEqual([]);
	expect(await overflow()).toBe(0);
	const command = await page.getByLabel(text.once.command, { exact: true }).inputValue();
	expect(command).toBe(`npm start -- --runner --server https://webhand.example.com --code whr_${"x".repeat(43)} --name Night`);
	await page.getByRole("button", { name: text.once.hide }).click();
	expect(await page.getByLabel(text.once.code, { exact: true }).count()).toBe(0);
});

test("a refusal and a wrong label are told", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#runners-refused`);
	await page.getByLabel(text.name, { exact: true }).fill("Night");
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(text.full).waitFor();
	await page.getByLabel(text.labels).fill("office, my office");
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(text.wrongLabel("my office")).waitFor();
});

test("each runner says how it stands, gets a new code after a question, and is removed", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#runners`);
	const row = (name: string) => page.getByRole("row").filter({ hasText: name });
	for (const [name, state] of [
		["Office", text.states.online],
		["Donaudampf", text.states.draining],
		["Warehouse", text.states.offline],
		["Night", text.states.coded],
		["Old computer", text.states.out],
		["Reports", text.states.suspended],
	] as const)
		await row(name).getByText(state, { exact: true }).waitFor();
	const choose = async (action: string, confirm: string) => {
		await page.getByRole("button", { name: text.actionsFor("Office"), exact: true }).click();
		await page.getByRole("menuitem", { name: action, exact: true }).click();
		await page.getByRole("alertdialog").getByRole("button", { name: confirm, exact: true }).click();
	};
	await choose(text.code, text.codeConfirm);
	await page.getByRole("heading", { name: text.once.title("Office") }).waitFor();
	await choose(text.remove, text.removeConfirm);
	await page.getByText(text.removed("Office")).waitFor();
	expect(await page.getByRole("heading", { name: text.once.title("Office") }).count()).toBe(0);
});
