import { expect } from "vitest";
import { parsePage } from "../../src/parse/parse.ts";
import type { TestBrowser } from "../browser/browser.ts";
import { render } from "../render.ts";

/** The body of the page text, without the first zone mark. It must survive parsing and writing again. */
export async function bodyTextOf(browser: TestBrowser, html: string): Promise<string> {
	const { body } = await browser.show(html);
	const text = await body();
	expect(render(parsePage(`@page 1\n\n${text}`))).toBe(`@page 1\n\n${text}`);
	return text.replace(/^@view\n/, "");
}
