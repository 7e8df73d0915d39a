import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { launchChromium } from "@webhand/testing/chromium";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build, preview } from "vite";
import { afterAll, beforeAll } from "vitest";

/** Screenshots of every state, light and dark, for whoever changes the UI. */
export const sheet = join(import.meta.dirname, "../../../.runtime/gallery");

/** Where the states of a folder are shown, and the browser that shows them. */
export type Views = { readonly url: string; readonly browser: Browser };

/** Builds `main.tsx` of a folder, and serves it while the tests of a file run. */
export function useViews(folder: "gallery" | "console" | "tools"): () => Views {
	const opening = new AsyncDisposableStack();
	let opened: Views | undefined;

	beforeAll(async () => {
		const outDir = await mkdtemp(join(tmpdir(), "webhand-views-"));
		opening.defer(() => rm(outDir, { recursive: true, force: true }));
		await mkdir(sheet, { recursive: true });
		const config = {
			root: import.meta.dirname,
			configFile: false as const,
			logLevel: "error" as const,
			resolve: { conditions: ["@webhand/source"] },
			plugins: [
				{
					name: "main-of-folder",
					transformIndexHtml: { order: "pre" as const, handler: (html: string) => html.replace("./gallery/", `./${folder}/`) },
				},
			],
		};
		await build({ ...config, build: { outDir, emptyOutDir: true, minify: false } });
		const server = await preview({ ...config, build: { outDir }, preview: { host: "127.0.0.1", port: 0 } });
		opening.defer(() => server.close());
		const browser = await launchChromium();
		opening.defer(() => browser.close());
		opened = { url: server.resolvedUrls?.local[0] ?? "", browser };
	});
	afterAll(() => opening.disposeAsync());

	return () => {
		if (opened === undefined) throw new Error("the views are not served");
		return opened;
	};
}

/**
 * Divides states into those that `npm test` visits, one of each component, and the rest, which `npm run test:full` visits.
 *
 * @throws Error for a visited name that is no state
 */
export function splitStates(names: readonly string[], visited: readonly string[]) {
	const unknown = visited.filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new Error(`No such state: ${unknown.join(", ")}`);
	return { visited, others: names.filter((name) => !visited.includes(name)) };
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
