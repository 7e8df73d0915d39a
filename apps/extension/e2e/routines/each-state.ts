import type { Page } from "playwright-core";
import { routineText } from "../../src/kit/routines/words.ts";
import { statesText } from "../../src/kit/words/state-words.ts";
import { askText } from "../../src/panel/ask/words.ts";
import { routinesText } from "../../src/panel/routines/words.ts";
import type { Shot } from "../each-shot.ts";
import { press, testEachShot } from "../each-shot.ts";
import type { Views } from "../views.ts";

/** Pastes a table, and reads it. */
export const paste = async (page: Page) => {
	await page.getByRole("textbox", { name: routinesText.list.paste }).fill("Kunde\tBetrag\nHarbour Kitchen\t49,90\n");
	await press(page, routinesText.list.read);
};
/** The form with a value in each field that needs one. */
const fill = async (page: Page) => {
	await page.getByLabel("Customer").fill("Harbour Kitchen");
	await page.getByLabel("Amount").fill("much");
	await press(page, routinesText.form.run);
};

/** Once the columns that were named are ticked. */
export const areColumnsPicked = (page: Page) => page.getByRole("checkbox", { name: "Customer", checked: false }).waitFor();

/** Each picture: how the view is reached, and a sentence that says it is there. */
const shots: Readonly<Record<string, Shot>> = {
	library: { state: "library", seen: routinesText.library.proposed },
	"running-site": { state: "running-site", seen: askText.siteTitle("shop.example") },
	"library-loading": { state: "library-loading", seen: routinesText.title },
	"library-empty": { state: "library-empty", seen: routinesText.library.emptyHint },
	"library-failed": { state: "library-failed", seen: statesText.noAnswer },
	"library-nothing-found": {
		state: "library",
		reach: (page) => page.getByRole("searchbox").fill("nobody"),
		seen: routinesText.library.nothingFoundHint,
	},
	form: { state: "form", seen: routinesText.form.proposal },
	"form-missing": { state: "form", reach: (page) => press(page, routinesText.form.run), seen: routinesText.form.fillIn },
	"form-options": {
		state: "form-careful",
		reach: (page) => press(page, routinesText.form.options),
		seen: routinesText.form.dryRun,
	},
	"form-no-input": { state: "form-no-input", seen: routinesText.form.noInputs },
	"form-refused": { state: "form-refused", reach: fill, seen: /“much” is no number/ },
	"form-busy": { state: "form-busy", reach: (page) => press(page, routinesText.form.run), seen: /You are signed out/ },
	"form-gone": { state: "form-gone", seen: /no longer exists/ },
	"list-source": { state: "list", seen: routinesText.list.lead },
	list: { state: "list", reach: paste, seen: routinesText.list.run(12) },
	"list-again": { state: "list-again", reach: paste, seen: routinesText.list.runLeft(1) },
	"list-faulty": { state: "list-faulty", reach: paste, seen: routinesText.list.faults(1_204) },
	"list-refused": { state: "list-refused", reach: paste, seen: /too large for the server/ },
	"list-no-row": { state: "list-no-row", reach: paste, seen: routinesText.list.noRows },
	running: { state: "running", seen: routinesText.run.minutesLeft(12) },
	"running-needs-you": { state: "running-needs-you", seen: routinesText.run.needsYou },
	"running-elsewhere": { state: "running-elsewhere", seen: routinesText.run.notHere },
	"running-problem": { state: "running-problem", seen: /did not open in time/ },
	stopping: { state: "running", reach: (page) => press(page, routinesText.run.stop), seen: routinesText.run.stopText },
	paused: { state: "paused", seen: routinesText.run.resume },
	"paused-by-policy": { state: "paused-by-policy", seen: /^Your organization lets Webhand act/ },
	results: { state: "results", seen: routinesText.run.retry(4) },
	"results-of-one-state": {
		state: "results",
		reach: (page) => page.getByRole("combobox", { name: routinesText.run.filter }).selectOption("not_saved"),
		seen: /another total than was meant/,
	},
	"results-unknown": {
		state: "results",
		reach: (page) => press(page, routinesText.run.retryUnknown(5, 1)),
		seen: routinesText.run.retryText,
	},
	"results-all-done": { state: "results-all-done", seen: routinesText.run.doneOf(12, 12) },
	read: { state: "read", seen: routinesText.read.choose },
	"read-form": {
		state: "read",
		reach: (page) => page.getByRole("button", { name: /Open invoices/ }).click(),
		seen: routinesText.read.start,
	},
	"read-asked": { state: "read-asked", reach: areColumnsPicked, seen: routinesText.read.start },
	"read-form-faulty": {
		state: "read-one",
		reach: async (page) => {
			await press(page, routinesText.read.changeColumn("Number"));
			await page.getByLabel(routinesText.read.columnName).fill("");
			await page.getByLabel(routinesText.read.most).fill("many");
			await press(page, routinesText.read.start);
		},
		seen: routinesText.read.mostFault,
	},
	"read-none": { state: "read-none", seen: routinesText.read.noListHint },
	"read-withheld": { state: "read-withheld", seen: routinesText.read.allow },
	"read-refused": { state: "read-refused", seen: /does not answer/ },
	"read-offline": { state: "read-offline", seen: statesText.noAnswer },
	"read-running": { state: "read-running", seen: routinesText.table.reading },
	table: { state: "table", seen: routinesText.table.done },
	"table-source": {
		state: "table",
		reach: (page) => page.getByRole("button", { name: routinesText.table.sourceOf(2), exact: true }).click(),
		seen: routinesText.table.page(1),
	},
	"table-use": {
		state: "table",
		reach: (page) => press(page, routinesText.table.useAsList),
		seen: routinesText.table.whichRoutine,
	},
	"table-keep": { state: "table", reach: (page) => press(page, routinesText.table.keep), seen: routinesText.table.saveHint },
	"table-of-routine": { state: "table-of-routine", seen: routinesText.table.copy },
	"table-stopped": { state: "table-stopped", seen: routinesText.table.cut },
	"table-failed": { state: "table-failed", seen: routinesText.table.noRowsHint },
	save: { state: "save", seen: routinesText.save.inputsHint },
	"save-failed": { state: "save-failed", seen: /ended well/ },
	proposal: { state: "proposal", seen: routineText.take },
	"proposal-foreign": { state: "proposal-foreign", seen: routinesText.version.notYours },
};

/** One picture of each view, for `npm test`. */
const visited: readonly string[] = [
	"library",
	"library-empty",
	"form",
	"list",
	"list-faulty",
	"running",
	"results",
	"save",
	"proposal",
	"read-asked",
	"table",
];

export const testEachState = (views: () => Views) =>
	testEachShot(views, { folder: "routines", region: routinesText.title, height: 900, shots, visited });
