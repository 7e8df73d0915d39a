import { expect, test } from "vitest";
import { stopsQueue } from "./queue.ts";

test.for([
	["refused", "UNSUPPORTED_MEDIA_TYPE", false],
	["refused", "PAYLOAD_TOO_LARGE", false],
	["refused", "INTERNAL_ERROR", false],
	["refused", "LIMIT_REACHED", true],
	["refused", "RATE_LIMIT", true],
	["refused", "SERVICE_UNAVAILABLE", true],
	["invalid", "VALIDATION_ERROR", true],
	["offline", "NETWORK", true],
	["signed_out", "UNAUTHORIZED", true],
	["forbidden", "FORBIDDEN", true],
] as const)("after a file that is %s with %s the others wait: %s", ([kind, code, expected]) => {
	expect(stopsQueue({ kind, code })).toBe(expected);
});
