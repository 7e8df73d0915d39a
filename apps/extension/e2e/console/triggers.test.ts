import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { triggersText as text } from "../../src/console/triggers/words.ts";
import { useViews } from "../views.ts";

type Told = readonly [string, { readonly body?: unknown; readonly params?: unknown }];

const views = useViews("console");
let page: Page;
const show = async (name: string) => {
	await page.goto(`${views().url}#${name}`);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).first().waitFor();
};
const sentOf = async (name: string) => ((await page.evaluate("told")) as Told[]).filter(([what]) => what === name).map(([, sent]) => sent);

beforeAll(async () => {
	page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 } });
});

test("a sample shows at once what each input would get; the secret is shown once, with a call that uses it", async () => {
	await show("trigger-new");
	await page.getByLabel(text.name, { exact: true }).fill("Tickets");
	await page.getByLabel(new RegExp(`^${text.sample}`)).fill('{"order":{"id":"INV-7","sum":"many"}}');
	const fields = page.getByRole("group", { name: text.fields });
	await fields.getByLabel("Number").fill("order.id");
	await fields.getByText(text.found("INV-7")).waitFor();
	await fields.getByLabel("Amount").fill("order.sum");
	await fields.getByText("is not a number").waitFor();
	await page.getByRole("button", { name: text.add, exact: true }).click();
	await page.getByText(text.secretTitle("Tickets")).waitFor();
	await page.getByText("webhook-signature: v1,$sign").waitFor();
	const [sent] = await sentOf("POST /api/v1/agent/triggers");
	expect(sent?.body).toMatchObject({ name: "Tickets", fields: { number: "order.id", amount: "order.sum" }, queue: { browser: "mine" } });
	await page.getByRole("button", { name: text.hide }).click();
	expect(await page.getByText("whsec_").count()).toBe(0);
});

test("an address is paused at once, and deleted after a question; admins may look at those of everybody", async () => {
	await show("triggers");
	const choose = async (action: string) => {
		await page.getByRole("button", { name: text.actionsFor("Orders of the shop") }).click();
		await page.getByRole("menuitem", { name: action, exact: true }).click();
	};
	await choose(text.pause);
	await page.getByText(text.paused).waitFor();
	await choose(text.remove);
	await page.getByRole("alertdialog").getByRole("button", { name: text.removeConfirm, exact: true }).click();
	await page.getByText(text.removed).waitFor();
	expect(await sentOf("PATCH /api/v1/agent/triggers/:triggerId")).toMatchObject([{ body: { isPaused: true } }]);
	expect(await sentOf("DELETE /api/v1/agent/triggers/:triggerId")).toHaveLength(1);
	expect(await page.getByLabel(text.all).count()).toBe(1);
});
