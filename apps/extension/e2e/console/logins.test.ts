import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { loginsText as text } from "../../src/console/you/logins/words.ts";
import { loginText as offer } from "../../src/panel/ask/words.ts";
import { openViews, sheet, useViews } from "../views.ts";

const views = useViews("console");
const panels = useViews("gallery");

eachOf(["light", "dark"] as const)("a new login shows its code once, in the %s theme", async (theme) => {
	const { page, show, settle, violations, overflow } = await openViews(views(), {
		colorScheme: theme,
		viewport: { width: 1_024, height: 900 },
	});
	await show("logins");
	await page.getByText("Warehouse").first().waitFor();
	await settle();
	await page.screenshot({ path: join(sheet, `console-logins-${theme}.png`), fullPage: true });
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByLabel(text.name, { exact: true }).fill("Shop");
	await page.getByLabel(text.site, { exact: true }).fill("shop.example");
	await page.getByLabel(text.password, { exact: true }).fill("hunter2");
	await page.getByLabel(text.seed).fill("GEZDGNBVGY3TQOJQ");
	await settle();
	await page.screenshot({ path: join(sheet, `console-logins-add-${theme}.png`) });
	expect(await violations()).toEqual([]);
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.save, exact: true }).click();
	await page.getByRole("heading", { name: text.codeTitle("Customer portal") }).waitFor();
	const body = {
		name: "Shop",
		site: "shop.example",
		username: "",
		password: "hunter2",
		totp: "GEZDGNBVGY3TQOJQ",
		sharing: { kind: "nobody" },
	};
	expect(((await page.evaluate("told.splice(0)")) as unknown[])[0]).toEqual(["POST /api/v1/agent/logins", { body }]);
	expect(await page.getByLabel(text.code, { exact: true }).inputValue()).toBe("287082");
	await settle();
	expect(await violations()).toEqual([]);
	expect(await overflow()).toBe(0);
	await page.getByRole("button", { name: text.hide }).click();
	expect(await page.getByLabel(text.code, { exact: true }).count()).toBe(0);
	await page.setViewportSize({ width: 353, height: 800 });
	expect(await overflow()).toBe(0);
	await page.screenshot({ path: join(sheet, `console-logins-353-${theme}.png`), fullPage: true });
	await page.setViewportSize({ width: 1_024, height: 900 });
	await show("routine");
	await page.getByRole("heading", { name: text.bound }).scrollIntoViewIfNeeded();
	await settle();
	await page.screenshot({ path: join(sheet, `console-routine-logins-${theme}.png`) });
});

test("a login that is changed keeps its password unless another one is typed, and is deleted after a question", async () => {
	const page = await views().browser.newPage();
	await page.goto(`${views().url}#logins`);
	const open = () => page.getByRole("button", { name: text.actionsFor("Warehouse") }).click();
	await open();
	await page.getByRole("menuitem", { name: text.edit, exact: true }).click();
	await page.getByLabel(text.username).fill("bob");
	expect(await page.getByLabel(text.password).inputValue()).toBe("");
	await page.evaluate("told.splice(0)");
	await page.getByRole("button", { name: text.save, exact: true }).click();
	const sent = async () => (await page.evaluate("told.splice(0)")) as [string, { body?: object }][];
	await expect.poll(async () => (await sent()).find(([what]) => what.startsWith("PATCH"))?.[1].body).toMatchObject({ username: "bob" });
	await open();
	await page.getByRole("menuitem", { name: text.remove, exact: true }).click();
	await page.getByText(text.removeEffect).waitFor();
	await page.getByRole("button", { name: text.removeConfirm, exact: true }).click();
	await page.getByText(text.removed("Warehouse")).waitFor();
});

eachOf(["light", "dark"] as const)(
	"a hand-over offers the logins of its page, and to save what is typed, in the %s theme",
	async (theme) => {
		const { page, show, settle, violations, overflow } = await openViews(panels(), {
			colorScheme: theme,
			viewport: { width: 360, height: 720 },
		});
		await show("handoff");
		await page.getByRole("button", { name: offer.use({ name: "Shop", username: "ada@shop.example" }) }).click();
		await page.getByText(offer.filled(["username", "password"])).waitFor();
		await settle();
		await page.screenshot({ path: join(sheet, `login-offer-${theme}.png`) });
		await page.getByRole("button", { name: offer.save, exact: true }).click();
		expect(await page.getByLabel(offer.name).inputValue()).toBe("shop.example");
		// A button under the pointer has another colour.
		await page.mouse.move(0, 0);
		await settle();
		await page.screenshot({ path: join(sheet, `login-save-${theme}.png`) });
		expect(await violations()).toEqual([]);
		expect(await overflow()).toBe(0);
		await page.getByRole("button", { name: offer.saveNow, exact: true }).click();
		await page.getByText(offer.saved("shop.example")).waitFor();
	},
);
