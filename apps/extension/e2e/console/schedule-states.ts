import { Schedule } from "@webhand/contracts/authority/schedule";
import { routine, routineId, runId, versionOf } from "./sample-routine.ts";
import type { CallFacts, Replies } from "./scripted-api.ts";
import { refused } from "./scripted-api.ts";

/** What the server answers on the pages of schedules, and who looks at them. */
type ScheduleState = { readonly path: string; readonly as: "member"; readonly replies: Replies };

const list = "GET /api/v1/agent/schedules";
const one = `${list}/:scheduleId`;
export const scheduleId = `sch_${"c".repeat(22)}`;
const at = (days: number, time: string) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`;

const missed = { dueAt: at(-1, "06:30"), outcome: "missed", reason: "Webhand was not running at that time", at: at(-1, "09:12") };
const starts = [
	missed,
	{ dueAt: at(-2, "06:30"), outcome: "started", runId, at: at(-2, "06:30") },
	{ dueAt: at(-3, "06:30"), outcome: "skipped", reason: "The run before was not over", runId, at: at(-3, "06:30") },
];
const schedule = Schedule.parse({
	id: scheduleId,
	ownerId: `usr_${"a".repeat(22)}`,
	routineId,
	routineName: routine.name,
	cron: "30 7 * * 1-5",
	timeZone: "Europe/Berlin",
	rows: [{ number: "INV-4021", amount: "49.90", account: "Office", password: "•••" }],
	options: { mode: "careful" },
	queue: { browser: "mine" },
	nextAt: at(1, "06:30"),
	last: missed,
	misses: 2,
	createdAt: at(-9, "10:00"),
});
const resting = {
	...schedule,
	id: `sch_${"d".repeat(22)}`,
	routineName: "أغلق التذاكر القديمة",
	cron: "*/20 8-18 * * *",
	nextAt: undefined,
	paused: { reason: "no_access", at: at(-1, "10:00") },
};
const calendar = {
	starts: [1, 2, 3, 4, 5].flatMap((day) => [
		{ scheduleId, routineName: routine.name, at: at(day, "06:30") },
		{ scheduleId, routineName: "Donaudampfschifffahrtsgesellschaft schließen", at: at(day, "17:00") },
	]),
	isCut: false,
};
const replies: Replies = {
	[list]: { schedules: [schedule, resting] },
	"GET /api/v1/agent/schedules/calendar": calendar,
	[one]: { schedule, starts, next: [1, 2, 3, 4, 5].map((day) => at(day, "06:30")) },
	"POST /api/v1/agent/schedules": ({ body }: CallFacts) => {
		if (!(body as { cron: string }).cron.startsWith("61 ")) return { schedule };
		const fields = [{ field: "cron", message: "has a minute that cannot be read: 61" }];
		throw refused(400, "VALIDATION_ERROR", "The request is not valid", { fields });
	},
	"POST /api/v1/agent/schedules/preview": { next: [1, 2, 3].map((day) => at(day, "06:30")) },
	"POST /api/v1/agent/schedules/:scheduleId/pause": { schedule: { ...schedule, nextAt: undefined } },
	"PATCH /api/v1/agent/schedules/:scheduleId": { schedule },
	"DELETE /api/v1/agent/schedules/:scheduleId": undefined,
	"GET /api/v1/agent/routines/:routineId": { routine, version: versionOf(3) },
};

/** Each page of schedules in its states, by the hash of the gallery's address. */
export const scheduleStates: Readonly<Record<string, ScheduleState>> = {
	schedules: { path: "/schedules", as: "member", replies },
	"schedules-none": {
		path: "/schedules",
		as: "member",
		replies: { ...replies, [list]: { schedules: [] }, "GET /api/v1/agent/schedules/calendar": { starts: [], isCut: false } },
	},
	schedule: { path: `/schedules/${scheduleId}`, as: "member", replies },
	"schedule-rests": {
		path: `/schedules/${scheduleId}`,
		as: "member",
		replies: { ...replies, [one]: { schedule: { ...resting, routineName: "" }, starts: [], next: [] } },
	},
	"schedule-new-foreign": {
		path: `/schedules/new?routine=${routineId}`,
		as: "member",
		replies: {
			...replies,
			"GET /api/v1/agent/routines/:routineId": { routine: { ...routine, ownerId: `usr_${"z".repeat(22)}` }, version: versionOf(3) },
			"POST /api/v1/agent/routines/:routineId/rows": {
				sheets: [],
				columns: [
					{ head: "number", input: "number", sample: ["INV-1", "INV-2"] },
					{ head: "amount", input: "amount", sample: ["1", "2"] },
				],
				rows: [
					{ number: "INV-1", amount: "1" },
					{ number: "INV-2", amount: "2" },
				],
				faults: [],
				faultCount: 0,
				missing: [],
			},
		},
	},
	"schedule-new": { path: `/schedules/new?routine=${routineId}`, as: "member", replies },
};
