import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { chromiumArguments } from "@webhand/testing/chromium";
import type { BrowserContext, Worker } from "playwright-core";
import { chromium } from "playwright-core";

const startLimitMs = 60_000;
const buildLimitMs = 120_000;

/** Builds the extension from its current sources. @returns the folder that a browser loads */
export async function buildExtension(): Promise<string> {
	const folder = join(repositoryRoot, "apps", "extension");
	await promisify(execFile)(join(folder, "node_modules", ".bin", "wxt"), ["build"], { cwd: folder, timeout: buildLimitMs });
	return join(folder, ".output", "chrome-mv3");
}

/** Starts Chromium with the extension. @param profile folder for the profile of the browser */
export async function openExtension(
	profile: string,
	extensionDir: string,
): Promise<{ readonly context: BrowserContext; readonly worker: Worker }> {
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: findProgram("chromium"),
		// Playwright's own headless shell cannot load an extension, but the new headless mode of Chromium can.
		headless: false,
		viewport: { width: 1_280, height: 900 },
		ignoreDefaultArgs: ["--disable-extensions"],
		args: [...chromiumArguments, "--headless=new", `--disable-extensions-except=${extensionDir}`, `--load-extension=${extensionDir}`],
		timeout: startLimitMs,
	});
	const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: startLimitMs }));
	return { context, worker };
}
