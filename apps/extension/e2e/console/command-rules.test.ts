import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandRulesText as text } from "../../src/console/host/commands/words.ts";
import { useViews } from "../views.ts";

const views = useViews("console");

describe("the page of command rules", () => {
	let page: Page;
	const show = async (name: string) => {
		await page.goto(`${views().url}#${name}`);
		await page.reload();
		await page.getByRole("heading", { level: 1 }).first().waitFor();
	};
	const told = async () => (await page.evaluate("told.splice(0)")) as [string, { body?: unknown; params?: unknown }][];
	const field = (label: string) => page.getByLabel(label, { exact: true });
	const menu = async (name: string, action: string) => {
		await page.getByRole("button", { name: text.actionsFor(name), exact: true }).click();
		await page.getByRole("menuitem", { name: action, exact: true }).click();
	};
	const names = () => page.getByRole("table").getByRole("row").count();

	beforeAll(async () => {
		page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 } });
	});
	beforeEach(() => show("command-rules"));

	test("a command is tried, and the decision says which rule or which word it hangs on", async () => {
		const command = page.getByLabel(text.command, { exact: true });
		await command.fill("npm test");
		await command.press("Enter");
		await page.getByText(text.allowedBy("npm-test", 102)).waitFor();
		await command.fill("rg --pre=x 'y'");
		expect(await page.getByText(text.allowed, { exact: true }).count()).toBe(0);
		await page.getByRole("button", { name: text.tryIt, exact: true }).click();
		await page.getByText(text.refusals.flag("--pre=x")).waitFor();
		await command.fill("echo 'open");
		expect(await page.getByRole("button", { name: text.tryIt, exact: true }).isDisabled()).toBe(true);
		expect((await told()).filter(([what]) => what.startsWith("POST")).map(([, { body }]) => body)).toMatchObject([
			{ argv: ["npm", "test"] },
			{ argv: ["rg", "--pre=x", "y"] },
		]);
	});

	test("a rule is found by its words, state or source, and the search stands in the address", async () => {
		await page.getByText(text.count(8, 8)).waitFor();
		await page.getByRole("searchbox").fill("switched off");
		await expect.poll(async () => (await told()).filter(([what]) => what === "go").at(-1)).toEqual(["go", "/command-rules?q=switched+off"]);
		await show("command-rules-none");
		await page.getByText(text.noMatch).waitFor();
		await page.getByRole("button", { name: text.clear }).waitFor();
	});

	test("a rule is made; wrong examples are told at their line, and nothing typed is lost", async () => {
		await page.getByRole("button", { name: text.add, exact: true }).click();
		const dialog = page.getByRole("dialog");
		const save = dialog.getByRole("button", { name: text.save, exact: true });
		expect(await save.isDisabled()).toBe(true);
		await dialog.getByLabel(text.name).fill("tea");
		await dialog.getByLabel(text.program, { exact: true }).fill("wrong");
		await dialog.getByLabel(text.flags).fill("-l ls");
		await save.click();
		await dialog.getByText(/“ls” is no option/).waitFor();
		await dialog.getByLabel(text.flags).fill("-l --lines= --color?");
		await dialog.getByLabel(text.match).fill("wrong -l\nwrong -x");
		await save.click();
		await dialog.getByText(/line 2 is refused/i).waitFor();
		await dialog.getByText(/LD_PRELOAD changes which programs run/).waitFor();
		expect(await dialog.getByLabel(text.match).getAttribute("aria-invalid")).toBe("true");
		await dialog.getByLabel(text.program, { exact: true }).fill("tea");
		await dialog.getByLabel(text.match).fill('tea "-l" "two words"');
		await told();
		await save.click();
		await page.getByText(text.saved("tea", 105)).waitFor();
		expect((await told())[0]).toEqual([
			"PUT /api/v1/agent/operator/command-rules/:name",
			{
				params: { name: "tea" },
				body: {
					tenantId: null,
					enabled: true,
					program: "tea",
					class: "inspect",
					positional: "path",
					argvPrefix: [],
					maxArgs: 64,
					env: {},
					envAllow: [],
					autoApprovable: true,
					examples: { match: [["tea", "-l", "two words"]], notMatch: [] },
					flags: {
						allow: [
							{ name: "-l", value: "none" },
							{ name: "--lines", value: "required" },
							{ name: "--color", value: "optional" },
						],
					},
				},
			},
		]);
	});

	test("rules are switched off and removed, asked first, by keyboard too; one of the file is only shown", async () => {
		await page.getByRole("button", { name: text.actionsFor("ls"), exact: true }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("menuitem", { name: text.switchOff }).waitFor();
		expect(await page.getByRole("menuitem", { name: text.remove }).count()).toBe(0);
		await page.keyboard.press("Escape");
		await menu("ls", text.switchOff);
		await page.getByRole("button", { name: text.switchOffConfirm }).click();
		await page.getByText(text.switchedOff("ls")).waitFor();
		await menu("find", text.switchOn);
		await page.getByRole("button", { name: text.switchOnConfirm }).click();
		await page.getByText(text.switchedOn("find")).waitFor();
		await menu("npm-test", text.remove);
		await page.getByText(text.removeToDefault).waitFor();
		await page.getByRole("button", { name: text.removeConfirm }).click();
		await page.getByText(text.removed("npm-test")).waitFor();
		const changes = (await told()).filter(([what]) => /^(PUT|DELETE)/.test(what));
		expect(changes).toMatchObject([
			["PUT /api/v1/agent/operator/command-rules/:name", { params: { name: "ls" }, body: { enabled: false } }],
			["PUT /api/v1/agent/operator/command-rules/:name", { params: { name: "find" }, body: { enabled: true } }],
			["DELETE /api/v1/agent/operator/command-rules/:name", { params: { name: "npm-test" } }],
		]);
		await menu("deploy-check", text.show);
		const dialog = page.getByRole("dialog");
		await dialog.getByText(text.fileLead).waitFor();
		expect(await dialog.getByRole("button", { name: text.save, exact: true }).isDisabled()).toBe(true);
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "detached" });
		expect(await names()).toBe(9);
		await field(text.search).waitFor();
	});
});
