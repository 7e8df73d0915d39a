import type { RunnerStatus } from "@webhand/contracts/tools/availability";
import { expect, test } from "vitest";
import { availabilityOf } from "./policy.ts";

const since = new Date("2026-01-30T10:00:00.000Z");
const all = { fs: true, search: true, git: true, exec: true, mcp: true };
const reason = (code: string) => ({ code, message: "why", since: since.toISOString() });
const runner = (facts: Partial<RunnerStatus> = {}): RunnerStatus => ({
	enabled: true,
	capabilities: all,
	reasons: [],
	warnings: [],
	sandbox: null,
	...facts,
});

test.each([
	["everything works", runner(), "exec", "online"],
	["commands do not work", runner({ capabilities: { ...all, exec: false }, reasons: [reason("USERNS_BLOCKED")] }), "exec", "degraded"],
	["commands do not work and were never promised", runner({ capabilities: { ...all, exec: false, mcp: false } }), "write", "online"],
	["git is missing", runner({ capabilities: { ...all, git: false }, reasons: [reason("GIT_MISSING")] }), "read", "degraded"],
	["it is switched off", runner({ enabled: false, reasons: [reason("DISABLED")] }), "exec", "offline"],
	["its database is down", runner({ reasons: [reason("DATABASE_DOWN")] }), "exec", "offline"],
	["its system is unknown", runner({ reasons: [reason("PLATFORM")] }), "exec", "offline"],
	["it does not answer", null, "exec", "offline"],
] as const)("server tools, when %s", (_name, status, level, expected) => {
	const shown = availabilityOf(status, { level, autoApprove: false, since });
	expect(shown).toMatchObject({ status: expected, level, banner: "Actions run on the server host." });
	if (expected === "offline") expect(Object.values(shown.capabilities).some(Boolean)).toBe(false);
});

test("what the level does not hold is not shown, though it works", () => {
	expect(availabilityOf(runner(), { level: "write", autoApprove: false, since }).capabilities).toEqual({ ...all, exec: false, mcp: false });
});

test("switched off, the tools are offline for that reason, whatever the runner says", () => {
	expect(availabilityOf(runner(), { level: null, autoApprove: false, since })).toMatchObject({
		status: "offline",
		reasons: [{ code: "DISABLED" }],
	});
});

test("a runner that does not answer is named as the reason", () => {
	expect(availabilityOf(null, { level: "exec", autoApprove: false, since }).reasons).toEqual([
		{ code: "RUNNER_UNREACHABLE", message: expect.any(String), since: "2026-01-30T10:00:00.000Z" },
	]);
});
