import { QuestionId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { message, sessionId, taskIdOf } from "../chat/store/testing/messages.ts";
import { fileNameOf, toJson, toMarkdown } from "./export.ts";

const session = {
	sessionId,
	title: "a.example: Buy tea",
	domain: "a.example",
	createdAt: 0,
	updatedAt: 5_000,
	status: "completed" as const,
};
const all = Array.from({ length: 1_200 }, (_, index) =>
	message(index, {
		taskId: taskIdOf(Math.floor(index / 100)),
		role: index % 100 === 0 ? "user" : "assistant",
		domSummary: "PAGE TEXT",
		actionPayload: { action: "click(1)", parsedAction: { name: "click" } },
	}),
);
const input = { session, messages: all, exportedAt: 10_000 };

test("1,200 messages go out whole and in order, without page text", () => {
	const json = toJson(input);
	const read = JSON.parse(json);
	expect(read).toMatchObject({ schema: "webhand-chat", version: 1, chat: { sessionId, status: "completed" } });
	expect(read.messages.map(({ sequenceNumber }: { sequenceNumber: number }) => sequenceNumber)).toEqual(all.map((_, index) => index));
	const markdown = toMarkdown(input);
	expect(markdown.split("\n").filter((line) => line.startsWith("- **"))).toHaveLength(1_200);
	expect(markdown.split("\n").filter((line) => line.startsWith("## "))).toHaveLength(12);
	expect(json + markdown).not.toContain("PAGE TEXT");
});

test("text that looks like Markdown stays text, and back quotes do not end a code span", () => {
	const odd = message(0, { content: "# Head\n[x](javascript:alert(1)) <b>", actionString: 'find("a `b``c")' });
	const line = toMarkdown({ ...input, messages: [odd] })
		.split("\n")
		.find((one) => one.startsWith("- **"));
	expect(line).toContain(String.raw`\# Head \[x\](javascript:alert(1)) \<b\>`);
	expect(line).toContain('``` find("a `b``c") ```');
});

test("what was seen is told in words, and a question has no success", () => {
	const verification = {
		stepIndex: 0,
		verdict: "success" as const,
		confidence: 1,
		by: "facts" as const,
		observations: ["url_changed https://a.example/ (client)"],
	};
	const question = {
		id: QuestionId.parse(`que_${"a".repeat(22)}`),
		kind: "input" as const,
		text: "Which?",
		expiresAt: "2026-01-01T00:00:00Z",
	};
	const messages = [
		message(0, { metadata: { verification } }),
		message(1, { content: "Which?", status: "success", metadata: { question } }),
	];
	const markdown = toMarkdown({ ...input, messages });
	expect(markdown).not.toMatch(/url|\(client\)/);
	expect(markdown).toMatch(/: Which\?$/m);
});

test.each([
	["a.example: Buy tea", "a.example-Buy-tea.json"],
	["../../etc/passwd", "etc-passwd.json"],
	["‮‮", "chat.json"],
	["Grüße 東京", "Gru-ße-東京.json"],
])("the file of “%s” is called %s", (title, name) => {
	expect(fileNameOf({ title }, "json")).toBe(name);
});
