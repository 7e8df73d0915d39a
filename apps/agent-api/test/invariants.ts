import type { Db, Document } from "mongodb";

/** A step that a client received, with the bytes of its reply. */
export type Acknowledged = { readonly taskId: string; readonly stepIndex: number; readonly bytes: string };

/**
 * Everything that must hold of the stored tasks whatever was killed, as sentences; an empty list when all holds. Step indices
 * have no hole and no double, and each acknowledged step is there with its bytes. Events are 1..n, messages 0..n. No task is half written, no
 * lease older than a minute. Runs of routines count their rows.
 */
export async function brokenInvariants(db: Db, acknowledged: readonly Acknowledged[]): Promise<readonly string[]> {
	const [tasks, steps, events, messages, sessions, runs, rows] = await Promise.all(
		["tasks", "task_actions", "events", "messages", "sessions", "routine_runs", "routine_rows"].map((name) =>
			db.collection(name).find().toArray(),
		),
	);
	return [
		...(tasks ?? []).flatMap((task) => brokenTask(task, of(steps, "taskId", task))),
		...acknowledged.flatMap((reply) => lostReply(reply, steps ?? [])),
		...(sessions ?? []).flatMap((session) => [
			...brokenEvents(session, of(events, "sessionId", session)),
			...brokenMessages(session, of(messages, "sessionId", session)),
		]),
		...(runs ?? []).flatMap((run) => brokenCounts(run, of(rows, "runId", run))),
	];
}

const of = (rows: readonly Document[] = [], key: string, { _id }: Document) => rows.filter((row) => row[key] === _id);
const sorted = (rows: readonly Document[], key: string) => rows.map((row) => Number(row[key])).sort((left, right) => left - right);

function brokenTask(task: Document, steps: readonly Document[]): readonly string[] {
	const indices = sorted(steps, "stepIndex");
	const isWhole = indices.every((stepIndex, position) => stepIndex === position);
	const lease = task["lease"] as { until?: Date } | undefined;
	const isOverdue = lease?.until !== undefined && lease.until.getTime() > Date.now() + 60_000;
	return [
		...(isWhole ? [] : [`task ${task["_id"]} has the steps ${indices.join(", ")}`]),
		...(task["stepCount"] === indices.length ? [] : [`task ${task["_id"]} counts ${task["stepCount"]} steps and has ${indices.length}`]),
		...(isOverdue ? [`the lease of task ${task["_id"]} runs for more than a minute`] : []),
	];
}

function lostReply({ taskId, stepIndex, bytes }: Acknowledged, steps: readonly Document[]): readonly string[] {
	const row = steps.find((step) => step["taskId"] === taskId && step["stepIndex"] === stepIndex);
	return row?.["reply"] === bytes ? [] : [`step ${stepIndex} of task ${taskId} was acknowledged and is not stored so`];
}

function brokenEvents(session: Document, events: readonly Document[]): readonly string[] {
	const seqs = sorted(events, "seq");
	const isWhole = seqs.every((seq, position) => seq === position + 1) && seqs.length === session["lastEventSeq"];
	return isWhole ? [] : [`session ${session["_id"]} counts ${session["lastEventSeq"]} events and has ${seqs.join(", ")}`];
}

function brokenMessages(session: Document, messages: readonly Document[]): readonly string[] {
	const numbers = sorted(messages, "sequenceNumber");
	const isWhole = numbers.every((number, position) => number === position) && numbers.length === session["messageCount"];
	const isSpoken = messages.every((message) => typeof message["role"] === "string" && typeof message["messageId"] === "string");
	return [
		...(isWhole ? [] : [`session ${session["_id"]} counts ${session["messageCount"]} messages and has ${numbers.join(", ")}`]),
		...(isSpoken ? [] : [`a message of session ${session["_id"]} has no role or id`]),
	];
}

function brokenCounts({ _id, progress }: Document, rows: readonly Document[]): readonly string[] {
	const counted = Object.entries(progress.counts as Record<string, number>).filter(
		([state, count]) => rows.filter((row) => row["state"] === state).length !== count,
	);
	return counted.map(([state, count]) => `run ${_id} counts ${count} rows that are ${state}`);
}
