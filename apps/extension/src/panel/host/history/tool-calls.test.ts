import { expect, test } from "vitest";
import { argumentsLine, isDryRun, prettyJson } from "./tool-calls.ts";

test.each([
	['{"workspaceId":"wsp_1","path":"src/add.js"}', "src/add.js"],
	['{"paths":["a.js","b.js"]}', "a.js, b.js"],
	['{"path":"","pattern":"kettle"}', "kettle"],
	['{"limit":10}', '{"limit":10}'],
	['{"path":"","depth":1}', ""],
	['{"message":"Write prices\\n\\nIn euros."}', "Write prices"],
	["{}", ""],
	['{"patch":"--- a/src/add.js\\n+++ b/src/add.js\\n@@ -1 +1 @@\\n-a\\n+b\\n--- /dev/null\\n+++ b/new.js\\n"}', "src/add.js, new.js"],
	['{"edits":[{"path":"a.js","oldText":"1","newText":"2"},{"path":"a.js","oldText":"3","newText":"4"}]}', "a.js"],
	['{"edits":"all"}', '{"edits":"all"}'],
	['{"patch":"--- a/x\\n+++ b', '{"patch":"--- a/x\\n+++ b'],
])("a call is told by its most telling argument: %s", (json, expected) => {
	expect(argumentsLine(json)).toBe(expected);
});

test("a preview is readable where it is whole, and as it is where it was cut", () => {
	expect(prettyJson('{"a":1}')).toBe('{\n  "a": 1\n}');
	expect(prettyJson('{"a":')).toBe('{"a":');
	expect(prettyJson("plain")).toBe("plain");
});

test("a change that was only looked at is told from one that was made", () => {
	expect(isDryRun('{"path":"a.txt","dryRun":true}')).toBe(true);
	expect(isDryRun('{"path":"a.txt","dryRun":false}')).toBe(false);
	expect(isDryRun('{"content":"cut')).toBe(false);
});
