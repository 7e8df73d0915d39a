import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { serviceAccountsText } from "../../src/console/org/service-accounts/words.ts";
import { apiKeysText as text } from "../../src/console/you/api-keys/words.ts";
import { openViews, sheet, useViews } from "../views.ts";

const views = useViews("console");

eachOf(["light", "dark"] as const)("a new key is shown once, with a way to copy it, in the %s theme", async (theme) => {
	const { page, show, settle, violations, overflow } = await openViews(views(), {
		colorScheme: theme,
		viewport: { width: 1_024, height: 800 },
	});
	await show("apikeys-empty");
	await page.getByText(text.empty).waitFor();
	await page.getByLabel(text.name, { exact: true }).fill("Nightly report");
	// By keyboard alone.
	await page.getByRole("checkbox", { name: text.scopes["usage:read"] }).focus();
	await page.keyboard.press("Space");
	await page.getByLabel(text.addresses).fill("203.0.113.7\n10.0.0.0/8");
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.make, exact: true }).press("Enter");
	await page.getByRole("heading", { name: text.once.title("Nightly report") }).waitFor();
	const scopes = ["routines:run", "routines:read", "usage:read"];
	const body = { name: "Nightly report", scopes, days: 90, addresses: ["203.0.113.7", "10.0.0.0/8"] };
	expect(((await page.evaluate("told.splice(0)")) as unknown[])[0]).toEqual(["POST /api/v1/user/api-keys", { body }]);
	await page.mouse.move(0, 0);
	await settle();
	await page.screenshot({ path: join(sheet, `console-apikeys-made-${theme}.png`), fullPage: true });
	expect(await violations()).toEqual([]);
	expect(await overflow()).toBe(0);
	expect(await page.getByLabel(text.once.key, { exact: true }).inputValue()).toMatch(/^whk_x{43}$/);
	await page.getByRole("button", { name: text.once.hide }).click();
	expect(await page.getByLabel(text.once.key, { exact: true }).count()).toBe(0);
});

test("what is wrong names its line, a key is revoked after a question, and who may have none is told so", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#apikeys-refused`);
	await page.getByLabel(text.addresses).fill("10.0.0.7, nowhere");
	await page.getByRole("button", { name: text.make, exact: true }).click();
	await page.getByText("nowhere must be an address", { exact: false }).waitFor();
	await page.goto(`${views().url}#apikeys`);
	await page.reload();
	expect(await page.getByRole("button", { name: text.revokeOf("Warehouse") }).count()).toBe(0);
	await page.getByRole("button", { name: text.revokeOf("Nightly report") }).click();
	await page.getByRole("button", { name: text.revokeConfirm }).click();
	await page.getByText(text.revoked("Nightly report")).waitFor();
	await page.goto(`${views().url}#apikeys-barred`);
	await page.reload();
	await page.getByText(text.notAllowed).waitFor();
	expect(await page.getByRole("button", { name: text.make, exact: true }).count()).toBe(0);
});

test("an admin makes a service account with its first key", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#services`);
	await page.getByLabel(serviceAccountsText.accountName, { exact: true }).fill("Reports");
	await page.getByLabel(text.name, { exact: true }).fill("Nightly report");
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.make, exact: true }).click();
	await page.getByRole("heading", { name: text.once.title("Nightly report") }).waitFor();
	const told = (await page.evaluate("told.splice(0)")) as [string, { readonly params?: { readonly userId?: string } }][];
	expect(told.filter(([route]) => route.startsWith("POST")).map(([route, { params }]) => [route, params?.userId])).toEqual([
		["POST /api/v1/orgs/:orgId/service-accounts", undefined],
		["POST /api/v1/orgs/:orgId/service-accounts/:userId/api-keys", `usr_${"n".repeat(22)}`],
	]);
});
