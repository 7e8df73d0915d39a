import { Ticket } from "@webhand/contracts/auth/second-factor";
import { TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { freshRun, owner } from "../run/testing/sample.ts";
import { newestInTab, runsBefore, runsVisibleTo, signingInOf } from "./view-state.ts";

const run = freshRun({ tabId: 1 });

test("a user's runs are not shown to the next user, nor in another organization", () => {
	expect(runsVisibleTo(owner, [run])).toEqual([run]);
	expect(runsVisibleTo({ ...owner, userId: UserId.parse(`usr_${"b".repeat(22)}`) }, [run])).toEqual([]);
	expect(runsVisibleTo({ ...owner, tenantId: TenantId.parse(`org_${"b".repeat(22)}`) }, [run])).toEqual([]);
});

test("earlier runs of a tab stand above its new task, oldest first, as far as they fit", () => {
	const step = { stepIndex: 0, thought: "", action: "click(1)", actionName: "click", state: "done" as const, warnings: [], at: 0 };
	const before = (runKey: string, startedAt: number, steps: number) =>
		({ ...run, runKey, startedAt, phase: "ended", end: "completed", steps: Array.from({ length: steps }, () => step) }) as const;
	const records = [before("b", 2, 60), before("c", 3, 60), before("a", 1, 1), { ...before("elsewhere", 3, 1), tabId: 2, tabs: [2] }];
	const now = { ...run, runKey: "now", startedAt: 4 };
	expect(runsBefore(now, [now, ...records]).map(({ runKey }) => runKey)).toEqual(["b", "c"]);
});

test("while nobody is signed in, the waiting task is shown", () => {
	expect(runsVisibleTo(null, [run])).toEqual([run]);
});

test("while nobody is signed in, ended tasks are not shown", () => {
	expect(runsVisibleTo(null, [{ ...run, phase: "ended", end: "completed" }])).toEqual([]);
});

test("a task stays visible in its tabs, even when a newer one begins in another of them", () => {
	const shop = { ...run, tabs: [1, 2], phase: "ended" as const, end: "completed" as const };
	const newer = { ...run, runKey: "newer", tabId: 2, tabs: [2], startedAt: 1 };
	const records = [shop, newer];
	expect([1, 2, 3].map((tab) => newestInTab(tab, records)?.runKey)).toEqual(["r", "newer", undefined]);
	expect(runsBefore(newer, records)).toEqual([shop]);
});

test("a sign-in under way is shown without its ticket", () => {
	const ticket = Ticket.parse("t".repeat(43));
	const enrolment = { secret: "JBSWY3DP", uri: "otpauth://totp/Webhand" };
	const steps = [
		{
			kind: "provider",
			serverUrl: "https://a.example",
			email: "ada@example.com",
			ticket,
			tabId: 3,
			back: 1,
			returnOrigin: "https://a.example",
			until: 9,
		},
		{ kind: "second_factor", serverUrl: "https://a.example", ticket, isEnrolled: false, enrolment },
	] as const;
	expect(steps.map(signingInOf)).toEqual([
		{ kind: "provider", email: "ada@example.com" },
		{ kind: "second_factor", isEnrolled: false, enrolment },
	]);
	expect(signingInOf({ kind: "none" })).toEqual({ kind: "none" });
});
