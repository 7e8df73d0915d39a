import type { Replies } from "./scripted-api.ts";
import { refused, unreachable } from "./scripted-api.ts";

/** What the server answers on the page of runners. */
type RunnersState = { readonly path: string; readonly as: "admin"; readonly replies: Replies };

const list = "GET /api/v1/orgs/:orgId/runners";
const states = "GET /api/v1/agent/runners";
const add = "POST /api/v1/orgs/:orgId/runners";
const newCode = "POST /api/v1/orgs/:orgId/runners/:id/code";
const accounts = "GET /api/v1/orgs/:orgId/service-accounts";

const idOf = (prefix: string, letter: string) => `${prefix}_${letter.repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";
const account = { userId: idOf("usr", "s"), name: "Night shift", status: "active" };
const createdAt = "2026-03-01T09:30:00.000Z";
const runner = {
	id: idOf("rnr", "a"),
	name: "Office",
	labels: ["office", "eu-west"] as readonly string[],
	capacity: 4,
	account,
	isEnrolled: true,
	code: null as { readonly expiresAt: string } | null,
	createdAt,
	enrolledAt: createdAt as string | null,
};
const waiting = {
	...runner,
	isEnrolled: false,
	code: { expiresAt: "2026-03-02T10:15:00.000Z" },
	enrolledAt: null,
	labels: [],
	capacity: 1,
};
const runners = [
	runner,
	{ ...runner, id: idOf("rnr", "b"), name: long, labels: ["a-label-that-is-as-long-as-labels-can-be"] },
	{ ...runner, id: idOf("rnr", "c"), name: "Warehouse", labels: [] },
	{ ...waiting, id: idOf("rnr", "d"), name: "Night" },
	{ ...waiting, id: idOf("rnr", "e"), name: "Old computer", code: null },
	{ ...runner, id: idOf("rnr", "f"), name: "Reports", account: { ...account, status: "suspended" } },
];
const seen = { isOnline: true, lastSeenAt: "2026-03-02T10:00:00.000Z", version: "1.4.0", running: 3, isDraining: false };
const stateReplies = [
	{ ...seen, id: runner.id },
	{ ...seen, id: idOf("rnr", "b"), running: 1, isDraining: true },
	{ ...seen, id: idOf("rnr", "c"), isOnline: false, running: 0, version: "1.3.2", lastSeenAt: "2026-02-27T22:00:00.000Z" },
];
const coded = { runner: { ...waiting, name: "Night" }, code: `whr_${"x".repeat(43)}`, server: "https://webhand.example.com" };

/** The page of runners in each of its states. */
export const runnerStates: Readonly<Record<string, RunnersState>> = {
	runners: {
		path: "/runners",
		as: "admin",
		replies: {
			[list]: { runners },
			[states]: { runners: stateReplies },
			[accounts]: { accounts: [{ ...account, createdAt }] },
			[add]: coded,
			[newCode]: { ...coded, runner: { ...waiting, id: runner.id, name: runner.name } },
			"DELETE /api/v1/orgs/:orgId/runners/:id": undefined,
		},
	},
	"runners-empty": {
		path: "/runners",
		as: "admin",
		replies: { [list]: { runners: [] }, [states]: { runners: [] }, [accounts]: { accounts: [] }, [add]: coded },
	},
	"runners-refused": {
		path: "/runners",
		as: "admin",
		replies: {
			[list]: { runners: [] },
			[states]: { runners: [] },
			[accounts]: { accounts: [] },
			[add]: refused(409, "LIMIT_REACHED", "There are 50 runners. Remove one first"),
		},
	},
	"runners-offline": { path: "/runners", as: "admin", replies: { [list]: unreachable, [states]: unreachable, [accounts]: unreachable } },
};
