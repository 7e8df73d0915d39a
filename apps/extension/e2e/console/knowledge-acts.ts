import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { knowledgeText } from "../../src/console/knowledge/words.ts";
import type { Views } from "../views.ts";
import { openViews, sheet } from "../views.ts";

const { domains, add, step, howTo } = knowledgeText;
const wide = { width: 1_024, height: 800 };

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const textField = (page: Page, name: string) => page.getByRole("textbox", { name });
export const domainField = (page: Page) => page.getByRole("combobox", { name: add.domain });
export const choose = async (page: Page, row: string, action: string) => {
	await press(page, row);
	await page.getByRole("menuitem", { name: action, exact: true }).click();
	await page.getByRole("alertdialog").waitFor();
};
export const files = (page: Page, ...names: readonly string[]) =>
	page.locator("input[type=file]").setInputFiles(names.map((name) => ({ name, mimeType: "", buffer: Buffer.from(`# ${name}`) })));
export const from = (page: Page, kind: keyof typeof add.kinds) => page.getByText(add.kinds[kind], { exact: true }).click();

/** What one does on a page before it is looked at. */
const acts: Readonly<Record<string, readonly [state: string, act: (page: Page) => Promise<unknown>]>> = {
	"domains-refused": [
		"domains",
		async (page) => {
			await field(page, domains.pattern).fill("*.com");
			await press(page, domains.allow);
			await page.getByText("*.com would cover").waitFor();
		},
	],
	"domains-checked": [
		"domains",
		async (page) => {
			await field(page, domains.address).fill("https://unknown.example.com/");
			await press(page, domains.run);
			await page.getByText(domains.noPattern("unknown.example.com")).waitFor();
		},
	],
	"domains-remove": ["domains", (page) => choose(page, domains.actionsFor("harbour-kitchen.example"), domains.remove)],
	"documents-uploading": [
		"documents-ready",
		async (page) => {
			await files(page, "handbook.md", "slow.pdf", "prices.html");
			await domainField(page).fill("harbour-kitchen.example");
			await press(page, add.submit(3));
			await page.getByRole("progressbar").waitFor();
		},
	],
	"documents-refused-files": [
		"documents-ready",
		async (page) => {
			await files(page, "picture.png", "again.md", "full.pdf", "last.md");
			await domainField(page).fill("harbour-kitchen.example");
			await press(page, add.submit(4));
			await page.getByText(knowledgeText.refusals["LIMIT_REACHED"] ?? "").waitFor();
		},
	],
	"documents-missing": [
		"documents-ready",
		async (page) => {
			await from(page, "text");
			await press(page, add.submit(1));
			await page.getByText(add.problems.noText).waitFor();
		},
	],
	"documents-address": ["documents-ready", (page) => from(page, "address")],
	"trace-knowledge-shown": [
		"trace-knowledge",
		async (page) => {
			await press(page, step.show);
			await page.getByRole("link", { name: /How we order/ }).waitFor();
		},
	],
	"how-to": [
		"trace-knowledge",
		async (page) => {
			await press(page, howTo.make);
			await field(page, howTo.content).waitFor();
		},
	],
	"how-to-preview": [
		"trace-knowledge",
		async (page) => {
			await press(page, howTo.make);
			await page.getByText(howTo.views.preview, { exact: true }).click();
			await page.getByRole("region", { name: howTo.preview }).waitFor();
		},
	],
	"how-to-refused": [
		"trace-no-how-to",
		async (page) => {
			await press(page, howTo.make);
			await page.getByRole("dialog").getByRole("alert").waitFor();
		},
	],
};

/** One state of each component, for `npm test`. */
const visited: readonly string[] = ["domains-refused", "documents-uploading", "trace-knowledge-shown", "how-to"];

export function testEachState(views: () => Views): void {
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport: wide, locale: "en-GB", timezoneId: "UTC" });
		});

		eachOf(Object.keys(acts), (name) => visited.includes(name))(
			"%s has no accessibility fault, no error and no sideways scrolling",
			async (name) => {
				const { page, problems, show, violationsInBoth, overflow } = opened;
				const [state = "", act] = acts[name] ?? [];
				await show("");
				await show(state);
				await page.locator("h1").first().waitFor();
				await act?.(page);
				expect(await violationsInBoth(`console-${name}-1024`, { fullPage: true })).toEqual([]);
				await page.setViewportSize({ width: 320, height: 760 });
				await page.screenshot({ path: join(sheet, `console-${name}-320.png`), fullPage: true });
				await expect.poll(overflow).toBe(0);
				await page.setViewportSize(wide);
				await page.keyboard.press("Escape");
				expect(problems.splice(0)).toEqual([]);
			},
		);
	});
}
