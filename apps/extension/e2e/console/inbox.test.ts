import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { webhooksText as hooks } from "../../src/console/org/webhooks/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { inboxText as text } from "../../src/console/you/inbox/words.ts";
import { mandateText } from "../../src/kit/mandates/words.ts";
import { useViews } from "../views.ts";

const views = useViews("console");
const pay = "Pay an invoice: number 2041, amount 60";
let page: Page;

const show = async (name: string) => {
	await page.goto(`${views().url}#${name}`);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).first().waitFor();
};
const answers = async () => {
	const told = (await page.evaluate("told.splice(0)")) as [string, Readonly<Record<string, unknown>>][];
	return told.flatMap(([name, input]) => (name.endsWith("/answer") ? [input["body"]] : []));
};

beforeAll(async () => {
	page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 } });
});

test("a yes is asked for once more with what it is for, and each answer names its question", async () => {
	await show("waiting");
	const dialog = page.getByRole("alertdialog");
	await page.getByRole("button", { name: text.allowOf(pay) }).click();
	await dialog.getByText("Amount: 60.00 €").waitFor();
	expect(await answers()).toEqual([]);
	await dialog.getByRole("button", { name: text.allow, exact: true }).click();
	await page.getByText(text.told.allowed).waitFor();
	await page.getByRole("button", { name: "250 g", exact: true }).click();
	await page.getByText(text.told.sent).waitFor();
	expect(await answers()).toEqual([
		{ approved: true, questionId: `que_${"a".repeat(22)}` },
		{ answer: "250 g", questionId: `que_${"b".repeat(22)}` },
	]);
	await show("waiting-gone");
	await page.getByRole("button", { name: text.denyOf(pay) }).click();
	await page.getByText(text.refusals.QUESTION_CHANGED).waitFor();
});

test("a yes for all rows of a run gives a mandate first, and says what it allows", async () => {
	await show("waiting");
	await answers();
	await page.getByText(mandateText.run(300)).click();
	await page.getByRole("button", { name: text.allowOf(pay) }).click();
	const words = "Allowed for all 300 rows of this run, up to €60.00 each.";
	await page.getByRole("alertdialog").getByText(words).waitFor();
	await page.getByRole("alertdialog").getByRole("button", { name: mandateText.grant, exact: true }).click();
	await page.getByText(text.told.allowedFor(words)).waitFor();
	const told = (await page.evaluate("told.splice(0)")) as [string, Readonly<Record<string, unknown>>][];
	const asked = told.filter(([name]) => name.startsWith("POST"));
	expect(asked.map(([name]) => name)).toEqual(["POST /api/v1/agent/mandates", "POST /agent/run/:runId/answer"]);
	expect(asked[0]?.[1]["body"]).toMatchObject({ steps: ["s9"], uses: 300, amount: { perUse: 60, inSum: 18_000 } });
	expect(asked[1]?.[1]["body"]).toEqual({ approved: true, remember: "run", questionId: `que_${"a".repeat(22)}` });
});

test("the secret of a new webhook is shown once, and a refused address stands at its field", async () => {
	await show("webhooks");
	await page.getByLabel(hooks.url, { exact: true }).fill("https://hooks.example.com/webhand/invoices");
	await page.getByRole("button", { name: hooks.add, exact: true }).click();
	expect(await page.getByLabel(hooks.secret, { exact: true }).inputValue()).toMatch(/^whsec_/);
	await page.getByRole("button", { name: hooks.hide }).click();
	expect(await page.getByLabel(hooks.secret, { exact: true }).count()).toBe(0);
	await show("webhooks-refused");
	await page.getByLabel(hooks.url, { exact: true }).fill("https://10.0.0.1/");
	await page.getByRole("button", { name: hooks.add, exact: true }).click();
	await page.getByText("Must not lead to a private, loopback or link-local address.").waitFor();
});

test("a test that could not be sent is said", async () => {
	await show("webhooks");
	await page.getByRole("button", { name: hooks.actionsFor("https://hooks.example.com/webhand/invoices") }).click();
	await page.getByRole("menuitem", { name: hooks.sendTest }).click();
	await page.getByText(consoleText.problem.offline).waitFor();
	expect(await page.getByText(hooks.tested).count()).toBe(0);
});
