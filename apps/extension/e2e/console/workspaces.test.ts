import { RootProblem } from "@webhand/contracts/tools/workspaces";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workspacesText as text } from "../../src/console/host/workspaces/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { useViews } from "../views.ts";

const views = useViews("console");

describe("the pages of workspaces", () => {
	let page: Page;
	const show = async (name: string) => {
		await page.goto(`${views().url}#${name}`);
		await page.reload();
		await page.getByRole("heading", { level: 1 }).first().waitFor();
	};
	const told = async () => (await page.evaluate("told.splice(0)")) as [string, { body?: unknown }][];
	const field = (label: string) => page.getByLabel(label, { exact: true });
	const menu = async (name: string, action: string) => {
		await page.getByRole("button", { name: text.actionsFor(name) }).click();
		await page.getByRole("menuitem", { name: action }).click();
	};

	beforeAll(async () => {
		page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 } });
	});

	describe("an operator", () => {
		beforeEach(() => show("all-workspaces"));

		test("opens a folder to an organization by its name, and hears beside the field why another cannot be", async () => {
			await field(text.name).fill("shop");
			await page.getByRole("button", { name: text.add, exact: true }).click();
			await page.getByText(/No organization has this name/).waitFor();
			await field(text.tenant).fill("Demo");
			await field(text.rootPath).fill("/srv/shop");
			for (const reason of RootProblem.options) {
				await field(text.name).fill(reason);
				await page.getByRole("button", { name: text.add, exact: true }).click();
				await page
					.getByText(
						new RegExp(
							text.root[reason]("/srv/part")
								.slice(10, 40)
								.replace(/[+.()]/g, "."),
						),
					)
					.waitFor();
				expect(await field(text.rootPath).getAttribute("aria-invalid")).toBe("true");
			}
			await field(text.name).fill("taken");
			await page.getByRole("button", { name: text.add, exact: true }).click();
			await page.getByText(/has a workspace of this name/).waitFor();
			await field(text.name).fill("shop");
			await told();
			await page.getByRole("button", { name: text.add, exact: true }).click();
			await page.getByText(text.added("shop")).waitFor();
			expect((await told())[0]).toEqual([
				"POST /api/v1/agent/operator/workspaces",
				{
					body: {
						tenantId: `org_${"b".repeat(22)}`,
						name: "shop",
						rootPath: "/srv/shop",
						readOnly: false,
						allowedCommands: ["*"],
						takeOwnership: false,
					},
				},
			]);
		});

		test("moves, trusts and closes a workspace, asked first, by keyboard too", async () => {
			await menu("price-list", text.edit);
			await page.getByRole("dialog").getByLabel(text.rootPath).fill("/srv/price-list/inner");
			await page.getByRole("button", { name: text.save, exact: true }).click();
			await page.getByText(/is a workspace already, and one may not lie in another/).waitFor();
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
			await page.getByRole("button", { name: text.actionsFor("later") }).focus();
			await page.keyboard.press("Enter");
			await page.getByRole("menuitem", { name: text.trust }).waitFor();
			await page.keyboard.press("Escape");
			await menu("later", text.trust);
			await page.getByRole("button", { name: text.trustConfirm }).click();
			await page.getByText(text.trusted("later")).waitFor();
			await menu("price-list", text.close);
			await page.getByRole("button", { name: text.closeConfirm }).click();
			await page.getByText(text.closed("price-list")).waitFor();
			expect(await page.getByRole("button", { name: text.actionsFor("demo") }).count()).toBe(0);
		});
	});

	test("an admin renames a workspace, and hears that only an operator unlocks it", async () => {
		await show("workspaces");
		await menu("price-list", text.edit);
		const dialog = page.getByRole("dialog");
		expect(await dialog.getByLabel(text.rootPath).count()).toBe(0);
		await dialog.getByText(text.onlyRead, { exact: true }).click();
		await page.getByRole("button", { name: text.save, exact: true }).click();
		await page.getByText(/Only the operator of this installation can allow more again/).waitFor();
		await page.getByRole("button", { name: consoleText.cancel }).click();
		await menu("demo", text.edit);
		await dialog.getByLabel(text.name).fill("renamed");
		await told();
		await page.getByRole("button", { name: text.save, exact: true }).click();
		await page.getByText(text.saved("renamed")).waitFor();
		expect((await told())[0]).toMatchObject(["PATCH /api/v1/agent/workspaces/:id", { body: { name: "renamed" } }]);
	});
});
