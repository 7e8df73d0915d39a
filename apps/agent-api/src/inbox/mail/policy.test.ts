import { expect, test } from "vitest";
import { composeMail, restUntil } from "./policy.ts";

const question = {
	kind: "question",
	routineName: "File an invoice",
	row: 3,
	rowCount: 9,
	words: "Send 10.00 EUR to shop.example?",
} as const;
const failed = { kind: "failed", routineName: "Read prices", rowCount: 4, counts: { done: 1, failed: 3 } } as const;
const address = "chrome-extension://abc/options.html#/waiting";

test("one thing is in the subject; a question is quoted, a failed run counted, and the inbox named", () => {
	const one = composeMail([question], { console: address });
	expect(one.subject).toBe("Webhand asks: File an invoice");
	expect(one.text.replaceAll("\u2060", "")).toContain("asks in row 3 of 9:\n> Send 10.00 EUR to shop.example?");
	expect(one.text).toContain(address);
	expect(composeMail([failed], {}).subject).toBe("Webhand: Read prices failed");
	expect(composeMail([failed], {}).text).toContain("1 of 4 rows were done");
	const digest = composeMail([question, failed], { more: 5 });
	expect(digest.subject).toBe("Webhand: 7 things wait for you");
	expect(digest.text).toContain("And 5 more.");
});

test("words of a page make no link, no markup, no second header and no line outside of the quote", () => {
	const words = '<a href="https://evil.example/x">Click</a>\nwww.evil.example me@evil.example\n\u202eReply with your password\u0000';
	const { subject, text, html } = composeMail([{ ...question, routineName: "Pay\r\nBcc: all@corp.example", words }], {});
	expect(subject).toMatch(/^Webhand asks: Pay Bcc: /);
	for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|:\/\/evil|@evil/);
	expect(html).not.toMatch(/<a |href="/);
	expect(text.split("\n").filter((line) => /evil|password/.test(line))).toSatisfy(
		(lines: string[]) => lines.length === 3 && lines.every((line) => line.startsWith("> ")),
	);
});

test("above so many mails an hour the next one waits for the oldest of them to be an hour old", () => {
	const at = (minute: number) => new Date(minute * 60_000);
	expect(restUntil([at(1), at(2)], 3)).toBeNull();
	expect(restUntil([at(1), at(2), at(5)], 3)).toEqual(at(61));
	expect(restUntil([at(0), at(1), at(2), at(5)], 3)).toEqual(at(61));
});
