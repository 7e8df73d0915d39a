import { AppError, OwnError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Identity } from "@webhand/service-kit/guard";
import { active } from "@webhand/service-kit/tracing/span";
import type { AgentCaller } from "../../../host/tools/ports.ts";
import type { ServerTaskWrite } from "../../store/server-tasks.ts";
import { givesOrders } from "../policy.ts";
import type { LeasedServerTask, ModelTurn, ServerTask, StoredTurn, TurnCall } from "../task.ts";
import type { LoopDeps } from "./ports.ts";

/** Another process has the task now. */
export class LeaseLost extends OwnError {}

/** The sign-in that a task acts for is over, or its token. */
export class SignedOut extends OwnError {}

/** A task that this process works on, as it was last written. `signal` ends it. */
export type TaskWork = {
	readonly task: () => LeasedServerTask;
	readonly turns: () => readonly StoredTurn[];
	readonly signal: AbortSignal;
	/** Writes and publishes. @throws LeaseLost */
	readonly save: (write: Omit<ServerTaskWrite, "at">) => Promise<void>;
	/** Reads what others wrote to the task: its cancellation, its settings. A row that was written meanwhile is newer and stays. */
	readonly refresh: (read: () => Promise<ServerTask | null>) => Promise<ServerTask | null>;
	/** For whom the next call is made. @throws SignedOut */
	readonly caller: (identity: Identity) => AgentCaller;
	readonly identify: () => Promise<Identity>;
};

/** Opens the work on a task whose lease this process holds. */
export async function openWork(deps: LoopDeps, leased: LeasedServerTask, signal: AbortSignal): Promise<TaskWork> {
	let task = leased;
	let turns = [...(await deps.tasks.turns(leased, leased._id))];
	let writes = 0;
	const take = (fresh: ServerTask) => {
		task = { ...fresh, task: { ...fresh.task, lease: leased.task.lease } };
	};
	const caller = (identity: Identity): AgentCaller => ({
		request: { identity, requestId: active()?.requestId ?? deps.newRequestId(), ip: "127.0.0.1", signal },
		sessionId: task._id,
		workspaceId: task.workspaceId,
		settings: task.task.settings,
		...(givesOrders(turns) ? { isTainted: true as const } : {}),
	});
	return {
		task: () => task,
		turns: () => turns,
		signal,
		refresh: async (read) => {
			const before = writes;
			const fresh = await read();
			if (fresh !== null && writes === before) take(fresh);
			return fresh;
		},
		save: async (write) => {
			const written = await deps.tasks.write(leased, { ...write, at: deps.now() });
			if (written === null) throw new LeaseLost("another process has the task");
			writes += 1;
			take(written.task);
			const { turn } = write;
			if (turn !== undefined) turns = [...turns.filter(({ index }) => index !== turn.index), turn];
			await deps.events.publish(written.events);
			for (const { data } of written.events) await failpoint(`loop.${nameOf(data["event"])}`);
		},
		caller,
		identify: async () => {
			const token = deps.openToken(task);
			if (token === null) throw new SignedOut("the task has no token");
			try {
				return await deps.identify(token);
			} catch (cause) {
				if (cause instanceof AppError && cause.code === "UNAUTHORIZED") throw new SignedOut("the sign-in is over", { cause });
				throw cause;
			}
		},
	};
}

/** The newest turn, where the model said it. */
export function modelTurnOf(work: TaskWork): ModelTurn | null {
	const last = work.turns().at(-1);
	return last?.kind === "model" ? last : null;
}

/** A turn with some of its calls changed. */
export function withCalls(turn: ModelTurn, changes: ReadonlyMap<number, Partial<TurnCall>>): ModelTurn {
	return { ...turn, calls: turn.calls.map((call, index) => ({ ...call, ...changes.get(index) })) };
}

function nameOf(event: unknown): string {
	return typeof event === "object" && event !== null && "type" in event ? String(event.type) : "";
}
