import { eachOf } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { routinesText } from "../../src/panel/routines/words.ts";
import type { Views } from "../views.ts";
import { openViews } from "../views.ts";

const viewport = { width: 360, height: 900 };

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).click();

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

type Shot = { readonly state: string; readonly reach?: (page: Page) => Promise<unknown>; readonly seen: string | RegExp };

/** Each picture: how the view is reached, and a sentence that says it is there. */
const shots: Readonly<Record<string, Shot>> = {
	library: { state: "library", seen: routinesText.library.proposed },
	"library-loading": { state: "library-loading", seen: routinesText.title },
	"library-empty": { state: "library-empty", seen: routinesText.library.emptyHint },
	"library-failed": { state: "library-failed", seen: routinesText.offline },
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
	"list-faulty": { state: "list-faulty", reach: paste, seen: routinesText.list.faults(1_204) },
	"list-refused": { state: "list-refused", reach: paste, seen: /too large for the server/ },
	"list-no-row": { state: "list-no-row", reach: paste, seen: routinesText.list.noRows },
	running: { state: "running", seen: routinesText.run.minutesLeft(12) },
	"running-needs-you": { state: "running-needs-you", seen: routinesText.run.needsYou },
	"running-elsewhere": { state: "running-elsewhere", seen: routinesText.run.notHere },
	"running-problem": { state: "running-problem", seen: /did not open in time/ },
	stopping: { state: "running", reach: (page) => press(page, routinesText.run.stop), seen: routinesText.run.stopText },
	paused: { state: "paused", seen: routinesText.run.resume },
	results: { state: "results", seen: routinesText.run.retry(4) },
	"results-of-one-state": {
		state: "results",
		reach: (page) => page.getByRole("combobox", { name: routinesText.run.filter }).selectOption("not_saved"),
		seen: /another total than was meant/,
	},
	"results-unknown": {
		state: "results",
		reach: (page) => press(page, routinesText.run.retryUnknown(1)),
		seen: routinesText.run.retryText,
	},
	"results-all-done": { state: "results-all-done", seen: routinesText.run.progress(12, 12) },
	save: { state: "save", seen: routinesText.save.inputsHint },
	"save-failed": { state: "save-failed", seen: /ended well/ },
	proposal: { state: "proposal", seen: routinesText.version.take },
	"proposal-foreign": { state: "proposal-foreign", seen: routinesText.version.notYours },
};

/** One picture of each view, for `npm test`. */
const visited: readonly string[] = ["library", "library-empty", "form", "list", "list-faulty", "running", "results", "save", "proposal"];

export function testEachState(views: () => Views): void {
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
		});

		eachOf(Object.entries(shots), ([name]) => visited.includes(name))(
			"%s has no accessibility fault, no error and no sideways scrolling",
			async (name, { state, reach, seen }) => {
				const { page, problems, show, violationsInBoth, overflow } = opened;
				await show(`${state}/${name}`);
				await page.getByRole("region", { name: routinesText.title }).waitFor();
				await reach?.(page);
				await page.getByText(seen).first().waitFor();
				await page.mouse.move(150, 20);
				expect(await violationsInBoth(`routines-${name}`)).toEqual([]);
				expect(problems.splice(0)).toEqual([]);
				for (const width of [480, 320, 180]) {
					await page.setViewportSize({ ...viewport, width });
					await expect.poll(overflow, { message: `at ${width} pixels` }).toBe(0);
				}
				await page.setViewportSize(viewport);
				await page.keyboard.press("Escape");
			},
		);
	});
}
