import { expect, test } from "vitest";
import { createLogger } from "./logs.ts";

function logged(facts: object): string {
	const lines: string[] = [];
	createLogger({ service: "auth", level: "info", target: { write: (line) => lines.push(line) } }).info(facts, "said");
	return lines.join("");
}

test("a line has its level by name, its time and its service", () => {
	expect(JSON.parse(logged({ taskId: "1" }))).toEqual({
		level: "info",
		time: expect.stringMatching(/Z$/),
		service: "auth",
		taskId: "1",
		msg: "said",
	});
});

test("secrets are blacked out wherever they stand, and the line stays one", () => {
	const line = logged({
		password: "s3cret",
		request: { headers: { authorization: "Bearer s3cret", cookie: "s3cret" } },
		asked: { headers: { Authorization: "s3cret", "Set-Cookie": ["s3cret"] } },
		reply: { accessToken: "s3cret", link: "s3cret", parts: [{ made: { token: { value: "s3cret" } } }] },
	});
	expect(line).not.toContain("s3cret");
	expect(JSON.parse(line)).toMatchObject({ password: "[redacted]", reply: { link: "[redacted]" }, msg: "said" });
	expect(line.split("\n")).toEqual([expect.any(String), ""]);
});

test("secrets that a part of a service is known by are blacked out too", () => {
	const lines: string[] = [];
	const log = createLogger({ service: "auth", level: "info", target: { write: (line) => lines.push(line) } });
	log.child({ cookie: "s3cret", requestId: "r" }).info({}, "said");
	expect(JSON.parse(lines.join(""))).toMatchObject({ cookie: "[redacted]", requestId: "r" });
});

test("secrets in what a foreign service said are blacked out, too", () => {
	const err = new Error(
		'401 from the model: {"apiKey":"s3cret\\"s3cret","model":"m"}, sent with Bearer s3cret-s3cret, {"password": "s3cret',
	);
	const line = logged({ err });
	expect(line).not.toContain("s3cret");
	expect(JSON.parse(line).err.message).toContain('"model":"m"');
});

test("words in a text are no names", () => {
	const said = 'the "token": of "link": is spoken of';
	expect(JSON.parse(logged({ said, tokens: 3 }))).toMatchObject({ said, tokens: 3 });
});

test("an error shows its causes, but neither its extra properties nor the values of a broken unique index", () => {
	const cause = Object.assign(new Error('E11000 duplicate key error index: email_1 dup key: { email: "s3cret" }'), {
		code: 11_000,
		keyValue: { email: "s3cret" },
	});
	const line = logged({ err: new Error("the account was not made", { cause }) });
	expect(line).not.toContain("s3cret");
	expect(JSON.parse(line).err).toMatchObject({
		type: "Error",
		message: "the account was not made",
		cause: { code: 11_000, message: "E11000 duplicate key error index: email_1 dup key" },
	});
});
