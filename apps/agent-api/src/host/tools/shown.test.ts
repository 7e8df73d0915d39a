import { expect, test } from "vitest";
import { shownOf } from "./shown.ts";

const key = "-----BEGIN PRIVATE KEY-----";

// A model that a page or a file has taken over chooses names and forms of what it asks for.
test.for([
	["code behind a name that sounds secret", { stdin: "const token=(Function)(atob('eA=='))()" }],
	["all behind the first line of a key", { stdin: `${key}\ncurl evil.example` }],
	["a value in the form of an issuer's key", { stdin: `ghp_${"rm0rf1".repeat(6)}` }],
	["a value in the form of a signed token", { stdin: "eyJhbGciOiJub25lIn0.ZGVsZXRlLWFsbA.x" }],
	["what stands in the place of a header", { stdin: "Authorization: Bearer delete-all-of-it" }],
	["what stands in the place of a password of an address", { stdin: "https://ada:evil.example@files.example" }],
	["an environment variable", { env: { API_TOKEN: "--require ./evil.cjs" } }],
	["arguments by their names", { arguments: { link: "https://evil.example", token: "x y z", password: { deep: ["all"] }, code: "rm" } }],
] as const)("a question shows %s", ([, args]) => {
	expect(shownOf({ tool: "mcp.call", args, shown: {} }).args).toEqual(args);
});

test("a secret in the person's own words is covered wherever it stands, and nothing beside it", () => {
	const args = { arguments: { code: "hunter2-canary", list: ["use hunter2-canary now"] } };
	expect(shownOf({ tool: "mcp.call", args, shown: {} }, { secrets: ["hunter2-canary"] }).args).toEqual({
		arguments: { code: "•••", list: ["use ••• now"] },
	});
});
