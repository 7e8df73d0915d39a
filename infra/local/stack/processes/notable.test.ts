import { expect, test } from "vitest";
import { notableOfMongod, notableOfOthers, notableOfRedis, notableOfService } from "./notable.ts";

test("of a service warnings and worse are shown in one line, and what is no log line as it stands", () => {
	const cases: [string, string | undefined][] = [
		['{"level":"info","msg":"listening"}', undefined],
		['{"level":"warn","msg":"slow","requestId":"r1"}', "warn slow (request r1)"],
		['{"level":"error","msg":"failed","err":{"message":"no disk"}}', "error failed: no disk"],
		['{"level":"fatal","msg":"gone","err":{"message":"gone"}}', "fatal gone"],
		['{"level":"info","msg":"again","err":{"type":"MongoWaitQueueTimeoutError","stack":"at a"}}', undefined],
		['{"level":"warn","msg":"again","err":{"type":"MongoWaitQueueTimeoutError"}}', "warn again: MongoWaitQueueTimeoutError"],
		["    at load (node:internal/modules/esm/loader:1:1)", undefined],
		["Error: out of memory", "Error: out of memory"],
		["{broken", "{broken"],
		["", undefined],
		["x".repeat(500), `${"x".repeat(400)} …`],
	];
	for (const [line, shown] of cases) expect(notableOfService(line), line).toBe(shown);
});

test("of the servers only trouble is shown", () => {
	expect(notableOfMongod('{"t":{},"s":"W","c":"CONTROL","msg":"vm.max_map_count is too low"}')).toBeUndefined();
	expect(notableOfMongod('{"t":{},"s":"E","c":"STORAGE","msg":"disk full"}')).toContain("disk full");
	expect(notableOfRedis("1:M 01 Jan 2026 00:00:00.000 * Ready to accept connections")).toBeUndefined();
	expect(notableOfRedis("1:M 01 Jan 2026 00:00:00.000 # WARNING Memory overcommit must be enabled!")).toBeUndefined();
	expect(notableOfRedis("1:M 01 Jan 2026 00:00:00.000 # Can't save in background: fork: Cannot allocate memory")).toContain("fork");
	expect(notableOfOthers()).toBeUndefined();
});
