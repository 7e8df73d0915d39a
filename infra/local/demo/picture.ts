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
const picturePath = join(import.meta.dirname, "demo.png");

/** The picture of the README: a real demo task on a running stack, then the shop and the panel side by side. */
async function takePicture(call: BrowserCall): Promise<void> {
	const browser = await openBrowser(call);
	const done = await runDemo(browser, call);
	if (!done.ok) throw new Error(`The demo task failed: ${done.reason ?? ""}`);
	const panel = browser.context.pages().find((page) => page.url().includes("/sidepanel.html"));
	if (panel === undefined) throw new Error("The browser shows no panel");
	await panel
		.getByRole("button", { name: /^\d+ steps$/ })
		.last()
		.click();
	const pictures = [await pictureOf(browser.site, size.site), await pictureOf(panel, size.panel)];
	const sheet = await browser.context.newPage();
	await sheet.setViewportSize({ width: size.site + size.gap + size.panel, height: size.height });
	const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join("");
	await sheet.setContent(`<body style="margin: 0; display: flex; gap: ${size.gap}px; background: gray">${images}`, { waitUntil: "load" });
	await sheet.screenshot({ path: picturePath });
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
	await takePicture({ ready, headless: true, profileDir, print: (line) => console.log(line), signal: stopping.signal });
} finally {
	stopping.abort();
	rmSync(profileDir, { recursive: true, force: true });
}
