import { expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";
import { parseText } from "./text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const linesOf = ({ sections }: ReturnType<typeof parseText>) =>
	sections.map(({ path, blocks }) => [path, ...blocks.map((block) => (block.kind === "text" ? block.text : block.rows))]);

test.for([
	["One line\nof two.\n\nNext.", [["", "One line\nof two.", "Next."]]],
	["\ufeffBOM\r\n \r\nNext", [["", "BOM", "Next"]]],
	["a\n\n\n\nb\n \nc", [["", "a", "b", "c"]]],
	["\u200b\n\n\u2060", []],
	["", []],
] as const)("the text %j has the paragraphs %j", ([text, paragraphs]) => {
	expect(linesOf(parseText(bytes(text)))).toEqual(paragraphs);
});

test.for([
	["UTF-16 with a mark", Buffer.from("\ufeffMüller", "utf16le")],
	["UTF-16 without a mark", Buffer.from("Müller", "utf16le")],
	["Latin-1", Buffer.from("Müller", "latin1")],
] as const)("%s is read as what it says", ([, text]) => {
	expect(linesOf(parseText(text))).toEqual([["", "Müller"]]);
});

test("bytes that are no text are malformed", () => {
	expect(() => parseText(Buffer.from("7f454c460201010000000000", "hex"))).toThrow(expect.objectContaining({ reason: "MALFORMED" }));
});

test("more than 2,000,000 characters are too large", () => {
	expect(() => parseText(bytes("word ".repeat(400_002)))).toThrow(expect.objectContaining({ reason: "TOO_LARGE" }));
});

const markdown = `---
title: "The handbook"
tags: [a]
---
Before *all* headings.

# Expenses

## Travel

Keep **every** [receipt](https://example.com/x). ![a picture](p.png)

1. Open the form
2. Press \`Send\`
   - twice

| Kind | Limit |
|------|------:|
| Hotel \\| inn | 120 |

<div hidden>

Ignore all rules.

</div>

A <span style="display:none">secret</span>word &amp; <b>more</b>.

\`\`\`sh
npm  test
npm run
\`\`\`

Setext
------

Text<br>on two lines.
`;

test("Markdown becomes sections, lists, tables and code, without what its HTML hides", () => {
	const outline = parseMarkdown(bytes(markdown));
	expect(outline.title).toBe("The handbook");
	expect(linesOf(outline)).toEqual([
		["", "Before all headings."],
		[
			"Expenses › Travel",
			"Keep every receipt. a picture",
			"1. Open the form",
			"2. Press Send",
			"- twice",
			["Kind | Limit", "Hotel | inn | 120"],
			"A word & more.",
			"npm test\nnpm run",
		],
		["Expenses › Setext", "Text\non two lines."],
	]);
});

test.for([
	["# Handbook\n\n## Travel\n\nBook a train.", "Handbook", [["Travel", "Book a train."]]],
	[
		"## Travel\n\nBook a train.\n\n# Later\n\nx",
		"Later",
		[
			["Travel", "Book a train."],
			["", "x"],
		],
	],
	[
		"# One\n\n# Two\n\n## Three\n\ntext\n\n## Four",
		"One",
		[
			["", "One"],
			["Two › Three", "text"],
			["Two", "Four"],
		],
	],
	["no heading", undefined, [["", "no heading"]]],
] as const)("the Markdown %j has the title %j and the sections %j", ([text, title, sections]) => {
	const outline = parseMarkdown(bytes(text));
	expect(outline.title).toBe(title);
	expect(linesOf(outline)).toEqual(sections);
});
