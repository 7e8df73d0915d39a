import { Message } from "@webhand/contracts/chat/message";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { openApproval } from "../../../test/sample.ts";
import { messageForEvent, pageSummary } from "./messages.ts";

const id = "e49abedb-f50c-45d2-bf81-62662b6a038e";
const { held: _held, stepIndex: _stepIndex, ...question } = openApproval();
const turn = Message.parse({
	messageId: id,
	sessionId: id,
	taskId: id,
	sequenceNumber: 7,
	role: "assistant",
	content: "May I?",
	timestamp: "2026-01-30T10:00:00Z",
	actionString: "click(7)",
	actionPayload: { action: "click(7)", parsedAction: { name: "click", id: 7 } },
	domSummary: "Shop",
	metadata: { stepIndex: 3, status: "needs_user_input", question, thought: "I ask", targetName: "Pay", ms: 12 },
});
const bytes = (message: Message) => Buffer.byteLength(JSON.stringify(message));

test.for([
	["goes whole where it fits", {}, { ...turn }],
	[
		"loses first what clients fetch anyway, and still asks",
		{ domSummary: "é".repeat(1_900), metadata: { ...turn.metadata, thought: "t".repeat(4_000), actions: ["a".repeat(4_000)] } },
		{ content: "May I?", truncated: true, actionString: "click(7)", metadata: { stepIndex: 3, question, targetName: "Pay" } },
	],
	[
		"then its action and its question, and half its text, again and again",
		{ content: "✓".repeat(20_000), actionString: "a".repeat(20_000) },
		{ truncated: true, metadata: { stepIndex: 3, status: "needs_user_input", ms: 12 } },
	],
] as const)("a message in an event %s", ([_name, facts, expected]) => {
	const sent = messageForEvent({ ...turn, ...facts } as Message);
	expect(bytes(sent)).toBeLessThanOrEqual(9_000);
	expect(sent).toMatchObject(expected);
	expect(Message.safeParse(sent).error).toBeUndefined();
	expect(turn.content.startsWith(sent.content) || "✓".repeat(20_000).startsWith(sent.content)).toBe(true);
});

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
