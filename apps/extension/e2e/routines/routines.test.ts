import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { sentencesOf } from "@webhand/routines/make/sentences";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routinesText } from "../../src/panel/routines/words.ts";
import { openViews, useViews } from "../views.ts";
import { paste, press, testEachState } from "./each-state.ts";
import { program, routineId, runId } from "./sample-routines.ts";

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

test("a stop is asked for, and ends what this browser does; unknown rows are repeated only after a question", async () => {
	await show("running/stop");
	await page.getByText("Enter an invoice: Customer Harbour Kitchen 8, Amount 49.90").waitFor();
	await told();
	await press(page, routinesText.run.stop);
	await page.getByRole("alertdialog").getByRole("button", { name: routinesText.run.stop }).click();
	await expect.poll(told).toContainEqual(["leave", runId]);

	await show("results/unknown");
	await press(page, routinesText.run.retryUnknown(1));
	await page.getByRole("alertdialog").getByRole("button", { name: routinesText.run.repeat }).click();
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routine-runs/:runId/change"))
		.toMatchObject([{ body: { change: "retry", withUnknown: true } }]);
});

test("done, done without a check, not saved and unknown look different and say so", async () => {
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
				const { color, backgroundColor, borderStyle } = getComputedStyle(element);
				return [color, backgroundColor, borderStyle].join(" ");
			}),
		);
	}
	expect(looks.size).toBe(words.length);
});

test("a task is saved as a routine without the step and the input that the person left out", async () => {
	await show("save/edit");
	await page.getByText(routinesText.save.inputsHint).waitFor();
	await told();
	const [secret = ""] = sentencesOf(program).flatMap(({ id, text }) => (id === "s8" ? [text] : []));
	await press(page, routinesText.save.remove(secret));
	await press(page, routinesText.save.fix("Harbour Kitchen"));
	await page.getByText(/with “Harbour Kitchen”/).waitFor();
	await page.getByText(routinesText.save.share("Demo")).click();
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
	await press(page, routinesText.version.take);
	await expect
		.poll(() => callsOf("POST /api/v1/agent/routines/:routineId/versions/:number/decide"))
		.toMatchObject([{ params: { number: 4 }, body: { decision: "take" } }]);
	await show("proposal-foreign/take");
	await page.getByText(routinesText.version.notYours).waitFor();
	expect(await page.getByRole("button", { name: routinesText.version.take }).count()).toBe(0);
});
