import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { sentencesOf } from "@webhand/routines/make/sentences";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { mandateText } from "../../src/kit/mandates/words.ts";
import { routineText, runText } from "../../src/kit/routines/words.ts";
import { askText } from "../../src/panel/ask/words.ts";
import { chatText } from "../../src/panel/chat/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import { taskText } from "../../src/panel/task/words.ts";
import { press } from "../each-shot.ts";
import { openViews, useViews } from "../views.ts";
import { areColumnsPicked, paste, testEachState } from "./each-state.ts";
import { program, routineId, runId, taskId } from "./sample-routines.ts";

const views = useViews("routines");

testEachState(views);

type Call = {
	readonly params?: Record<string, unknown>;
	readonly query?: Record<string, unknown>;
	readonly body?: Record<string, unknown>;
};

let page: Page;
let show: (name: string) => Promise<void>;
beforeAll(async () => {
	({ page, show } = await openViews(views(), { viewport: { width: 360, height: 900 }, locale: "en-GB", timezoneId: "UTC" }));
});

const told = () => page.evaluate("told.splice(0)") as Promise<[string, Call | string][]>;
const callsOf = async (name: string) => (await told()).flatMap(([told, input]) => (told === name ? [input as Call] : []));
/** The body of the only call of a route. */
const bodyOf = async (name: string) => {
	const [call, ...others] = await callsOf(name);
	if (call?.body === undefined || others.length > 0)
		throw new Error(`${name} was called ${others.length + Number(call !== undefined)} times`);
	return call.body;
};
const rowCount = ({ rows }: Record<string, unknown>) => (Array.isArray(rows) ? rows.length : Number.NaN);
const start = "POST /api/v1/agent/routines/:routineId/runs";

test("the library is narrowed to the site of the page in front", async () => {
	await show("library/here");
	await page.getByText(routinesText.library.hereOnly("shop.example")).waitFor();
	await told();
	await page.getByText(routinesText.library.hereOnly("shop.example")).click();
	await expect.poll(() => callsOf("GET /api/v1/agent/routines")).toMatchObject([{ query: { site: "shop.example" } }]);
});

test("a run starts with the values that were given, asks before a save while the panel is careful, and this browser does it", async () => {
	await show("form/start");
	await told();
	await page.getByLabel("Customer").fill("Tea & Co");
	await page.getByLabel("Amount").fill("12.50");
	await page.getByLabel("Due date").fill("2026-03-31");
	await page.getByLabel("Category").selectOption("Office");
	await page.getByLabel("Approval PIN").fill("4711");
	await page.getByLabel("Receipt").setInputFiles({ name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
	await press(page, routinesText.form.run);
	await page.getByText(routinesText.run.minutesLeft(12)).waitFor();
	const asked = await told();
	const values = { customer: "Tea & Co", amount: "12.50", due: "2026-03-31", category: "Office", pin: "4711", receipt: "receipt.pdf" };
	expect(asked.find(([name]) => name === start)?.[1]).toMatchObject({
		params: { routineId },
		body: { rows: [values], options: { mode: "careful", isDryRun: false } },
	});
	expect(asked).toContainEqual(["play", runId, ["receipt.pdf"]]);
});

test("a list runs only once each cell can be used; its first row can be tried alone", async () => {
	await show("list-faulty/refused");
	await paste(page);
	await page.getByText("Row 3, “Betrag”: “zwölf” is no number").waitFor();
	await page.getByText(routinesText.list.missing(["Approval PIN"])).waitFor();
	expect(await page.getByRole("button", { name: routinesText.list.run(12) }).count()).toBe(0);

	await show("list/first");
	await paste(page);
	await told();
	await press(page, routinesText.list.tryFirst);
	await page.getByText(routinesText.run.minutesLeft(12)).waitFor();
	const first = await bodyOf(start);
	expect(rowCount(first)).toBe(1);
	expect(first["options"]).toMatchObject({ isDryRun: true });

	await show("list/all");
	await paste(page);
	await page.getByLabel(routinesText.list.key).selectOption("customer");
	await press(page, routinesText.list.run(12));
	await page.getByText(routinesText.run.minutesLeft(12)).waitFor();
	const all = await bodyOf(start);
	expect(rowCount(all)).toBe(12);
	expect(all["options"]).toMatchObject({ isDryRun: false, keyOf: ["customer"] });
});

test("another column for an input takes it from the one before", async () => {
	await show("list/mapping");
	await paste(page);
	const column = page.getByLabel(routinesText.list.column("Bemerkung"));
	await column.waitFor();
	await told();
	await column.selectOption("customer");
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routines/:routineId/rows"))
		.toMatchObject([{ body: { mapping: { Bemerkung: "customer", Kunde: null, Betrag: "amount" } } }]);
});

test("a task that was done again and again is offered as a routine of all of them, and not once the person wants none", async () => {
	await show("repeats/save");
	await page.getByText(taskText.repeats(6)).waitFor();
	await told();
	const line = page.getByRole("group", { name: taskText.repeats(6) });
	await line.getByRole("button", { name: taskText.saveRoutine }).click();
	await page.getByText(routinesText.save.inputsHint).waitFor();
	const [draft] = await callsOf("POST /api/v1/agent/routines/draft");
	expect(draft?.body?.["repeats"]).toEqual([taskId]);

	await show("repeats/none");
	await line.getByRole("button", { name: taskText.noRoutine }).click();
	await line.waitFor({ state: "hidden" });
	expect(await callsOf("DELETE /api/agent/tasks/:taskId/repeats")).toHaveLength(1);
});

test("a stop is asked for, and ends what this browser does; unknown rows are repeated only after a question", async () => {
	await show("running/stop");
	await page.getByText("Enter an invoice: Customer Harbour Kitchen 8, Amount 49.90").waitFor();
	await told();
	await press(page, routinesText.run.stop);
	await page.getByRole("alertdialog").getByRole("button", { name: routinesText.run.stop }).click();
	await expect.poll(told).toContainEqual(["leave", runId]);

	await show("results/unknown");
	await press(page, routinesText.run.retryUnknown(5, 1));
	await page.getByRole("alertdialog").getByRole("button", { name: routinesText.run.repeat }).click();
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routine-runs/:runId/change"))
		.toMatchObject([{ body: { change: "retry", withUnknown: true } }]);
});

test("done, done without a check, not saved and unknown have signs of their own and say so, also in the counts of the run", async () => {
	await show("results/looks");
	const badges = page.getByRole("listitem");
	const words = [
		routinesText.run.row.done,
		routinesText.run.row.done_unchecked,
		routinesText.run.row.not_saved,
		routinesText.run.row.unknown,
	];
	const looks = new Set<string>();
	for (const word of words) {
		const badge = badges.getByText(word, { exact: true }).first();
		await badge.waitFor();
		looks.add(
			await badge.evaluate((element) => {
				// The sign differs for who sees no colours.
				return element.querySelector("svg")?.innerHTML ?? "";
			}),
		);
	}
	expect(looks.size).toBe(words.length);
	const counts = page.getByRole("list", { name: runText.ends }).getByRole("listitem");
	expect(await counts.allTextContents()).toEqual(["Done: 293", "Done, not checked: 2", "Not saved: 1", "Failed: 3", "Unknown: 1"]);
});

test("a task is saved as a routine without the step and the input that the person left out", async () => {
	await show("save/edit");
	await page.getByText(routinesText.save.inputsHint).waitFor();
	await told();
	const [secret = ""] = sentencesOf(program).flatMap(({ id, text }) => (id === "s8" ? [text] : []));
	await press(page, routinesText.save.remove(secret));
	await press(page, routinesText.save.fix("Harbour Kitchen"));
	await page.getByText(/with “Harbour Kitchen”/).waitFor();
	await page.getByText(routineText.share("Demo")).click();
	await press(page, routinesText.save.save);
	await page.getByText(routinesText.form.proposal).waitFor();
	const { program: saved, ...facts } = await bodyOf("POST /api/v1/agent/routines");
	const left = RoutineProgram.parse(saved);
	expect(facts).toMatchObject({ name: "Enter an invoice", isShared: true, origin: { kind: "task" } });
	expect(left.inputs.map(({ name }) => name)).not.toContain("pin");
	expect(left.inputs.map(({ name }) => name)).not.toContain("customer");
	expect(left.steps.find(({ id }) => id === "s2")).toMatchObject({ value: ["Harbour Kitchen"] });
});

test("a proposed version is taken by one press, and nobody else than its owner is offered that", async () => {
	await show("proposal/take");
	await press(page, routineText.take);
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routines/:routineId/versions/:number/decide"))
		.toMatchObject([{ params: { number: 4 }, body: { decision: "take" } }]);
	await show("proposal-foreign/take");
	await page.getByText(routinesText.version.notYours).waitFor();
	expect(await page.getByRole("button", { name: routineText.take }).count()).toBe(0);
});

test("the keyboard alone goes through form and list: each view's heading and the first faulty field get the focus", async () => {
	await show("library/keyboard");
	const focused = () => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 30)}`);
	await page.locator("[data-row]").nth(1).focus();
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await expect.poll(focused).toBe("H2 Enter an invoice");
	await page.getByLabel("Due date").focus();
	await page.keyboard.press("Enter");
	await page.getByText(routinesText.form.fillIn).first().waitFor();
	await expect.poll(() => page.getByLabel("Customer").evaluate((field) => field === document.activeElement)).toBe(true);
	await page.getByRole("button", { name: routinesText.form.withList }).focus();
	await page.keyboard.press("Enter");
	await expect.poll(focused).toBe(`H2 ${routinesText.list.title("Enter an invoice")}`);
	await page.getByRole("textbox", { name: routinesText.list.paste }).fill("Kunde\nAda\n");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await page.getByText(routinesText.list.mapping).waitFor();
	await expect.poll(focused).toBe(`H2 ${routinesText.list.title("Enter an invoice")}`);
});

test("a screen reader hears of a run by its state and tenths, and not of each step", async () => {
	await show("running/heard");
	await page.getByText(routinesText.run.minutesLeft(12)).waitFor();
	const heard = (await page.getByRole("status").allTextContents()).filter((text) => text !== "");
	expect(heard).toContain(runText.heard(runText.state.running, 10));
	expect(heard.join(" ")).not.toMatch(/of 300|Click “Save”/);
});

test("what the row under way asks is answered in the view of its run, for all of its rows", async () => {
	await show("running-asks/answered");
	const dialog = page.getByRole("alertdialog");
	await dialog.getByText(/May I click/).waitFor();
	await told();
	await dialog.getByText(mandateText.run(300)).click();
	await dialog.getByRole("button", { name: mandateText.grant, exact: true }).click();
	await page.getByText(askText.sent).waitFor();
	const asked = await told();
	expect(asked.find(([name]) => name === "grant")?.[1]).toMatchObject({ step: "s9", isForRun: true, terms: { uses: 300 } });
	const answer = asked.find(([name]) => name === "POST /agent/run/:runId/answer")?.[1];
	expect(answer).toMatchObject({ body: { approved: true, remember: "run", questionId: `que_${"a".repeat(22)}` } });
});

test("an order that reads a list is offered as a table of the columns that it names", async () => {
	await show("order/table");
	await told();
	await press(page, chatText.readListWith("number, date and amount"));
	await areColumnsPicked(page);
	expect((await callsOf("POST /api/v1/agent/routines/lists/columns")).map(({ body }) => body?.["words"])).toEqual([
		"number, date and amount",
	]);
	const ticked = await page.getByRole("list", { name: routinesText.read.columns }).getByRole("checkbox", { checked: true }).count();
	expect(ticked).toBe(3);
});

test("a list is read by a routine for one run, on this page; its table becomes the list of another routine", async () => {
	await show("read/start");
	await page.getByRole("button", { name: /Open invoices/ }).click();
	await page.getByRole("list", { name: routinesText.read.columns }).getByText("Due", { exact: true }).click();
	await page.getByLabel(routinesText.read.way).selectOption({ label: routinesText.read.ways.press("Load more") });
	await told();
	await press(page, routinesText.read.start);
	await page.getByText(routinesText.run.minutesLeft(12)).waitFor();
	const asked = await told();
	expect(asked.find(([name]) => name === "POST /api/v1/agent/routines")?.[1]).toMatchObject({
		body: {
			name: "Open invoices",
			isOnce: true,
			origin: { kind: "reading" },
			program: {
				steps: [
					{
						do: "read",
						columns: [{ label: "Number" }, { label: "Customer" }, { label: "Amount" }],
						paging: { by: { name: ["Load more"] } },
					},
				],
			},
		},
	});
	expect(asked).toContainEqual(["play", runId, [], "on this page"]);

	await show("table/use");
	await press(page, routinesText.table.useAsList);
	await told();
	await press(page, routinesText.table.use);
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routines/:routineId/rows"))
		.toMatchObject([{ body: { text: expect.stringMatching(/^Number\tCustomer\tDue\tAmount\tSource\nR-1041\t/) } }]);
});
