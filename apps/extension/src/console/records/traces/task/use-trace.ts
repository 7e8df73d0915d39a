import { skipToken, useQuery } from "@tanstack/react-query";
import { ApiError } from "@webhand/client/api-error";
import type { ActionView, TaskView } from "@webhand/contracts/agent/task-trace";
import { MissingPageReason, taskActionsRoute, taskPageRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import { useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf } from "../../../../kit/load/problem.ts";
import type { Loaded } from "../../../../kit/load/queries.ts";
import { useLoaded, useOwnKey } from "../../../../kit/load/queries.ts";
import type { SignedInApi } from "../../../../signed-in-api.ts";

/** A task with the steps that are loaded; `isComplete` once all of them are. */
export type Trace = { readonly task: TaskView; readonly actions: readonly ActionView[]; readonly isComplete: boolean };

const stepsAtOnce = 100;
/** How long a page stays that another step took the place of. */
const keptMs = 300_000;

/** The task that an address names, with the share of a link. */
export type NamedTask = { readonly taskId: TaskId; readonly share: string | undefined };

const queryOf = (share: string | undefined) => (share === undefined ? {} : { share });

/** Loads a task and its steps, a hundred at once; the first hundred are shown while more come. */
export function useTrace(api: SignedInApi, { taskId, share }: NamedTask): Loaded<Trace> {
	const [part, setPart] = useState<Trace | null>(null);
	const loaded = useLoaded(["trace", taskId, share], async (signal): Promise<Trace> => {
		const params = { taskId };
		const read = (after?: number) =>
			api.call(taskActionsRoute, { params, query: { after, limit: stepsAtOnce, ...queryOf(share) }, signal });
		const [{ task }, first] = await Promise.all([api.call(taskRoute, { params, query: queryOf(share), signal }), read()]);
		let { actions, nextAfter } = first;
		while (nextAfter !== null) {
			setPart({ task, actions, isComplete: false });
			const next = await read(nextAfter);
			actions = [...actions, ...next.actions];
			nextAfter = next.nextAfter;
		}
		return { task, actions, isComplete: true };
	});
	return loaded.value === null && part !== null && loaded.problem === null ? { ...loaded, value: part } : loaded;
}

/** The page of a step: its text, or why there is none. */
export type StepPage =
	| { readonly kind: "loading" }
	| { readonly kind: "text"; readonly text: string; readonly truncated: boolean }
	| { readonly kind: "missing"; readonly reason: MissingPageReason }
	| { readonly kind: "failed"; readonly problem: ServerProblem };

/** Loads the page of the chosen step; pages seen before are kept. `stepIndex` is undefined while there is none. */
export function useStepPage(
	api: SignedInApi,
	{ taskId, share }: NamedTask,
	stepIndex: number | undefined,
): { readonly page: StepPage; readonly retry: () => void } {
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: useOwnKey([taskId, share, stepIndex]),
		queryFn: stepIndex === undefined ? skipToken : ({ signal }) => readPage(api, { taskId, stepIndex, share }, signal),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: keptMs,
	});
	const failed: StepPage | null = error === null || isFetching ? null : { kind: "failed", problem: problemOf(error) };
	return { page: data ?? failed ?? { kind: "loading" }, retry: () => void refetch() };
}

async function readPage(
	api: SignedInApi,
	{ share, ...params }: NamedTask & { readonly stepIndex: number },
	signal: AbortSignal,
): Promise<StepPage> {
	try {
		const { text, truncated } = await api.call(taskPageRoute, { params, query: queryOf(share), signal });
		return { kind: "text", text, truncated };
	} catch (error) {
		const reason = MissingPageReason.safeParse(error instanceof ApiError && error.code === "NOT_FOUND" ? error.details?.["reason"] : null);
		if (reason.success) return { kind: "missing", reason: reason.data };
		throw error;
	}
}
