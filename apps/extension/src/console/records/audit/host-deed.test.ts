import { ServerTool } from "@webhand/contracts/tools/server-tools";
import { expect, test } from "vitest";
import { hostDeedOf } from "./host-deed.ts";
import { hostAuditText } from "./host-words.ts";

const row = { kind: "outcome", action: "fs.write", target: "notes.md", outcome: "ok" } as const;

test.for<readonly [Partial<Parameters<typeof hostDeedOf>[0]>, string]>([
	[{}, "wrote notes.md"],
	[{ kind: "intent", outcome: "intended" }, "began to write notes.md"],
	[{ outcome: "unknown" }, "tried to write notes.md · Nobody knows whether it happened."],
	[{ action: "exec.run", target: "npm test", outcome: "cancelled" }, "began to run npm test, but it was stopped"],
	[
		{ action: "fs.read", target: "../passwd", outcome: "denied:PATH_NOT_ALLOWED", kind: "denied" },
		"was not allowed to read ../passwd · This place is closed: it lies outside of the workspace, or in its .git folder.",
	],
	[{ action: "git.commit", target: "1 file", outcome: "error:CODE_OF_TOMORROW" }, "could not commit 1 file · code of tomorrow"],
	[{ action: "fs.list", target: ".", kind: "read" }, "listed the top folder"],
	[{ action: "workspace.pwd", target: "" }, "looked where the workspace is"],
	[{ action: "files.echo", target: "echo" }, "called files.echo on echo"],
	[{ action: "gate", target: "e49abedb", kind: "note" }, "came to the security gate"],
	[{ action: "of_tomorrow", target: "x", kind: "note", outcome: "denied:gate" }, "of tomorrow · gate"],
])("%j is told as a sentence", ([part, expected]) => {
	const { words, why } = hostDeedOf({ ...row, ...part });
	expect(why === "" ? words : `${words} · ${why}`).toBe(expected);
});

test("every tool of the server host has a verb", () => {
	expect(ServerTool.options.filter((tool) => hostAuditText.verbs[tool] === undefined)).toEqual([]);
});
