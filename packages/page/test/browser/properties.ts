import fc from "fast-check";
import { expect } from "vitest";
import { parsePage } from "../../src/parse/parse.ts";
import type { LinePart, PageView } from "../../src/parse/view.ts";
import type { OpenPage, TestBrowser } from "./browser.ts";
import { anyPieces, bodyStyles, canary, chosenCanary, htmlOf } from "./random-pages.ts";

/** Names of the controls whose centre a pointer would hit. */
const pointable = async ({ page }: OpenPage): Promise<readonly string[]> =>
	page.evaluate(() => {
		const inView = [...document.querySelectorAll("button,a,input[aria-label^=act],select[aria-label],label > input")].filter((element) => {
			const { left, top, width, height } = element.getBoundingClientRect();
			const [x, y] = [left + width / 2, top + height / 2];
			const isInWindow = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
			return isInWindow && width > 1 && height > 1 && element.contains(document.elementFromPoint(x, y));
		});
		return inView.map((element) => element.getAttribute("aria-label") ?? (element.closest("label") ?? element).textContent?.trim() ?? "");
	});

const namesIn = (view: PageView, parts: readonly LinePart[]): readonly string[] =>
	parts.flatMap((part) => {
		const element = part.kind === "element" ? view.elements.get(part.id) : undefined;
		return element === undefined ? [] : [element.name, ...namesIn(view, element.parts)];
	});

const namesOf = (view: PageView): ReadonlyMap<string, number> =>
	new Map([...view.elements.values()].filter(({ name }) => name.startsWith("act ")).map(({ name, id }) => [name, id]));

/** Shows a page. Chromium cannot lay out some random pages; the property then tries another one. */
async function shown(browser: TestBrowser, html: string): Promise<OpenPage> {
	try {
		return await browser.show(html);
	} catch (error) {
		fc.pre(!(error instanceof Error && error.name === "TimeoutError"));
		throw error;
	}
}

/** How many pages a property tries, and when it stops. */
export type Tries = { readonly numRuns: number; readonly seed: number; readonly interruptAfterTimeLimit?: number };

/** Random pages, scrolled to a random position. */
const anyPage = fc.record({
	pieces: anyPieces,
	above: fc.constantFrom(0, 1_200, 2_000),
	scroll: fc.nat(1_500),
	body: fc.constantFrom(...bodyStyles),
});

/** Properties of every page, by the sentence that promises them. */
export const properties: Readonly<Record<string, (browser: TestBrowser, tries: Tries) => Promise<void>>> = {
	"every control that one can point at stands in the text, whatever moved it there": async (browser, tries) => {
		await fc.assert(
			fc.asyncProperty(anyPage, async ({ pieces, scroll, above, body }) => {
				const opened = await shown(
					browser,
					`<style>body{${body}}</style><div style="height:${above}px"></div>${htmlOf(pieces, { isMoving: true })}`,
				);
				const to = { left: body === "" ? 0 : -scroll, top: body.includes("lr") ? -scroll : scroll };
				await opened.page.evaluate((place) => scrollTo(place), to);
				const wanted = await pointable(opened);
				const view = parsePage((await opened.call("readPage")).text);
				const inView = view.lines.filter(({ zone }) => zone === "view");
				const names = inView.flatMap(({ cells }) => cells.flatMap((parts) => namesIn(view, parts)));
				expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
			}),
			tries,
		);
	},
	"a page that replaces all its nodes keeps its numbers, each of them once": async (browser, tries) => {
		await fc.assert(
			fc.asyncProperty(anyPieces, async (pieces) => {
				const opened = await shown(browser, htmlOf(pieces));
				const before = namesOf(parsePage((await opened.call("readPage")).text));
				await opened.page.evaluate(() => {
					document.body.innerHTML = `<button>act 0.</button>${document.body.innerHTML}`;
				});
				const after = namesOf(parsePage((await opened.call("readPage")).text));
				// The new button may push others out of reach.
				for (const [name, id] of before) expect([name, after.get(name) ?? id]).toEqual([name, id]);
				expect(new Set(after.values()).size).toBe(after.size);
			}),
			tries,
		);
	},
	"no secret is in any text, lookup or snapshot": async (browser, tries) => {
		await fc.assert(
			fc.asyncProperty(anyPieces, async (pieces) => {
				const { call } = await shown(browser, htmlOf(pieces));
				const { said, parts } = await call("readEverything", canary);
				expect(`${said}${parts}`).not.toContain(canary);
				expect(said).not.toContain(chosenCanary);
				expect(parts).not.toContain(`${chosenCanary}*`);
			}),
			tries,
		);
	},
	"no text is longer than its cap, and each is read back without complaint": async (browser, tries) => {
		await fc.assert(
			fc.asyncProperty(anyPieces, fc.integer({ min: 600, max: 4_000 }), async (pieces, cap) => {
				const { call } = await shown(browser, htmlOf(pieces).repeat(6));
				const { text } = await call("readPage", cap, cap * 2);
				expect(text.length).toBeLessThanOrEqual(cap * 2);
				expect(parsePage(text).problems).toEqual([]);
			}),
			tries,
		);
	},
};
