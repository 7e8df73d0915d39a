import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { mcpText as text } from "../../src/console/host/mcp/words.ts";
import { useViews } from "../views.ts";

const views = useViews("console");
let page: Page;
const told = async () => (await page.evaluate("told.splice(0)")) as [string, { body?: unknown }][];
const field = (label: string) => page.getByLabel(label, { exact: true });

beforeAll(async () => {
	page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 } });
});
beforeEach(async () => {
	await page.goto(`${views().url}#mcp-servers`);
	await page.reload();
	await page.getByRole("heading", { level: 2, name: "files" }).waitFor();
	await told();
});

test("an operator chooses what a tool may do and accepts it; a changed one says what changed", async () => {
	await page.getByText(text.changed("its description, its arguments")).waitFor();
	await page.getByText("Writes a file of the workspace.").waitFor();
	await field(text.tierOf("run_query")).selectOption("read");
	await page.getByRole("button", { name: text.acceptOf("run_query") }).focus();
	await page.keyboard.press("Enter");
	await page.getByText(text.accepted(["run_query"])).waitFor();
	expect((await told())[0]?.[1].body).toEqual({ tools: [{ name: "run_query", hash: "sha256:run_query", tier: "read" }] });
	expect(await page.getByRole("button", { name: text.acceptOf("old_tool") }).count()).toBe(0);
});

test("an operator registers a program and an address, and hears at the field why one cannot be", async () => {
	await field(text.name).fill("inside");
	await field(text.program).fill("/srv/shop/server.js");
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(/lies in a workspace/i).waitFor();
	expect(await field(text.program).inputValue()).toBe("/srv/shop/server.js");
	await field(text.name).fill("web");
	await field(text.kind).selectOption("http");
	await field(text.url).fill("https://mcp.example/");
	await page.getByLabel(text.headers).fill("Authorization: Bearer x");
	await told();
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(text.added("web", 1)).waitFor();
	expect((await told())[0]?.[1].body).toMatchObject({
		name: "web",
		tenantId: null,
		reach: { transport: "http", url: "https://mcp.example/", headers: { Authorization: "Bearer x" }, allowPrivate: false },
	});
});

test("an operator removes a server, asked first; one of the configuration file stays", async () => {
	await page.getByRole("button", { name: text.actionsFor("tickets") }).click();
	await page.getByRole("menuitem", { name: text.remove }).click();
	await page.getByRole("button", { name: text.removeConfirm }).click();
	await page.getByText(text.removed("tickets")).waitFor();
	expect(await page.getByRole("button", { name: text.actionsFor("later") }).count()).toBe(0);
});
