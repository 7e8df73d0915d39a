import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eachOf } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { modelText as model } from "../../src/console/org/model/words.ts";
import { tracesText as traces } from "../../src/console/records/traces/words.ts";
import { usageText as usage } from "../../src/console/records/usage/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { securityText } from "../../src/console/you/settings/security/words.ts";
import { secondFactorText } from "../../src/kit/second-factor/words.ts";
import { statesText } from "../../src/kit/words/state-words.ts";
import { openViews, sheet, useViews } from "../views.ts";
import { isFirstOfPage, names, testEachState } from "./each-state.ts";

const wide = { width: 1_024, height: 800 };
const phone = { width: 390, height: 844 };

const views = useViews("console");

testEachState(views);

describe("at 390 px", () => {
	let opened: Awaited<ReturnType<typeof openViews>>;
	beforeAll(async () => {
		opened = await openViews(views(), { viewport: phone, locale: "en-GB", timezoneId: "UTC" });
	});

	eachOf(names.filter(isFirstOfPage), 2)("%s fits, and its pages stand behind one button", async (name) => {
		const { page, show, violationsInBoth, overflow } = opened;
		await show(name);
		await page.locator("h1").first().waitFor({ state: "attached" });
		expect(await violationsInBoth(`console-${name}-390`, { fullPage: true, isDarkToo: false })).toEqual([]);
		expect(await overflow()).toBe(0);
		expect(await page.getByRole("navigation").count()).toBe(0);
	});

	test("the button opens the pages, and a page closes them", async () => {
		const { page, show } = opened;
		await show("start");
		const menu = page.getByRole("button", { name: consoleText.menu });
		await menu.click();
		await page.screenshot({ path: join(sheet, "console-menu-390-light.png"), fullPage: true });
		const link = page.getByRole("navigation").getByRole("link", { name: consoleText.pages.audit, exact: true });
		expect(await link.getAttribute("href")).toBe("#/audit");
		expect(await menu.getAttribute("aria-expanded")).toBe("true");
	});
});

describe("the pages", () => {
	let page: Page;
	const show = async (name: string) => {
		await page.goto(`${views().url}#${name}`);
		await page.reload();
		await page.getByRole("heading", { level: 1 }).first().waitFor();
	};
	const told = () => page.evaluate("told.splice(0)");

	beforeAll(async () => {
		page = await views().browser.newPage({ viewport: wide, acceptDownloads: true });
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	});

	test("show each message of the server beside its field, and nothing typed is lost", async () => {
		await show("model-own");
		await page.getByLabel(model.contextTokens).fill("12");
		await page.getByRole("button", { name: model.save, exact: true }).click();
		await page.getByText("must be at least 2048").waitFor();
		expect(await page.getByLabel(model.contextTokens).getAttribute("aria-invalid")).toBe("true");
		expect(await page.getByLabel(model.contextTokens).inputValue()).toBe("12");
		expect(await page.getByRole("alert").textContent()).toContain("the model is not known");
		const put = (await told()) as [string, { body: unknown }][];
		expect(put.at(-1)).toEqual([
			"PUT /api/v1/agent/model",
			{
				body: { provider: "openai-compatible", name: "qwen3-32b-instruct", baseUrl: "https://models.example.com/v1", contextTokens: 12 },
			},
		]);
		await page.getByRole("button", { name: model.test, exact: true }).click();
		await page.getByText(/No answer after 4,210 ms: the provider refused/).waitFor();
	});

	test("set how the organization's model answers, and tell what its test found", async () => {
		await show("model-answering");
		await page.getByLabel(model.maxOutputTokens).fill("4,000");
		await page.getByLabel(model.temperature).fill("unset");
		await page.getByLabel(model.effort).selectOption(model.efforts.none);
		await told();
		await page.getByRole("button", { name: model.save, exact: true }).click();
		await page.getByText("Needs a context size above 8192").waitFor();
		expect(await told()).toContainEqual([
			"PUT /api/v1/agent/model",
			{ body: expect.objectContaining({ maxOutputTokens: 4_000, temperature: "unset", effort: "none", vision: true }) },
		]);
		await page.getByRole("button", { name: model.test, exact: true }).click();
		for (const found of [model.answersIn.schema, model.readsNoPictures, model.contextCut]) await page.getByText(found).waitFor();
	});

	test("ask somebody without a password for none before the second factor", async () => {
		const setUp = page.getByRole("button", { name: securityText.setUp });
		await show("settings-provider");
		await page.getByText(securityText.factorOff.nothing).waitFor();
		await setUp.click();
		await page.getByLabel(secondFactorText.code.label).waitFor();
		expect(await told()).toContainEqual(["POST /api/v1/auth/second-factor/own", { body: {} }]);
		await show("settings-provider-password");
		await page.getByText(securityText.factorNeedsPassword).waitFor();
		expect(await setUp.count()).toBe(0);
	});

	test("ask before the organization's model goes, name what is lost, and do nothing on Escape", async () => {
		await show("model-own");
		await told();
		await page.getByRole("button", { name: model.drop }).click();
		const dialog = page.getByRole("alertdialog");
		await dialog.waitFor();
		for (const lost of [model.lostKey, model.lostCa, "https://models.example.com/v1"]) await dialog.getByText(lost).waitFor();
		await page.keyboard.press("Escape");
		await dialog.waitFor({ state: "hidden" });
		expect(await told()).toEqual([]);
		await page.getByRole("button", { name: model.drop }).click();
		await dialog.getByRole("button", { name: model.dropConfirm, exact: true }).click();
		await page.getByText(consoleText.problem.offline).waitFor();
	});

	test("go from step to step by keyboard, on the strip and on the slider, and the address follows", async () => {
		await show("trace");
		await told();
		await page.getByRole("button", { name: /Step 1/ }).focus();
		for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight"]) await page.keyboard.press(key);
		await page.getByRole("heading", { name: "Step 4 of 4" }).waitFor();
		expect(await page.evaluate(() => document.activeElement?.getAttribute("data-step"))).toBe("3");
		const went = ((await told()) as [string, string][]).filter(([what]) => what === "go").map(([, path]) => path.split("/").at(-1));
		expect(went).toEqual(["2", "3", "2", "4", "4"]);
		await page.getByRole("slider", { name: traces.slider }).focus();
		await page.keyboard.press("Home");
		await page.getByRole("heading", { name: "Step 1 of 4" }).waitFor();
	});

	test("mark the target in the page's text, scroll to it, and show what looks like markup as text", async () => {
		await show("trace");
		const mark = page.locator("mark");
		await mark.waitFor();
		expect(await mark.textContent()).toContain('<search 4 "Search products">');
		const area = page.getByRole("region", { name: traces.pageText });
		expect(await area.textContent()).toContain("<b>not markup</b>");
		expect(await area.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
		expect(await mark.evaluate((element) => element.getBoundingClientRect().top < innerHeight * 2)).toBe(true);
	});

	test("take the link of a task back and share it again, by another link", async () => {
		await show("trace-shared");
		const copied = async () => {
			await page.getByRole("button", { name: traces.copyShare }).click();
			await page.getByRole("button", { name: statesText.copied }).waitFor();
			return await page.evaluate(() => navigator.clipboard.readText());
		};
		expect(await copied()).toMatch(/#\/traces\/[0-9a-f-]{36}\?share=shr_s{22}$/);
		await page.getByRole("button", { name: traces.unshare }).click();
		await page.getByRole("button", { name: traces.share, exact: true }).click();
		await expect.poll(copied).toMatch(/share=shr_t{22}$/);
	});

	test("search a trace, and say when nothing is found", async () => {
		await show("trace");
		await page.getByLabel(traces.find).fill("covered");
		await page.getByText(traces.found(1, 4)).waitFor();
		await page.getByRole("button", { name: /Step 2/ }).click();
		await page.getByRole("heading", { name: "Step 2 of 4" }).waitFor();
		await page.getByLabel(traces.find).fill("zebra");
		await page.getByText(traces.nothingFound).waitFor();
	});

	test("sort a table by its heads and download what it shows", async () => {
		await show("usage-model");
		const firstCell = () => page.getByRole("row").nth(1).getByRole("cell").first().textContent();
		expect(await firstCell()).toBe("openai/gpt-5-mini");
		await page.getByRole("button", { name: usage.columns.model, exact: true }).click();
		expect(await firstCell()).toBe("groq/llama-4-scout-instruct-17b");
		const download = page.waitForEvent("download");
		await page.getByRole("button", { name: usage.csv }).click();
		const file = await download;
		expect(file.suggestedFilename()).toBe("webhand-usage-2026-02-01-2026-02-28-by-model.csv");
		const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
		expect(lines.map((line) => line.split(",")[0])).toEqual([
			"model",
			"openai/gpt-5-mini",
			"groq/llama-4-scout-instruct-17b",
			"ollama/qwen3:32b",
			"",
		]);
	});
});
