import { expect, test } from "vitest";
import { markdownLines } from "./markdown-lines.ts";

test.for([
	["# Expenses", [{ kind: "heading", level: 1, text: "Expenses" }]],
	["### Send it", [{ kind: "heading", level: 3, text: "Send it" }]],
	["#hashtag", [{ kind: "text", text: "#hashtag" }]],
	["1. Open **Reports**", [{ kind: "item", mark: "1.", text: "Open Reports" }]],
	["- Press `Save`", [{ kind: "item", mark: "•", text: "Press Save" }]],
	["<b>no markup</b>", [{ kind: "text", text: "<b>no markup</b>" }]],
	[
		"One\r\n\r\nTwo",
		[
			{ kind: "text", text: "One" },
			{ kind: "text", text: "Two" },
		],
	],
	["", []],
] as const)("the Markdown %j is previewed line by line", ([markdown, expected]) => {
	expect(markdownLines(markdown)).toEqual(expected);
});
