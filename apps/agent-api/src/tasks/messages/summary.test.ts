import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { pageSummary } from "./summary.ts";

const pageOf = (title: string, body: string) =>
	parsePage(`@page 1\n@url https://shop.example/\n@title ${title}\n@epoch e1\n@screen 1280x800, page 1 of 1\n\n@view\n${body}`);

test.for([
	["the title and the headings", "Shop", "# Tea\nGreen tea, 12 €\n## Cups\n<button 7>Buy", [], "Shop\nTea\nCups"],
	["the title and the first texts of a page without a heading", "Shop", "Green tea\n<button 7>Buy", [], "Shop\nGreen tea\nBuy"],
	["the title of an empty page", "Shop", "", [], "Shop"],
	["no secret of the user's words", "Tea of hunter2", "# You are hunter2", ["hunter2"], "Tea of •••\nYou are •••"],
] as const)("a chat keeps of a page %s", ([_name, title, body, secrets, summary]) => {
	expect(pageSummary(pageOf(title, body), secrets)).toBe(summary);
});

test("and never more than 200 characters of its outline, nor half a secret at the cut", () => {
	const headings = Array.from({ length: 50 }, (_, index) => `# Heading number ${index}`).join("\n");
	expect(pageSummary(pageOf("Shop", headings), [])).toHaveLength("Shop\n".length + 200);
	const torn = pageSummary(pageOf("Shop", `# ${"x".repeat(195)} hunter2-canary`), ["hunter2-canary"]);
	expect(torn).not.toContain("hunter2");
});
