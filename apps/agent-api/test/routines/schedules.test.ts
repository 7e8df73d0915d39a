import { Schedule, ScheduledStart } from "@webhand/contracts/authority/schedule";
import { ScheduleId } from "@webhand/contracts/ids";
import { RoutineRun } from "@webhand/contracts/routine/run";
import { expect } from "vitest";
import { startDue } from "../../src/routines/schedules/start.ts";
import type { Agent, PostOptions } from "../agent.ts";
import { codeOf, fieldsOf, newKey, test } from "../agent.ts";
import { change, expectOk, invoice, runOf, store, take } from "./routines.ts";

const schedules = "/api/v1/agent/schedules";
const hourly = { cron: "0 * * * *", timeZone: "Europe/Berlin", rows: [{ number: "1", amount: "12.50" }], queue: { browser: "mine" } };

async function schedule(agent: Agent, more: object = {}, options: PostOptions = {}): Promise<Schedule> {
	const routineId = "routineId" in more ? more.routineId : (await store(agent, invoice, {}, options)).id;
	return Schedule.parse(
		(await expectOk(agent.call("POST", schedules, { ...options, body: { routineId, ...hourly, ...more } })))["schedule"],
	);
}

async function read(agent: Agent, id: string) {
	const body = await expectOk(agent.call("GET", `${schedules}/${id}`));
	return {
		schedule: Schedule.parse(body["schedule"]),
		starts: ScheduledStart.array().parse(body["starts"]),
		next: body["next"] as string[],
	};
}

/** Moves the clock to shortly behind a moment, and looks for what is due. */
async function lookAt(agent: Agent, at: string, others: readonly Agent[] = []): Promise<void> {
	for (const one of [agent, ...others]) one.clock.ms = Date.parse(at) - Date.now() + 1_500;
	await Promise.all([agent, ...others].map(({ deps }) => deps.scheduleClock.look()));
}

const hoursLater = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

async function takeAs(agent: Agent, wish: object = {}, options: PostOptions = {}): Promise<RoutineRun | null> {
	const body = { worker: "one", browser: "mine", ...wish };
	return RoutineRun.nullable().parse((await expectOk(agent.call("POST", "/api/v1/agent/routine-runs/take", { ...options, body })))["run"]);
}

test("a wrong schedule is refused with its field, and the preview says the same", async ({ agent }) => {
	const routine = await store(agent);
	const wrong: readonly (readonly [string, object])[] = [
		["cron", { cron: "60 * * * *" }],
		["cron", { cron: "@daily" }],
		["timeZone", { timeZone: "Europe/Atlantis" }],
		["endsAt", { endsAt: "2020-01-01T00:00:00Z" }],
	];
	for (const [field, part] of wrong) {
		const times = { cron: hourly.cron, timeZone: hourly.timeZone, ...part };
		expect(fieldsOf(await agent.call("POST", `${schedules}/preview`, { body: times }))).toEqual([field]);
		expect(fieldsOf(await agent.call("POST", schedules, { body: { routineId: routine.id, ...hourly, ...part } }))).toEqual([field]);
	}
	const cells = await agent.call("POST", schedules, {
		body: { routineId: routine.id, ...hourly, rows: [{ number: "1", amount: "a dozen" }] },
	});
	expect(codeOf(cells)).toBe("VALIDATION_ERROR");
	const soon = await expectOk(agent.call("POST", `${schedules}/preview`, { body: { cron: "30 7 * * 1-5", timeZone: "UTC" } }));
	expect(soon["next"]).toHaveLength(5);
	const key = newKey();
	const body = { routineId: routine.id, ...hourly };
	const [first, again] = [await agent.call("POST", schedules, { key, body }), await agent.call("POST", schedules, { key, body })];
	expect([first.status, again.bytes]).toEqual([201, first.bytes]);
});

test("what is due begins once, whoever looks, and waits for a browser of its owner", async ({ open }) => {
	const agent = await open();
	const other = await open({ identity: agent.identity });
	const { id, nextAt = "", routineId } = await schedule(agent);
	expect(await takeAs(agent)).toBeNull();
	await lookAt(agent, nextAt, [other]);
	await Promise.all([agent, other, agent].map(({ deps }) => deps.scheduleClock.look()));
	const { starts, schedule: after } = await read(agent, id);
	expect(starts).toMatchObject([{ dueAt: nextAt, outcome: "started" }]);
	expect(after.nextAt).toBe(hoursLater(nextAt, 1));

	const waiting = await runOf(agent, starts[0]?.runId ?? "");
	expect(waiting).toMatchObject({
		state: "waiting",
		routineId,
		queue: { browser: "mine", dueAt: nextAt },
		startedBy: { kind: "schedule", id },
	});
	expect(await takeAs(agent, {}, { as: await agent.colleague() })).toBeNull();
	expect(await takeAs(agent, { browser: "runner" })).toBeNull();
	expect((await takeAs(agent))?.id).toBe(waiting.id);
	expect(await takeAs(agent, { worker: "two" })).toBeNull();
	expect(await take(agent, waiting.id)).toMatchObject({ order: "File an invoice: Number 1, Amount 12.50" });

	// The run is not over an hour later.
	await lookAt(agent, hoursLater(nextAt, 1));
	expect((await read(agent, id)).starts[0]).toMatchObject({ outcome: "skipped", reason: "The run before was not over" });
	await change(agent, waiting.id, { change: "stop" });
	await lookAt(agent, hoursLater(nextAt, 2));
	expect((await read(agent, id)).starts.map(({ outcome }) => outcome)).toEqual(["started", "skipped", "started"]);
});

test("starts that nobody was there for are left out, made up for once or each, as the schedule says, and each is told", async ({
	agent,
	mongo,
}) => {
	const made = [];
	for (const missed of ["skip", "once", "each"]) made.push(await schedule(agent, { missed, overlap: "queue" }));
	const [first] = made;
	await lookAt(agent, hoursLater(first?.nextAt ?? "", 3));
	const outcomes = await Promise.all(made.map(async ({ id }) => (await read(agent, id)).starts.map(({ outcome }) => outcome)));
	expect(outcomes).toEqual([
		["started", "missed", "missed", "missed"],
		["started", "started", "missed", "missed"],
		["started", "started", "started", "started"],
	]);
	const misses = await mongo.db.collection("audit_notes").countDocuments({ action: "schedule.miss", target: first?.id });
	expect([misses, (await read(agent, first?.id ?? "")).schedule.misses]).toEqual([3, 3]);
});

test("a schedule whose owner left or may not run the routine any more, or whose routine is gone, rests and says so", async ({
	agent,
	mongo,
}) => {
	const left = await agent.colleague();
	const demoted = await agent.colleague();
	agent.identity.changeMember(demoted, ["member", "admin"]);
	const foreign = await store(agent);
	const mine = await store(agent);
	const [ofLeft, ofDemoted, ofGone] = [
		await schedule(agent, {}, { as: left }),
		await schedule(agent, { routineId: foreign.id }, { as: demoted }),
		await schedule(agent, { routineId: mine.id }),
	];
	agent.identity.removeMember(left);
	agent.identity.changeMember(demoted, ["member"]);
	await expectOk(agent.call("DELETE", `/api/v1/agent/routines/${mine.id}`));
	await lookAt(agent, ofGone.nextAt ?? "");
	const reasons = [];
	for (const { id } of [ofLeft, ofDemoted, ofGone]) {
		const { schedule: rests, starts } = await read(agent, id);
		reasons.push([rests.paused?.reason, rests.nextAt, starts[0]?.outcome, (starts[0]?.reason ?? "") !== ""]);
		expect(await mongo.db.collection("audit_notes").countDocuments({ action: "schedule.pause", target: id })).toBe(1);
	}
	expect(reasons).toEqual(["owner_left", "no_access", "routine_gone"].map((reason) => [reason, undefined, "missed", true]));
	expect(codeOf(await agent.call("POST", `${schedules}/${ofGone.id}/resume`))).toBe("ROUTINE_NOT_FOUND");
});

test("nothing is due while a schedule rests, and it goes on with the next start; an admin may pause it and change nothing", async ({
	agent,
	mongo,
}) => {
	const owner = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });
	const { id, nextAt = "" } = await schedule(agent, {}, { as: owner });
	await expectOk(agent.call("POST", `${schedules}/${id}/pause`));
	for (const [method, path] of [
		["PATCH", ""],
		["POST", "/resume"],
	] as const)
		expect(codeOf(await agent.call(method, `${schedules}/${id}${path}`, method === "PATCH" ? { body: { cron: "5 * * * *" } } : {}))).toBe(
			"SCHEDULE_NOT_FOUND",
		);
	// As where its owner changed it at the same moment.
	await mongo.db.collection("schedules").updateOne({ _id: id as never }, { $set: { nextAt: new Date(nextAt) } });
	await lookAt(agent, hoursLater(nextAt, 2));
	expect((await read(agent, id)).starts).toEqual([]);
	await expectOk(agent.call("POST", `${schedules}/${id}/resume`, { as: owner }));
	expect((await read(agent, id)).schedule.nextAt).toBe(hoursLater(nextAt, 3));
	await expectOk(agent.call("PATCH", `${schedules}/${id}`, { as: owner, body: { cron: "30 * * * *", endsAt: hoursLater(nextAt, 4) } }));
	const changed = await read(agent, id);
	expect([changed.schedule.cron, changed.next.length]).toEqual(["30 * * * *", 2]);
	await expectOk(agent.call("DELETE", `${schedules}/${id}`));
	expect(codeOf(await agent.call("GET", `${schedules}/${id}`))).toBe("SCHEDULE_NOT_FOUND");
});

test("a secret of a schedule is sealed, shown nowhere, and stays when its list is changed", async ({ agent, mongo }) => {
	const program = { ...invoice, inputs: [...invoice.inputs, { name: "code", label: "Code", type: "secret" as const }] };
	const routine = await store(agent, program);
	const made = await schedule(agent, { routineId: routine.id, rows: [{ number: "1", amount: "2", code: "zebra-4711" }] });
	expect(made.rows).toEqual([{ number: "1", amount: "2", code: "•••" }]);
	await expectOk(agent.call("PATCH", `${schedules}/${made.id}`, { body: { rows: [{ number: "7", amount: "2", code: "•••" }] } }));
	const stored = await mongo.db.collection<{ _id: string; sealed: string }>("schedules").findOne({ _id: made.id });
	expect(JSON.stringify(stored)).not.toContain("zebra");
	expect(agent.deps.schedules.openRows(stored?.sealed ?? "")).toEqual([{ number: "7", amount: "2", code: "zebra-4711" }]);
});

test("a secret never goes to another row of a list that was changed", async ({ agent, mongo }) => {
	const program = { ...invoice, inputs: [...invoice.inputs, { name: "code", label: "Code", type: "secret" as const }] };
	const routine = await store(agent, program);
	const row = (number: string, code: string) => ({ number, amount: "2", code });
	const rows = [row("1", "zebra-4711"), row("2", "koala-4712"), row("3", "camel-4713")];
	const { id } = await schedule(agent, { routineId: routine.id, rows });
	const change = async (list: readonly object[]) => await agent.call("PATCH", `${schedules}/${id}`, { body: { rows: list } });
	const sealed = async () => {
		const stored = await mongo.db.collection<{ _id: string; sealed: string }>("schedules").findOne({ _id: id });
		return agent.deps.schedules.openRows(stored?.sealed ?? "").map(({ number, code }) => `${number} ${code}`);
	};
	await expectOk(change([row("3", "•••"), row("1", "•••"), row("2", "•••")]));
	expect(await sealed()).toEqual(["3 camel-4713", "1 zebra-4711", "2 koala-4712"]);
	await expectOk(change([row("1", "•••"), row("2", "•••")]));
	expect(await sealed()).toEqual(["1 zebra-4711", "2 koala-4712"]);
	await expectOk(change([row("1", "•••"), row("5", "•••")]));
	expect(await sealed()).toEqual(["1 zebra-4711", "5 koala-4712"]);
	expect(fieldsOf(await change([row("6", "•••"), row("1", "•••")]))).toEqual(["rows.0.code"]);
	expect(fieldsOf(await change([row("7", "•••")]))).toEqual(["rows.0.code"]);
	expect(await sealed()).toEqual(["1 zebra-4711", "5 koala-4712"]);
	// Nobody sees which of two equal rows was left out.
	await expectOk(change([row("4", "tiger-4715"), row("4", "horse-4716")]));
	await expectOk(change([row("4", "•••"), row("4", "•••")]));
	expect(await sealed()).toEqual(["4 tiger-4715", "4 horse-4716"]);
	expect(fieldsOf(await change([row("4", "•••")]))).toEqual(["rows.0.code"]);
	// Sealed with a key that is gone.
	await mongo.db.collection("schedules").updateOne({ _id: id as never }, { $set: { sealed: "gone" } });
	expect(codeOf(await change([row("4", "•••"), row("4", "•••")]))).toBe("VALIDATION_ERROR");
	await expectOk(change([row("8", "otter-4714")]));
	expect(await sealed()).toEqual(["8 otter-4714"]);
});

test("a start whose run another process began meanwhile counts as started, not as kept from it", async ({ agent, mongo }) => {
	const { id, nextAt = "" } = await schedule(agent);
	agent.clock.ms = Date.parse(nextAt) - Date.now() + 1_500;
	const { tenantId } = agent.user;
	const { runs, ...deps } = agent.deps.schedules;
	// One that dies as soon as the run is there.
	const dying = { ...deps, runs, schedules: { ...deps.schedules, settle: async () => undefined, advance: async () => undefined } };
	const late = {
		...runs.runs,
		openOf: async (...asked: Parameters<typeof runs.runs.openOf>) => {
			await startDue(dying, tenantId, id);
			return await runs.runs.openOf(...asked);
		},
	};
	await startDue({ ...deps, runs: { ...runs, runs: late } }, tenantId, id);
	expect((await read(agent, id)).starts).toMatchObject([{ outcome: "started" }]);
	expect(await mongo.db.collection("audit_notes").countDocuments({ action: "schedule.miss", target: id })).toBe(0);
});

test("a start that fails for no reason of its own rests longer each time, then counts as refused, and the next one begins", async ({
	agent,
}) => {
	const { id, nextAt = "" } = await schedule(agent);
	const { newId } = agent.deps.routineRuns;
	let failures = 0;
	const fail = () => {
		failures += 1;
		throw new TypeError("broken");
	};
	Object.assign(agent.deps.routineRuns, { newId: fail });
	await lookAt(agent, nextAt);
	await expect.poll(() => failures).toBeGreaterThan(0);
	const first = failures;
	for (let looks = 0; looks < 5; looks += 1) await agent.deps.scheduleClock.look();
	// A look that was under way fails as well.
	expect(failures - first).toBeLessThan(2);
	for (const seconds of [40, 110, 240, 550]) await lookAt(agent, new Date(Date.parse(nextAt) + seconds * 1_000).toISOString());
	const { starts, schedule: after } = await read(agent, id);
	expect(starts).toMatchObject([{ dueAt: nextAt, outcome: "refused", reason: expect.stringContaining("failed 5 times") }]);
	expect(after.nextAt).toBe(hoursLater(nextAt, 1));
	Object.assign(agent.deps.routineRuns, { newId });
	await lookAt(agent, hoursLater(nextAt, 1));
	expect((await read(agent, id)).starts[0]).toMatchObject({ outcome: "started" });
});

test("a start that failed begins nothing once its owner left, and is told as missed once its times change or it is paused", async ({
	agent,
	mongo,
}) => {
	const left = await agent.signIn({ tenantId: agent.user.tenantId });
	const all = [await schedule(agent, {}, { as: left }), await schedule(agent), await schedule(agent)] as const;
	const [ofLeft, moved, paused] = all;
	const nextAt = moved.nextAt ?? "";
	const { newId } = agent.deps.routineRuns;
	const fail = () => {
		throw new TypeError("broken");
	};
	Object.assign(agent.deps.routineRuns, { newId: fail });
	await lookAt(agent, nextAt);
	Object.assign(agent.deps.routineRuns, { newId });
	agent.identity.removeMember(left);
	const inHalfAnHour = `${(new Date(Date.parse(nextAt)).getUTCMinutes() + 30) % 60} * * * *`;
	await expectOk(agent.call("PATCH", `${schedules}/${moved.id}`, { body: { cron: inHalfAnHour } }));
	await expectOk(agent.call("POST", `${schedules}/${paused.id}/pause`));
	await lookAt(agent, new Date(Date.parse(nextAt) + 40_000).toISOString());
	for (const { id } of all) {
		expect((await read(agent, id)).starts).toMatchObject([{ dueAt: nextAt, outcome: "missed", reason: expect.stringMatching(/./) }]);
		expect(await mongo.db.collection("routine_runs").countDocuments({ "startedBy.id": id })).toBe(0);
	}
	expect((await read(agent, ofLeft.id)).schedule.paused?.reason).toBe("owner_left");
	expect(await mongo.db.collection("schedules").countDocuments({ retryAt: { $exists: true } })).toBe(0);
});

test("other times drop no start that is due already, and a runner needs to know where to begin", async ({ agent }) => {
	const { id, nextAt = "" } = await schedule(agent);
	agent.clock.ms = Date.parse(nextAt) - Date.now() + 500;
	await expectOk(agent.call("PATCH", `${schedules}/${id}`, { body: { cron: "30 3 * * *" } }));
	expect((await read(agent, id)).starts).toMatchObject([{ dueAt: nextAt, outcome: "started" }]);
	const { start: _, ...nowhere } = invoice;
	const routine = await store(agent, nowhere);
	const runner = { queue: { browser: "runner", labels: [] } };
	const body = { routineId: routine.id, ...hourly, ...runner };
	expect(fieldsOf(await agent.call("POST", schedules, { body }))).toEqual(["queue.browser"]);
	const own = await schedule(agent, { routineId: routine.id });
	expect(fieldsOf(await agent.call("PATCH", `${schedules}/${own.id}`, { body: runner }))).toEqual(["queue.browser"]);
});

test("a hundred starts of one minute begin once each, also when Redis is flushed, and the clock is set again", async ({ open, redis }) => {
	const agent = await open();
	const other = await open({ identity: agent.identity });
	const routine = await store(agent, invoice, { isShared: true });
	const owners = await Promise.all(Array.from({ length: 5 }, () => agent.signIn({ tenantId: agent.user.tenantId })));
	const made = await Promise.all(
		Array.from({ length: 100 }, (_, at) =>
			schedule(agent, { routineId: routine.id, rows: [{ number: `${at}`, amount: "1" }] }, { as: owners[at % 5] ?? agent.user }),
		),
	);
	const keys = await redis.client.keys("wh:jobs:agent-api:*");
	expect(keys.length).toBeGreaterThan(100);
	await redis.client.del(keys);
	await lookAt(agent, made[0]?.nextAt ?? "", [other]);
	await Promise.all([agent, other].map(({ deps }) => deps.scheduleClock.look()));
	const runs = await agent.deps.routineRuns.runs.list(agent.user.tenantId, { after: null, limit: 1_000 });
	const starters = runs.map(({ startedBy }) => ScheduleId.parse(startedBy?.id));
	expect(starters.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
	expect(await redis.client.zcard("wh:jobs:agent-api:schedules:repeat")).toBe(await agent.deps.schedules.schedules.countGoing());
});

test("a runner takes what its labels fit and does not rest with it, and what a browser left goes to the next one", async ({ agent }) => {
	const { nextAt = "" } = await schedule(agent, { queue: { browser: "runner", labels: ["office"] } });
	await lookAt(agent, nextAt);
	expect(await takeAs(agent, { browser: "runner", labels: ["cloud"] })).toBeNull();
	const taken = await takeAs(agent, { browser: "runner", labels: ["cloud", "office"] });
	expect(taken?.queue?.labels).toEqual(["office"]);
	const office = { browser: "runner", labels: ["office"] };
	await agent.deps.base.mongo.db
		.collection("routine_runs")
		.updateOne({ _id: taken?.id as never }, { $set: { "lease.until": new Date(0) } });
	expect(await takeAs(agent, { ...office, without: [taken?.id] })).toBeNull();
	expect((await takeAs(agent, { ...office, worker: "two" }))?.id).toBe(taken?.id);
});

test("a run is found behind many that rest, and a browser keeps the lease of what waits in it", async ({ agent }) => {
	const routine = await store(agent, invoice);
	const started = await Promise.all(
		Array.from({ length: 23 }, (_, at) =>
			expectOk(
				agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, {
					body: { rows: [{ number: `${at}`, amount: "1" }], queue: { browser: "mine" } },
				}),
			),
		),
	);
	const runs = started.map(({ run }) => RoutineRun.parse(run));
	const first = await takeAs(agent);
	expect(first).not.toBeNull();
	await take(agent, first?.id ?? "", "one");
	// All but one have a row that waits for its person.
	const { db } = agent.deps.base.mongo;
	const [last] = await db
		.collection("routine_runs")
		.find({ userId: agent.user.userId, _id: { $ne: first?.id as never } })
		.sort({ "queue.dueAt": -1 })
		.limit(1)
		.toArray();
	const resting = runs.map(({ id }) => id).filter((id) => id !== first?.id && id !== (last?._id as unknown as string));
	await db.collection("routine_rows").updateMany({ runId: { $in: resting as never } }, { $set: { state: "needs_person", isOpen: true } });
	await db.collection("routine_runs").updateOne({ _id: first?.id as never }, { $set: { "lease.until": new Date(0) } });
	await takeAs(agent, { holds: [first?.id], hasRoom: false });
	expect((await takeAs(agent, { worker: "two" }))?.id).toBe(last?._id);
	expect(await takeAs(agent, { worker: "two" })).toBeNull();
});
