import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { Ready } from "../stack/data/ready.ts";
import type { BrowserCall } from "./browser.ts";
import { openBrowser } from "./browser.ts";
import { runDemo } from "./task.ts";

/** Height of the picture; widths of the shop, of the line between, and of the panel. */
const size = { height: 900, site: 900, gap: 12, panel: 400 } as const;
const pathOf = (name: "demo" | "routine") => join(import.meta.dirname, `${name}.png`);
/** Addresses for the demo routine; the shop says "saved" of all 12, and keeps 11. */
const addressesPath = join(import.meta.dirname, "addresses.csv");
const runLimitMs = 120_000;

/** The pictures of the README, on a running stack: a real demo task, and the demo routine over its list. */
async function takePictures(call: BrowserCall): Promise<void> {
	const browser = await openBrowser(call);
	const done = await runDemo(browser, call);
	if (!done.ok) throw new Error(`The demo task failed: ${done.reason ?? ""}`);
	const panel = browser.context.pages().find((page) => page.url().includes("/sidepanel.html"));
	if (panel === undefined) throw new Error("The browser shows no panel");
	await panel
		.getByRole("button", { name: /^\d+ steps$/ })
		.last()
		.click();
	await sideBySide(pathOf("demo"), browser.site, panel);
	await sideBySide(pathOf("routine"), await runRoutine(panel), panel);
}

/** Runs the demo routine over its list, by hand as a person would. @returns the tab that it worked in */
async function runRoutine(panel: Page): Promise<Page> {
	await panel.getByRole("button", { name: "Routines", exact: true }).click();
	await panel.getByRole("button", { name: /^Save an address/ }).click();
	await panel.getByRole("button", { name: "Run over a list…" }).click();
	await panel.getByLabel("Choose a file", { exact: true }).setInputFiles(addressesPath);
	await panel.getByRole("button", { name: "Run 12 rows" }).click();
	await panel.getByRole("button", { name: "Allow for this task" }).click();
	await panel.getByText("12 of 12").waitFor({ timeout: runLimitMs });
	await panel.getByRole("listitem").filter({ hasText: "Not saved" }).scrollIntoViewIfNeeded();
	const site = panel
		.context()
		.pages()
		.find((page) => page.url().endsWith("/addresses"));
	if (site === undefined) throw new Error("The browser shows no address book");
	return site;
}

async function sideBySide(path: string, site: Page, panel: Page): Promise<void> {
	const pictures = [await pictureOf(site, size.site), await pictureOf(panel, size.panel)];
	const sheet = await panel.context().newPage();
	await sheet.setViewportSize({ width: size.site + size.gap + size.panel, height: size.height });
	const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join("");
	await sheet.setContent(`<body style="margin: 0; display: flex; gap: ${size.gap}px; background: gray">${images}`, { waitUntil: "load" });
	await sheet.screenshot({ path });
	await sheet.close();
}

async function pictureOf(page: Page, width: number): Promise<string> {
	await page.setViewportSize({ width, height: size.height });
	return (await page.screenshot({ animations: "disabled" })).toString("base64");
}

const folder = resolve(process.argv[2] ?? ".webhand");
const profileDir = mkdtempSync(join(tmpdir(), "webhand-picture-"));
const stopping = new AbortController();
const ready = Ready.parse(JSON.parse(readFileSync(join(folder, "ready.json"), "utf8")));
try {
	await takePictures({ ready, headless: true, profileDir, print: (line) => console.log(line), signal: stopping.signal });
} finally {
	stopping.abort();
	rmSync(profileDir, { recursive: true, force: true });
}
