import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hostAuditText } from "../../src/console/records/audit/host-words.ts";
import { auditText as text } from "../../src/console/records/audit/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { sheet, useViews } from "../views.ts";

const views = useViews("console");

describe("the audit of the server host", () => {
	let page: Page;
	const show = async (name: string) => {
		await page.goto(`${views().url}#${name}`);
		await page.reload();
		await page.getByRole("row").nth(1).waitFor();
	};
	const told = async () => (await page.evaluate("told.splice(0)")) as [string, unknown][];
	const verify = () => page.getByRole("button", { name: hostAuditText.verify.button, exact: true });

	beforeAll(async () => {
		const context = await views().browser.newContext({ viewport: { width: 1_024, height: 800 }, locale: "en-GB", timezoneId: "UTC" });
		page = await context.newPage();
	});

	test("says that it is whole, or which row of which workspace was changed", async () => {
		await show("audit-host");
		await verify().click();
		await page.getByRole("status").getByText(hostAuditText.verify.whole(1_284)).waitFor();
		await show("audit-host-broken");
		await verify().click();
		await page
			.getByText(hostAuditText.verify.broken(hostAuditText.verify.inWorkspace("demo"), 7, hostAuditText.verify.reasons.changed))
			.waitFor();
		await page.screenshot({ path: join(sheet, "console-host-audit-verdict-1024.png"), fullPage: true });
	});

	test("opens a row with the keyboard, shows why it was refused, and closes on Escape", async () => {
		await show("audit-host");
		expect(await page.getByRole("table").textContent()).not.toMatch(/usr_|PATH_NOT_ALLOWED|fs\./);
		const details = page.getByRole("button", { name: text.detailsOf("Ada Lovelace was not allowed to read ../../etc/passwd") });
		await details.focus();
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog");
		await dialog.getByText("../../etc/passwd").waitFor();
		expect(await dialog.getByLabel(hostAuditText.facts.hash, { exact: true }).inputValue()).toBe("3f".repeat(32));
		expect(await dialog.textContent()).toContain("refused (path not allowed)");
		await page.screenshot({ path: join(sheet, "console-host-audit-row-1024.png") });
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		await page.getByRole("button", { name: consoleText.table.next }).click();
		await page.getByText("listed the top folder").waitFor();
	});

	test("shows every column in a window of 1,024 pixels", async () => {
		await show("audit-host");
		const table = page.getByRole("region", { name: text.caption });
		expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
	});

	test("is filtered by its address, by a person for admins alone, and members are shown no check", async () => {
		await show("audit-host");
		await told();
		await page.getByRole("button", { name: text.onlyPerson("Bob") }).click();
		await page.getByLabel(text.where, { exact: true }).selectOption({ label: "demo" });
		await page.getByLabel(text.outcome, { exact: true }).selectOption({ label: text.outcomes.failed });
		const where = `wsp_${"d".repeat(22)}`;
		const calls = await told();
		expect(calls.filter(([what]) => what === "go").at(-1)).toEqual(["go", `/audit?person=bob%40example.com&where=${where}&outcome=failed`]);
		const query = { person: "bob@example.com", where, outcome: "failed" };
		expect(calls.at(-1)).toMatchObject(["GET /api/v1/orgs/:orgId/audit", { query }]);
		await show("audit-member");
		expect([await page.getByLabel(text.person, { exact: true }).count(), await verify().count()]).toEqual([0, 0]);
	});
});
