import type { CallFacts, Replies } from "../console/scripted-api.ts";
import { refused } from "../console/scripted-api.ts";
import { at } from "./sample-files.ts";

export type PartOfState = { readonly replies: Replies; readonly waiting?: number };

const workspaceId = `wsp_${"a".repeat(22)}`;
export const idOfExecution = (letter: string) => `exe_${letter.repeat(22)}`;
const esc = "\u001b";
const rule = { name: "npm.test", version: 3 };
const facts = {
	exitCode: 0,
	signal: null,
	reason: null,
	durationMs: 1_240,
	queuedMs: 4,
	bytes: { stdout: 812, stderr: 61 },
	omittedBytes: 0,
	truncated: false,
};
const execution = (letter: string, argv: readonly string[], part: Record<string, unknown> = {}) => ({
	executionId: idOfExecution(letter),
	state: "exited",
	argv,
	cwd: "",
	workspaceId,
	sessionId: null,
	rule,
	...facts,
	createdAt: at,
	startedAt: at,
	finishedAt: at,
	...part,
});

const npmTest = execution("n", ["npm", "test"]);
const executions = [
	npmTest,
	execution("r", ["node", "--test", "--watch"], { state: "running", exitCode: null, durationMs: null, finishedAt: null }),
	execution("f", ["npm", "run", "lint"], { exitCode: 2, durationMs: 3_410 }),
	execution("c", ["grep", "-rn", "two words", "src\u202eevil"], { state: "cancelled", exitCode: 143, signal: "SIGTERM" }),
	execution("o", ["node", "flood.js"], { state: "output_limit", exitCode: 137, signal: "SIGKILL", durationMs: 9_100 }),
];

const allowed = (name: string, usage: string, examples: readonly (readonly string[])[], part: Record<string, unknown> = {}) => ({
	rule: name,
	version: 1,
	class: "inspect",
	usage,
	examples,
	available: true,
	...part,
});
const commands = [
	allowed(
		"npm.test",
		"npm test | run <test, lint, build, typecheck, check>",
		[
			["npm", "test"],
			["npm", "run", "lint"],
		],
		{ class: "build" },
	),
	allowed("git.log", "git log [-n <number>] [--oneline] [paths]", [["git", "log", "-n", "5", "--oneline"]]),
	allowed("grep", "grep [-r] [-n] [-i] <text> <paths>", [
		["grep", "-rn", "formatPrice", "src"],
		["grep", "-i", "two words", "README.md"],
	]),
	allowed("go.test", "go test [packages]", [["go", "test", "./..."]], { class: "build", available: false }),
];

let seq = 0;
const out = (data: string, type: "stdout" | "stderr" = "stdout") => ({ type, seq: ++seq, ts: at, off: 0, enc: "utf8", data });
const start = (argv: readonly string[]) => ({
	type: "start",
	executionId: idOfExecution("n"),
	argv,
	cwd: "packages/shop",
	workspaceId,
	startedAt: at,
});
const exit = (part: Record<string, unknown> = {}) => ({ type: "exit", state: "exited", ...facts, ...part });

const testOutput = () => [
	out(`\n> shop@1.0.0 test\n> node --test\n\n`),
	out(`${esc}[32m✔ a price is written with its currency ${esc}[90m(1.2ms)${esc}[39m\n`),
	out(`${esc}[32m✔ a cart counts each item ${esc}[90m(0.4ms)${esc}[39m\n`),
	out(`${esc}[31m✖ an empty cart costs nothing ${esc}[90m(2.1ms)${esc}[39m\n`),
	out(`  ${esc}[1mAssertionError${esc}[0m: expected ${esc}[42m 0 ${esc}[0m, got ${esc}[41m NaN ${esc}[0m\n`),
	out("(node:12) Warning: the tests left a file open\n", "stderr"),
	out("10 %\r50 %\r100 % of the files were read\n"),
	out(`<img src=x onerror=alert(1)> and a name with a hidden \u202etxt.exe\u202c in it\n`),
	out(`${esc}]8;;https://evil.example${esc}\\no link${esc}]8;;${esc}\\ ${esc}]0;a title${esc}\\\n`),
];

/** Output that never ends. */
async function* forever(events: readonly unknown[]) {
	yield* events;
	await new Promise(() => undefined);
}

/** 10 MB of coloured lines, in pieces of 16 kB as the server sends them. */
async function* flood() {
	yield start(["node", "flood.js"]);
	const lines = Array.from(
		{ length: 175 },
		(_, n) => `${esc}[32m✔${esc}[39m case ${n}: the sum of the cart is what the customer pays ${esc}[90m(0.${n}ms)${esc}[39m`,
	);
	const piece = `${lines.join("\n")}\n`;
	for (let sent = 0; sent < 10_000_000; sent += piece.length) yield out(piece);
	yield out("the last line\n");
	yield exit({ bytes: { stdout: 10_000_000, stderr: 0 } });
}

const tools = [
	{ name: "tickets.search", description: "Finds tickets by their words.", tier: "read", approval: "auto", server: "tickets" },
	{ name: "tickets.close", description: "Closes a ticket, and tells its author.", tier: "exec", approval: "individual", server: "tickets" },
].map((tool) => ({ ...tool, parameters: {}, available: true }));

export const commandReplies: Replies = {
	"GET /api/v1/agent/commands": { commands },
	"GET /api/v1/agent/exec": { executions, nextCursor: null },
	"POST /api/v1/agent/exec": { executionId: idOfExecution("n"), state: "queued", streamUrl: "/stream", rule },
	"GET /api/v1/agent/exec/:id": ({ params }: CallFacts) => ({
		...(executions.find(({ executionId }) => executionId === params?.["id"]) ?? npmTest),
		stdout: "",
		stderr: "",
	}),
	"GET /api/v1/agent/exec/:id/stream": () => [start(["npm", "test"]), ...testOutput(), exit({ exitCode: 1 })],
	"POST /api/v1/agent/exec/:id/cancel": { executionId: idOfExecution("n"), state: "cancelling" },
	"GET /api/v1/agent/mcp/tools": {
		tools,
		servers: [
			{ name: "tickets", state: "connected", reason: null },
			{ name: "calendar", state: "down", reason: "the program ended with code 1" },
		],
	},
};

export const terminalStates: Readonly<Record<string, PartOfState>> = {
	"terminal-live": {
		replies: { "GET /api/v1/agent/exec/:id/stream": () => forever([start(["npm", "test"]), ...testOutput().slice(0, 4)]) },
	},
	"terminal-queued": {
		replies: {
			"GET /api/v1/agent/exec/:id/stream": () => forever([]),
			"GET /api/v1/agent/exec/:id": { ...npmTest, state: "queued", exitCode: null, durationMs: null, stdout: "", stderr: "" },
		},
	},
	"terminal-flood": { replies: { "GET /api/v1/agent/exec/:id/stream": flood } },
	"terminal-cut": {
		replies: {
			"GET /api/v1/agent/exec/:id/stream": () => [
				start(["node", "flood.js"]),
				...testOutput(),
				{ type: "gap", fromSeq: seq + 1, toSeq: seq + 1, bytes: 1_310_720 },
				out("on and on\n"),
				exit({
					state: "output_limit",
					exitCode: 137,
					signal: "SIGKILL",
					reason: "the output was larger than 64 MiB",
					omittedBytes: 58_720_256,
					truncated: true,
				}),
			],
		},
	},
	"terminal-silent": { replies: { "GET /api/v1/agent/exec/:id/stream": () => [start(["true"]), exit()] } },
	"terminal-gone": {
		replies: {
			"GET /api/v1/agent/exec/:id/stream": refused(404, "EXECUTION_NOT_FOUND", "gone"),
			"GET /api/v1/agent/exec/:id": refused(404, "EXECUTION_NOT_FOUND", "gone"),
		},
	},
	"command-refused": {
		replies: { "POST /api/v1/agent/exec": refused(403, "COMMAND_NOT_ALLOWED", "no rule", { reason: "no_rule", word: "curl" }) },
	},
	"commands-loading": { replies: { "GET /api/v1/agent/commands": "never", "GET /api/v1/agent/mcp/tools": "never" } },
	"commands-off": {
		replies: {
			"GET /api/v1/agent/commands": refused(503, "AGENT_TOOLS_DISABLED", "off"),
			"GET /api/v1/agent/mcp/tools": refused(503, "AGENT_TOOLS_DISABLED", "off"),
		},
	},
	"no-commands": {
		replies: {
			"GET /api/v1/agent/commands": { commands: [] },
			"GET /api/v1/agent/exec": { executions: [], nextCursor: null },
			"GET /api/v1/agent/mcp/tools": { tools: [], servers: [] },
		},
	},
};
