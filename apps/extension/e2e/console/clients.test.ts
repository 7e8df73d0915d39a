import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { clientsText as text } from "../../src/console/you/clients/words.ts";
import { openViews, sheet, useViews } from "../views.ts";

const views = useViews("console");

eachOf(["light", "dark"] as const)("a new client's token is shown once with configurations to copy, in the %s theme", async (theme) => {
	const { page, show, settle, violations, overflow } = await openViews(views(), {
		colorScheme: theme,
		viewport: { width: 1_024, height: 800 },
	});
	await show("clients-empty");
	await page.getByText(text.empty).waitFor();
	await page.getByLabel(text.name, { exact: true }).fill("Claude Code on my laptop");
	await page.getByText(text.scopes["workspace:read"], { exact: true }).click();
	await page.getByLabel(text.days, { exact: true }).selectOption("7");
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.connect, exact: true }).click();
	await page.getByRole("heading", { name: text.once.title("Claude Code on my laptop") }).waitFor();
	expect(((await page.evaluate("told.splice(0)")) as unknown[])[0]).toEqual([
		"POST /api/v1/agent/mcp-clients",
		{ body: { name: "Claude Code on my laptop", scopes: ["browser:act", "browser:read", "workspace:read"], days: 7 } },
	]);
	await page.getByText(/^claude mcp add --transport http webhand http:\/\/127\.0\.0\.1:8787\/mcp --header/).waitFor();
	// A button under the pointer is between two colours.
	await page.mouse.move(0, 0);
	await settle();
	await page.screenshot({ path: join(sheet, `console-clients-connected-${theme}.png`), fullPage: true });
	expect(await violations()).toEqual([]);
	expect(await overflow()).toBe(0);
	await page.getByRole("button", { name: text.once.hide }).click();
	expect(await page.getByLabel(text.once.token).count()).toBe(0);
});

test("what the server refuses stands beside its field, and nothing typed is lost", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#clients-refused`);
	await page.getByLabel(text.name, { exact: true }).fill(" ");
	await page.getByRole("button", { name: text.connect, exact: true }).click();
	await page.getByText(text.noScope).waitFor();
	expect(await page.getByLabel(text.name, { exact: true }).getAttribute("aria-invalid")).toBe("true");
	expect(await page.getByLabel(text.name, { exact: true }).inputValue()).toBe(" ");
});

test("a client is revoked after a question; one that has ended offers nothing", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#clients`);
	expect(await page.getByRole("button", { name: text.revokeOf("Editor") }).count()).toBe(0);
	await page.getByRole("button", { name: text.revokeOf("Claude Code on my laptop") }).click();
	await page.getByRole("button", { name: text.revokeConfirm }).click();
	await page.getByText(text.revoked("Claude Code on my laptop")).waitFor();
});
