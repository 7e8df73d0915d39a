import type { RunnerUse } from "@webhand/contracts/auth/runners";
import { channelOf } from "@webhand/contracts/chat/realtime";
import { RoutineRunId, SessionId, TaskId } from "@webhand/contracts/ids";
import type { RunnerState } from "@webhand/contracts/routine/runner";
import { runnerBeat } from "@webhand/contracts/routine/runner";

/** What a request names: runs of routines, tasks and chats. */
export type Named = {
	readonly runs: readonly RoutineRunId[];
	readonly tasks: readonly TaskId[];
	readonly sessions: readonly SessionId[];
};

type Parts = Readonly<Record<"params" | "body", unknown>>;
type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

/**
 * What a request of a runner names, by its path and body. The chat of a step is not read: a runner's step stands in the chat of its run. `runId`
 * is the id of a task where it is a UUID, as in `/agent/run/:runId`.
 *
 * @throws never
 */
export function namedIn({ params, body }: Parts): Named {
	const path = fieldsOf(params);
	const sent = fieldsOf(body);
	const channel = sent["channel_name"];
	const sessions = [path["sessionId"], channel === undefined ? undefined : sessionOfChannel(channel)];
	const read = <Id>(schema: { safeParse: (value: unknown) => { readonly data?: Id } }, values: readonly unknown[]): readonly Id[] =>
		values.flatMap((value) => {
			const id = schema.safeParse(value).data;
			return id === undefined ? [] : [id];
		});
	return {
		runs: read(RoutineRunId, [path["runId"], fieldsOf(sent["row"])["runId"]]),
		tasks: read(TaskId, [path["runId"], path["taskId"], sent["taskId"]]),
		sessions: read(SessionId, sessions),
	};
}

function sessionOfChannel(channel: unknown): SessionId | undefined {
	const session = SessionId.safeParse(String(channel).replace(/^private-session-/, "")).data;
	return session !== undefined && channelOf(session) === channel ? session : undefined;
}

/** A run that a runner does, as far as requests name it. */
export type HeldRun = { readonly _id: RoutineRunId; readonly sessionId: SessionId };

/**
 * The one run of a runner that a request is about.
 *
 * @param runOfTask the run of each named task; absent for a task that does no row
 * @returns `undefined` where the request names nothing, or anything that is not of that run
 * @throws never
 */
export function runMeant<Run extends HeldRun>(
	held: readonly Run[],
	{ runs, tasks, sessions }: Named,
	runOfTask: ReadonlyMap<TaskId, RoutineRunId>,
): Run | undefined {
	if (runs.length + tasks.length + sessions.length === 0) return undefined;
	return held.find(
		({ _id, sessionId }) =>
			runs.every((id) => id === _id) && tasks.every((id) => runOfTask.get(id) === _id) && sessions.every((id) => id === sessionId),
	);
}

/** What a runner last said of itself, as stored. */
export type Beat = {
	readonly _id: RunnerUse["id"];
	readonly seenAt: Date;
	readonly version: string;
	readonly running: number;
	readonly isDraining: boolean;
};

/** A runner as admins see it now. @throws never */
export function stateOf({ _id: id, seenAt, version, running, isDraining }: Beat, now: Date): RunnerState {
	const isOnline = now.getTime() - seenAt.getTime() <= runnerBeat.offlineAfterMs;
	return { id, isOnline, lastSeenAt: seenAt.toISOString(), version, running: isOnline ? running : 0, isDraining };
}

/** May a runner take another run? @param held runs that it does and that wait for nobody @throws never */
export function mayTake({ capacity }: Pick<RunnerUse, "capacity">, { held, beat }: { readonly held: number; readonly beat: Beat | null }) {
	return held < capacity && beat?.isDraining !== true;
}
