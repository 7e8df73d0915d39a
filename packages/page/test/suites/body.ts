import { readFileSync } from "node:fs";
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

/** Reads cases separated by an empty line: `# name`, one line of HTML, then the expected body. @param file below `test/` */
export function readCases(file: string): readonly { readonly name: string; readonly html: string; readonly text: string }[] {
	const blocks = readFileSync(new URL(`../${file}`, import.meta.url), "utf8")
		.trim()
		.split("\n\n");
	return blocks.map((block) => {
		const [name = "", html = "", ...text] = block.split("\n");
		return { name: name.slice(2), html, text: text.join("\n") };
	});
}
