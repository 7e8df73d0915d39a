import { readFile } from "node:fs/promises";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { editText as edit } from "../../src/console/routines/edit/words.ts";
import { mandatesText as mandates } from "../../src/console/routines/mandates/words.ts";
import { runsText as runsPage, routinesText as text } from "../../src/console/routines/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { mandateText } from "../../src/kit/mandates/words.ts";
import { routineText, runText } from "../../src/kit/routines/words.ts";
import { statesText } from "../../src/kit/words/state-words.ts";
import { useViews } from "../views.ts";

type Told = readonly [
	string,
	{ readonly body?: Record<string, unknown>; readonly headers?: Record<string, string>; readonly query?: unknown },
];

const views = useViews("console");
let page: Page;
const show = async (name: string) => {
	await page.goto(`${views().url}#${name}`);
	await page.reload();
	await page.getByRole("heading", { level: 1 }).first().waitFor();
};
const told = async () => (await page.evaluate("told.splice(0)")) as Told[];
const sentOf = (calls: readonly Told[], name: string) => calls.filter(([what]) => what === name).map(([, sent]) => sent);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const steps = () => page.getByRole("list", { name: edit.steps }).getByRole("listitem");
const menu = async (of: RegExp, action: string) => {
	await page.getByRole("button", { name: of }).click();
	await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const downloaded = async (press: () => Promise<void>) => {
	const download = page.waitForEvent("download");
	await press();
	const file = await download;
	return { name: file.suggestedFilename(), content: await readFile(await file.path(), "utf8") };
};

beforeAll(async () => {
	page = await views().browser.newPage({ viewport: { width: 1_024, height: 800 }, acceptDownloads: true });
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});

describe("mandates", () => {
	test("a routine may save without asking within limits that are typed, which the server gets", async () => {
		await show("routine-granting");
		await button(mandateText.open).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("Click “Save” in the form “Invoice”").waitFor();
		await told();
		await dialog.getByLabel(mandateText.uses).fill("0");
		await dialog.getByRole("button", { name: mandateText.grant }).click();
		await dialog.getByText(/must be at least 1/i).waitFor();
		await dialog.getByLabel(mandateText.uses).fill("20");
		await dialog.getByText(mandateText.hasAmount).click();
		await dialog.getByLabel(mandateText.perUse).fill("12,50");
		await page.screenshot({ path: ".runtime/gallery/console-mandate-grant.png" });
		await dialog.getByRole("button", { name: mandateText.grant }).click();
		await page.getByText(mandateText.granted).waitFor();
		const [sent] = sentOf(await told(), "POST /api/v1/agent/mandates");
		expect(sent?.body).toMatchObject({ version: 3, uses: 20, amount: { currency: "EUR", perUse: 12.5, inSum: 500 } });
	});

	test("what one allowed is shown with the trace of each step", async () => {
		await show("mandates");
		await page
			.getByRole("button", { name: /^Uses of/ })
			.first()
			.click();
		const use = page.getByRole("dialog").getByRole("listitem");
		await use.getByText("€49.90").waitFor();
		expect(await use.getByRole("link").getAttribute("href")).toMatch(/^#\/traces\//);
		await page.keyboard.press("Escape");
	});

	test("one is taken back after a question, also one of another version, which can still be run", async () => {
		await show("mandates");
		const takeBack = page.getByRole("button", { name: /^Take back what/ });
		expect(await takeBack.count()).toBe(2);
		await takeBack.first().click();
		await page.getByRole("button", { name: mandates.revokeConfirm }).click();
		await page.getByText(/^“.+” asks again/).waitFor();
		expect(await takeBack.count()).toBe(1);
	});
});

describe("the library", () => {
	test("shows own and shared routines apart, and keeps search and scope in the address", async () => {
		await show("routines");
		const names = () => page.getByRole("row").getByRole("link").allTextContents();
		await expect.poll(async () => (await names()).length).toBe(3);
		await page.getByText(text.scopes.shared, { exact: true }).click();
		await expect.poll(names).toEqual(["أغلق التذاكر القديمة"]);
		await page.getByText("<b>not markup</b>").waitFor();
		await told();
		await page.getByLabel(routineText.search).fill("invoice");
		await expect.poll(async () => (await told()).flat()).toContain("/routines?q=invoice&of=shared");
	});

	test("downloads a routine as a file, and deletes one after a question", async () => {
		await show("routines");
		const file = await downloaded(() => menu(/Enter an invoice/, text.exportFile));
		expect(file.name).toBe("Enter-an-invoice.webhand.json");
		expect(JSON.parse(file.content)).toMatchObject({ format: "webhand-routine/1", name: "Enter an invoice" });
		await menu(/Enter an invoice/, text.remove);
		await button(text.removeConfirm).click();
		await page.getByText(text.removed("Enter an invoice")).waitFor();
	});

	test("offers nothing to change to somebody who may only run it", async () => {
		await show("routine-shared");
		await page.getByText(text.notYours).waitFor();
		expect(await page.getByRole("link", { name: text.edit }).count()).toBe(0);
		for (const name of [text.remove, text.details.save]) expect(await button(name).count()).toBe(0);
	});
});

describe("the editor", () => {
	test("moves, deletes and takes back steps, and saves them as a new version of the one that was changed", async () => {
		await show("program");
		const texts = () => steps().allTextContents();
		const before = await texts();
		await page.getByRole("button", { name: /^Move down: Click “New invoice”/ }).click();
		expect((await texts())[1]).toContain("Fill “Number”");
		await menu(/^More for: Cookie notice/, edit.remove);
		expect(await steps().count()).toBe(before.length - 1);
		await button(edit.undo).click();
		await menu(/^More for: Click “Save”/, edit.makeOptional);
		await told();
		await button(edit.save).click();
		await page.getByText(edit.saved(5)).waitFor();
		const [sent] = sentOf(await told(), "POST /api/v1/agent/routines/:routineId/versions");
		expect(sent?.body).toMatchObject({
			of: 3,
			program: { steps: [{ id: "s1" }, { id: "s3" }, { id: "s2" }, { id: "s4" }, { id: "s5" }, { id: "s8", isOptional: true }, {}] },
		});
	});

	test("puts a new input in the place of a value, and says which input it does not know", async () => {
		await show("program");
		await menu(/^More for: Fill “Note”/, edit.change);
		const value = page.getByLabel(edit.texts["value"] ?? "", { exact: false }).first();
		await value.fill("{nobody} days");
		await button(edit.apply).click();
		await page.getByText(edit.unknownInput("nobody")).waitFor();
		await value.fill("30 days net");
		await page
			.getByRole("button", { name: new RegExp(`^${edit.makeInput}`) })
			.first()
			.click();
		expect(await value.inputValue()).toBe("{note}");
		await button(edit.apply).click();
		await page.getByText("Fill “Note” with {Note}").waitFor();
		await page.getByRole("list", { name: edit.inputs }).getByText("Note", { exact: true }).waitFor();
	});

	test("adds a check of a value in a row, and refuses one that reads nothing", async () => {
		await show("program");
		await button(edit.addCheckAtEnd).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: edit.apply, exact: true }).click();
		await dialog.getByText(edit.noCheck).waitFor();
		await dialog.getByRole("button", { name: edit.addField }).click();
		await dialog.getByLabel(edit.fieldLabel).fill("Total");
		await dialog.getByRole("textbox", { name: edit.fieldRow }).fill("{number}");
		await dialog.getByRole("textbox", { name: edit.fieldValue }).fill("{amount} €");
		await dialog.getByLabel(edit.fieldAs).selectOption("money");
		await dialog.getByRole("button", { name: edit.apply, exact: true }).click();
		await page.getByText("Check that “Total” in the row of {Number} is “{Amount} €”").waitFor();
	});

	test("changes where it starts, fixes an input to its value, and deletes one that no step uses", async () => {
		await show("program");
		await page.getByRole("button", { name: `${edit.changeInput}: ${edit.start}` }).click();
		await page.getByRole("dialog").getByRole("textbox").fill("https://accounts.example/new/{number}");
		await button(edit.apply).click();
		await menu(new RegExp(edit.inputActions("Amount")), edit.fixInput("49.90"));
		await page.getByText("Fill “Amount” with “49.90”").waitFor();
		await menu(new RegExp(edit.inputActions("Due date")), edit.removeInput);
		await told();
		await button(edit.save).click();
		await page.getByText(edit.saved(5)).waitFor();
		const [sent] = sentOf(await told(), "POST /api/v1/agent/routines/:routineId/versions");
		expect(sent?.body).toMatchObject({
			program: {
				start: ["https://accounts.example/new/", { input: "number" }],
				inputs: [{ name: "number" }, { name: "account" }, { name: "password" }],
			},
		});
	});

	test("changes a list that is read, the rows of a list, where something is dragged to, and the name of an input", long, async () => {
		await show("program-lists");
		const dialog = page.getByRole("dialog");
		const field = (name: string) => dialog.getByRole("textbox", { name, exact: false });
		const apply = () => dialog.getByRole("button", { name: edit.apply, exact: true }).click();
		await menu(/^More for: Read the list/, edit.change);
		await dialog.getByRole("button", { name: edit.addColumn }).click();
		await apply();
		await dialog.getByText(edit.noPlace).waitFor();
		const third = dialog.getByRole("region", { name: edit.columnOf(3) });
		await third.getByLabel(edit.columnLabel).fill("Due");
		await third.getByLabel(edit.header).fill("Due date");
		await third.getByLabel(edit.columnType).selectOption("date");
		await dialog.getByText(edit.goingOn.scroll, { exact: true }).click();
		await field(edit.texts["paging.most"] ?? "").fill("50");
		await apply();
		await page.getByText("Read the list “Open invoices” with “Number”, “Total” and “Due”").waitFor();

		await menu(/^More for: For each row/, edit.change);
		await field(edit.texts["as"] ?? "").fill("month");
		await apply();
		await dialog.getByText("The rows are called month, as an input is").waitFor();
		await field(edit.texts["as"] ?? "").fill("invoice");
		await apply();
		await page.getByText("Click “Open” in the row of {invoice}").waitFor();

		await menu(/^More for: Drag/, edit.change);
		await field(edit.texts["to.name"] ?? "").fill("Paid in {month}");
		await apply();
		await menu(new RegExp(edit.inputActions("Month")), edit.changeInput);
		await field(edit.columnName).fill("period");
		await dialog.getByRole("button", { name: edit.inputSave, exact: true }).click();
		await menu(/^More for: Drag/, edit.moveIn);
		await told();
		await button(edit.save).click();
		await page.getByText(edit.saved(5)).waitFor();
		const [sent] = sentOf(await told(), "POST /api/v1/agent/routines/:routineId/versions");
		expect(sent?.body).toMatchObject({
			program: {
				inputs: [{ name: "period", label: "Month" }],
				steps: [
					{ columns: [{}, {}, { name: "due", header: "Due date", type: "date" }], key: "number", paging: { by: "scroll", most: 50 } },
					{ as: "invoice", steps: [{ target: { row: [[{ input: "invoice" }]] } }, { to: { name: ["Paid in ", { input: "period" }] } }] },
				],
			},
		});
	});

	test("shows each refusal beside its step, input or address, and loses nothing", async () => {
		await show("program-invalid");
		await menu(/^More for: Click “Save”/, edit.makeOptional);
		await button(edit.save).click();
		const beside = (name: RegExp, message: string) => steps().filter({ hasText: name }).getByText(message).waitFor();
		await beside(/Fill “Note”/, "The input “note” is not declared");
		await page.getByRole("list", { name: edit.inputs }).getByText("No step uses it.", { exact: true }).waitFor();
		await page.getByText("Must be an address of the web").waitFor();
		await page.getByText("The steps are nested too deep").waitFor();
		await page.getByText("Click “Save”, if it is there").waitFor();
	});

	test("says that another version came meanwhile, keeps the changes, and saves them on top of it when asked", async () => {
		await show("program-mismatch");
		await menu(/^More for: Click “Save”/, edit.makeOptional);
		await button(edit.save).click();
		await page.getByText(edit.mismatch).waitFor();
		await page.getByText("Click “Save”, if it is there").waitFor();
		await told();
		await button(edit.saveOver).click();
		await page.getByText(edit.saved(6)).waitFor();
		expect(sentOf(await told(), "POST /api/v1/agent/routines/:routineId/versions").map(({ body }) => body?.["of"])).toEqual([5]);
	});

	test("asks before unsaved changes are left", async () => {
		await show("program");
		await menu(/^More for: Click “Save”/, edit.makeOptional);
		await page.getByRole("button", { name: edit.back }).click();
		await page.getByRole("alertdialog").getByRole("button", { name: consoleText.cancel }).click();
		await page.getByText("Click “Save”, if it is there").waitFor();
		await page.getByRole("button", { name: edit.back }).click();
		await button(edit.discard).click();
		await page.getByRole("heading", { level: 1, name: "Enter an invoice" }).waitFor();
	});
});

describe("a version", () => {
	test("that is proposed shows old and new side by side, and is taken after a question", async () => {
		await show("version");
		const changed = page.getByRole("listitem", { name: runText.diff.changed });
		await changed.getByText("Click “Save and close” in the form “Invoice”").waitFor();
		const [old, fresh] = await Promise.all(
			["Click “Save”", "Click “Save and close”"].map(async (words) => await changed.getByText(words).last().boundingBox()),
		);
		expect(old?.y).toBeCloseTo(fresh?.y ?? 0, 0);
		await button(routineText.take).click();
		await page.getByRole("alertdialog").getByRole("button", { name: routineText.take }).click();
		await page.getByText(text.version.taken(4)).waitFor();
		expect(sentOf(await told(), "POST /api/v1/agent/routines/:routineId/versions/:number/decide")).toMatchObject([
			{ body: { decision: "take" } },
		]);
	});

	test("of before is gone back to", async () => {
		await show("version-former");
		await button(text.version.rollBack).click();
		await page.getByRole("alertdialog").getByRole("button", { name: text.version.rollBack }).click();
		await page.getByText(text.version.taken(1)).waitFor();
	});
});

describe("a draft", () => {
	test("of a finished task is reached from its trace, looked through, and stored once", async () => {
		await show("trace-knowledge");
		expect(await page.getByRole("link", { name: text.make.fromTask }).getAttribute("href")).toMatch(/^#\/routines\/new\?task=/);
		await show("draft");
		await page.getByText("“30 days net” may be different each time.").waitFor();
		await menu(/^More for: Cookie notice/, edit.remove);
		await page.getByLabel(routineText.name, { exact: false }).last().fill("Invoices");
		await page.getByText(routineText.share("Demo")).click();
		await told();
		await button(text.make.save).click();
		await page.getByText(text.make.saved("Enter an invoice")).waitFor();
		const [sent, ...more] = sentOf(await told(), "POST /api/v1/agent/routines");
		expect(more).toEqual([]);
		expect(sent?.headers).toEqual({ "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/) });
		expect(sent?.body).toMatchObject({
			name: "Invoices",
			isShared: true,
			origin: { kind: "task" },
			program: { steps: [{ id: "s2" }, {}, {}, {}, {}] },
		});
	});

	test("that is refused says why at its name and at its step", async () => {
		await show("draft-refused");
		await button(text.make.save).click();
		await page.getByText("Must be at most 80 characters").waitFor();
		await steps()
			.filter({ hasText: /New invoice/ })
			.getByText("A control needs a name or a place")
			.waitFor();
	});

	test("of a file is looked through first; one of a newer version says so beside the file", async () => {
		await show("draft-file");
		const pick = (content: string) =>
			page.getByLabel(text.make.choose).setInputFiles({ name: "r.json", mimeType: "application/json", buffer: Buffer.from(content) });
		await pick('{"format":"webhand-routine/2"}');
		await page.getByText("it was written by a newer version of Webhand").waitFor();
		await pick("x".repeat(2_000_001));
		await page.getByText(text.make.tooBig("r.json")).waitFor();
		await told();
		await pick('{"format":"webhand-routine/1"}');
		await button(text.make.save).waitFor();
		expect(sentOf(await told(), "POST /api/v1/agent/routines")).toEqual([]);
	});
});

describe("a run", () => {
	test("shows each kind of end otherwise, and what was read beside what was meant", async () => {
		await show("run");
		const row = (number: number) => page.getByRole("listitem", { name: runsPage.row(number), exact: true });
		const looks = await Promise.all(
			(["done", "done_unchecked", "not_saved", "failed", "unknown", "skipped"] as const).map(async (state, index) =>
				row(index + 1)
					.getByText(runText.row[state], { exact: true })
					.evaluate((badge) => {
						const { color, backgroundColor, borderStyle, borderColor } = getComputedStyle(badge);
						return [color, backgroundColor, borderStyle, borderColor].join(" ");
					}),
			),
		);
		expect(new Set(looks).size).toBe(looks.length);
		await row(3)
			.getByText(/meant 30\.90, page says 3\.00/)
			.waitFor();
		await row(4).getByText("Ended at: Click “Save”").waitFor();
		expect(await row(1).getByRole("link").getAttribute("href")).toMatch(/^#\/traces\//);
		expect(await row(1).getByText("•••").count()).toBe(1);
	});

	test("shows rows of one state, repeats what failed at once, and unknown rows only after a question", async () => {
		await show("run");
		await page.getByLabel(runText.filter).selectOption("not_saved");
		await expect
			.poll(() => page.getByRole("list", { name: runText.rows }).getByRole("listitem").filter({ hasText: "Row" }).count())
			.toBe(1);
		await told();
		await page.getByRole("button", { name: runText.retryUnknown(4, 1) }).click();
		await button(runText.repeat).click();
		await page.getByText(runsPage.changed.retry).waitFor();
		expect(sentOf(await told(), "POST /api/v1/agent/routine-runs/:runId/change")).toMatchObject([
			{ body: { change: "retry", withUnknown: true } },
		]);
	});

	test("gives its results as CSV, and a link to colleagues that is taken back", async () => {
		await show("run");
		expect(await downloaded(() => button(runText.csv).click())).toEqual({
			name: "Enter-an-invoice.csv",
			content: "number,state\r\nINV-4021,done\r\n",
		});
		await button(runsPage.share).click();
		await button(runsPage.copyShare).click();
		await button(statesText.copied).waitFor();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/routine-runs\/rrn_r{22}\?share=shr_s{22}$/);
		await button(runsPage.unshare).click();
		await button(runsPage.share).waitFor();
	});

	test("of a colleague shows its rows by the share, without their tasks and without anything to change", async () => {
		await show("run-of-colleague");
		await page.getByRole("listitem", { name: runsPage.row(1), exact: true }).waitFor();
		expect(await page.getByText(runText.evidence).count()).toBe(0);
		expect(await button(runText.retry(3)).count()).toBe(0);
		const asked = sentOf(await told(), "GET /api/v1/agent/routine-runs/:runId/rows");
		expect(asked[0]?.query).toMatchObject({ share: `shr_${"s".repeat(22)}` });
	});

	test("shows a list that it read with the source of each row, and links no script", async () => {
		await show("run-lists");
		await button(runsPage.lists).click();
		const list = page.getByRole("table", { name: runsPage.listCaption(1) });
		await list.getByText("INV-3").waitFor();
		expect(await list.getByRole("link").count()).toBe(2);
		await page.getByText(runsPage.listCut).waitFor();
		const csv = await downloaded(() => button(runsPage.listCsv).click());
		expect(csv.content.split("\r\n").slice(0, 2)).toEqual(["Number,Total,Source", 'INV-1,"19,90 €",https://accounts.example/invoices']);
		const json = await downloaded(() => button(runsPage.listJson).click());
		expect(JSON.parse(json.content)[0]).toMatchObject({ number: "INV-1", total: "19,90 €", _source: { page: 1 } });
	});
});
