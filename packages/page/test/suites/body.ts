import { expect } from "vitest";
import { parsePage } from "../../src/parse/parse.ts";
import type { TestBrowser } from "../browser/browser.ts";
import { render } from "../render.ts";

/** Body of the page text of a body, the mark of the visible area left out; it must be the same when it is read and written again. */
export async function bodyOf(browser: TestBrowser, html: string): Promise<string> {
	const { body } = await browser.show(html);
	const text = await body();
	expect(render(parsePage(`@page 1\n\n${text}`))).toBe(`@page 1\n\n${text}`);
	return text.replace(/^@view\n/, "");
}
