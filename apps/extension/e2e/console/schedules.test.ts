import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { schedulesText as text } from "../../src/console/schedules/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { useViews } from "../views.ts";
import { scheduleId } from "./schedule-states.ts";

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

test("schedules say when, what comes next and what was missed, beside the week", async () => {
	await show("schedules");
	await page.getByText(text.inZone("every weekday at 07:30", "Europe/Berlin")).waitFor();
	await page.getByText(text.misses(2)).first().waitFor();
	await page.getByText(text.rests).waitFor();
	expect(await page.getByText(text.calendar).count()).toBeGreaterThan(0);
	await show("schedule");
	const started = page.getByRole("list", { name: text.starts }).getByRole("listitem");
	await expect.poll(async () => await started.count()).toBe(3);
	await page.getByText("Webhand was not running at that time").waitFor();
});

test("a preset becomes cron with the next starts beside it; what the server refuses stands at its field", async () => {
	await show("schedule-new");
	await page.getByRole("status").getByText(text.next).waitFor();
	await page.getByLabel(text.presets.label, { exact: true }).selectOption({ label: text.presets.weekly });
	await page.getByLabel(text.day, { exact: true }).selectOption({ label: "Sunday" });
	await page.getByLabel(text.time, { exact: true }).fill("18:61");
	await page.getByLabel("Number", { exact: true }).fill("INV-1");
	await page.getByRole("button", { name: text.save }).click();
	await page.getByText("minute that cannot be read").waitFor();
	await page.getByLabel(text.time, { exact: true }).fill("18:05");
	await page.getByRole("button", { name: text.save }).click();
	await page.getByText(text.created).waitFor();
	const sent = (await sentOf("POST /api/v1/agent/schedules")).at(-1)?.body;
	expect(sent).toMatchObject({ cron: "5 18 * * 0", rows: [{ number: "INV-1" }], queue: { browser: "mine", labels: [] }, missed: "skip" });
});

test("a schedule is paused at once and deleted after a question; one whose routine is gone has no form", async () => {
	await show("schedule");
	await page.getByRole("button", { name: text.pause }).click();
	await expect.poll(async () => (await sentOf("POST /api/v1/agent/schedules/:scheduleId/pause")).length).toBe(1);
	await page.getByRole("button", { name: text.remove, exact: true }).click();
	await page.getByRole("alertdialog").getByRole("button", { name: text.remove, exact: true }).click();
	await page.getByText(text.removed).waitFor();
	expect(await sentOf("DELETE /api/v1/agent/schedules/:scheduleId")).toMatchObject([{ params: { scheduleId } }]);
	await show("schedule-rests");
	await page.getByText(text.paused.no_access).waitFor();
	expect(await page.getByRole("button", { name: text.save }).count()).toBe(0);
});

test("a pasted list becomes the rows of a schedule; the current version of another person's routine is warned of, and not the default", async () => {
	await show("schedule-new-foreign");
	expect(await page.getByLabel(text.version, { exact: true }).inputValue()).toBe("pinned");
	await page.getByLabel(text.version, { exact: true }).selectOption("current");
	await page.getByText(text.foreignCurrent).waitFor();
	await page.getByRole("button", { name: text.useList }).click();
	await page.getByLabel(routinesText.list.paste).fill("number\tamount\nINV-1\t1\nINV-2\t2");
	await page.getByRole("button", { name: routinesText.list.read }).click();
	await page.getByRole("button", { name: text.takeList(2) }).click();
	await page.getByText(text.list(2)).waitFor();
	await page.getByRole("button", { name: text.save }).click();
	await page.getByText(text.created).waitFor();
	const sent = (await sentOf("POST /api/v1/agent/schedules")).at(-1)?.body as { readonly rows: object[]; readonly version?: number };
	expect([sent.rows, sent.version]).toEqual([
		[
			{ number: "INV-1", amount: "1" },
			{ number: "INV-2", amount: "2" },
		],
		undefined,
	]);
});
