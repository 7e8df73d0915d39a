import { describe, expect, test } from "vitest";
import { AppError, OwnError } from "./errors.ts";
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

test("secrets inside a text that looks like JSON, or a header, are blacked out too", () => {
	const said = '{"apiKey":"s3cret\\"s3cret","model":"m"}, sent with Bearer s3cret-s3cret, {"password": "s3cret';
	const line = logged({ said });
	expect(line).not.toContain("s3cret");
	expect(JSON.parse(line).said).toContain('"model":"m"');
});

test.for(["whk_", "whmcp_"])("a key that begins with %s is blacked out in whatever text it stands", (prefix) => {
	const line = logged({ said: `GET /api/agent/tasks?key=${prefix}${"s3cret-S3_".repeat(4)} failed` });
	expect(JSON.parse(line).said).toBe("GET /api/agent/tasks?key=[redacted] failed");
});

test.for([
	["a webhook's secret", `whsec_a+b/${"s3cret".repeat(6)}=`, "[redacted]"],
	["a key behind an encoded sign", `key%3Dwhk_${"s3cret".repeat(6)}`, "key%3D[redacted]"],
])("%s is blacked out whole", ([, said, expected]) => {
	expect(JSON.parse(logged({ said })).said).toBe(expected);
});

describe("foreign text in an error is never logged", () => {
	const canary = "Log in with password CANARY and <p>CANARY</p>\n    at CANARY";
	const thrown = (more: object = {}) => Object.assign(new Error(`invalid input: ${canary}`), more);

	test.for([
		["a provider's refusal", thrown({ status: 400, code: "CANARY", error: { message: canary }, headers: {} }), { status: 400 }],
		["a broken unique index", thrown({ code: 11_000, keyValue: { email: "CANARY" } }), { code: 11_000 }],
		["a message that was changed later", Object.assign(thrown(), { message: "CANARY" }), {}],
		["a stack that is a text", thrown({ stack: canary }), {}],
		["a name that is a sentence", thrown({ name: canary }), { type: "Error" }],
		["JSON that does not read", syntaxErrorOf(canary), { type: "SyntaxError" }],
	] as const)("%s", ([_name, error, facts]) => {
		const cause = new AppError("INTERNAL_ERROR", "The model did not answer", { details: { reason: "model_rejected" }, cause: error });
		const line = logged({ err: new OwnError("the step failed", { cause }) });
		expect(line).not.toContain("CANARY");
		expect(JSON.parse(line).err).toMatchObject({
			message: "the step failed",
			cause: { code: "INTERNAL_ERROR", message: "The model did not answer", reason: "model_rejected", cause: facts },
		});
		expect(JSON.parse(line).err.stack).toMatch(/^ {4}at .*logs\.test\.ts:\d+:\d+/);
	});

	test("also where the error is all that the line has", () => {
		const lines: string[] = [];
		const log = createLogger({ service: "auth", level: "info", target: { write: (line) => lines.push(line) } });
		log.error(thrown());
		log.error({ err: thrown() });
		log.error({ err: thrown() }, thrown().message);
		expect(lines.join("")).not.toContain("CANARY");
		expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["failed", "failed", "failed"]);
	});
});

function syntaxErrorOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		return error;
	}
}

test("words in a text are no names", () => {
	const said = 'the "token": of "link": is spoken of';
	expect(JSON.parse(logged({ said, tokens: 3 }))).toMatchObject({ said, tokens: 3 });
});
