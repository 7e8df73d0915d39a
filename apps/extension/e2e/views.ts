import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import { repositoryRoot } from "@webhand/testing/binaries";
import { launchChromium } from "@webhand/testing/chromium";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { preview } from "vite";
import { afterAll, beforeAll, inject } from "vitest";

/** Screenshots of every state, light and dark, for whoever changes the UI. */
export const sheet = join(import.meta.dirname, "../../../.runtime/gallery");

/** Where the states of a folder are shown, and the browser that shows them. */
export type Views = { readonly url: string; readonly browser: Browser };

/** Builds the states of all folders, and serves them until `close`. In test mode they would get React's development build. */
export async function serveViews(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
	const outDir = await mkdtemp(join(tmpdir(), "webhand-views-"));
	await mkdir(sheet, { recursive: true });
	const vite = join(repositoryRoot, "apps", "extension", "node_modules", ".bin", "vite");
	const env = { ...process.env, NODE_ENV: "production" };
	await promisify(execFile)(vite, ["build", import.meta.dirname, "--outDir", outDir, "--emptyOutDir", "--logLevel", "error"], { env });
	const server = await preview({
		root: import.meta.dirname,
		build: { outDir },
		preview: { host: "127.0.0.1", port: 0 },
		logLevel: "error",
	});
	return {
		url: server.resolvedUrls?.local[0] ?? "",
		close: async () => {
			await server.close();
			await rm(outDir, { recursive: true, force: true });
		},
	};
}

/** The states of a folder, with a browser for the tests of a file. */
export function useViews(folder: "gallery" | "console" | "tools" | "routines"): () => Views {
	let browser: Browser | undefined;
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser?.close());
	return () => {
		if (browser === undefined) throw new Error("the browser has not started");
		return { url: `${inject("viewsUrl")}${folder}`, browser };
	};
}

/** Opens the views in a theme. `problems` collects what the page reports. */
export async function openViews({ url, browser }: Views, options: BrowserContextOptions) {
	const context = await browser.newContext({ reducedMotion: "reduce", ...options });
	const page = await context.newPage();
	const problems: string[] = [];
	page.on("pageerror", (error) => problems.push(String(error)));
	page.on("console", (message) =>
		message.type() === "error" && !message.location().url.endsWith("favicon.ico") ? problems.push(message.text()) : undefined,
	);
	// The states are from this morning; a running clock would show months.
	await page.clock.setFixedTime(new Date("2026-03-02T10:00:48Z"));
	await page.goto(url);
	return { page, context, problems, ...checksOf(page, options.colorScheme === "dark") };
}

function checksOf(page: Page, isDark: boolean) {
	let axeSource: string | undefined;
	/** Both themes have the same elements, so the dark one is checked for contrast alone. Axe stays in the page. */
	const violations = async (inDark = isDark): Promise<string[]> => {
		const builder = new AxeBuilder({ page, ...(axeSource === undefined ? {} : { axeSource }) });
		const found = await builder
			.setLegacyMode()
			.options({ resultTypes: ["violations"], ...(inDark ? { runOnly: ["color-contrast"] } : {}) })
			.analyze();
		axeSource = ";";
		return found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" ")}`);
	};
	/** A fading element has half its colour, so all finite animations end first. */
	const settle = () =>
		page.evaluate(() =>
			Promise.allSettled(
				document
					.getAnimations()
					.filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
					.map((animation) => animation.finished),
			),
		);
	const picture = async (name: string, fullPage: boolean) => {
		await settle();
		await page.screenshot({ path: join(sheet, `${name}.png`), fullPage });
	};
	return {
		violations,
		settle,
		/** Takes a picture in both themes, or the light one alone. @returns the accessibility faults */
		violationsInBoth: async (name: string, { fullPage = false, isDarkToo = true } = {}): Promise<string[]> => {
			await picture(`${name}-light`, fullPage);
			const found = await violations(false);
			if (!isDarkToo) return found;
			await page.emulateMedia({ colorScheme: "dark" });
			await picture(`${name}-dark`, fullPage);
			found.push(...(await violations(true)));
			await page.emulateMedia({ colorScheme: "light" });
			return found;
		},
		/** What stands outside of the window's width, in CSS pixels. */
		overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
		/** Shows a state by its name. */
		show: (name: string) =>
			page.evaluate((hash) => {
				location.hash = hash;
			}, name),
	};
}
