import { ApiError } from "@webhand/client/api-error";
import type { ActionView, TaskView } from "@webhand/contracts/agent/task-trace";
import { MissingPageReason, taskActionsRoute, taskPageRoute, taskRoute } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ServerProblem } from "../../../../kit/load/problem.ts";
import { problemOf } from "../../../../kit/load/problem.ts";
import type { Loaded } from "../../../../kit/load/use-loaded.ts";
import { useLoaded } from "../../../../kit/load/use-loaded.ts";
import type { SignedInApi } from "../../../../signed-in-api.ts";

/** A task with the steps that are loaded; `isComplete` once all of them are. */
export type Trace = { readonly task: TaskView; readonly actions: readonly ActionView[]; readonly isComplete: boolean };

const stepsAtOnce = 100;

/** The task that an address names, with the share of a link. */
export type NamedTask = { readonly taskId: TaskId; readonly share: string | undefined };

const queryOf = (share: string | undefined) => (share === undefined ? {} : { share });

/** Loads a task and its steps, a hundred at once; the first hundred are shown while more come. */
export function useTrace(api: SignedInApi, { taskId, share }: NamedTask): Loaded<Trace> {
	const [part, setPart] = useState<Trace | null>(null);
	const loaded = useLoaded(
		useCallback(
			async (signal: AbortSignal): Promise<Trace> => {
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
			},
			[api, taskId, share],
		),
	);
	return loaded.value === null && part !== null && loaded.problem === null ? { ...loaded, value: part } : loaded;
}

/** The page of a step: its text, or why there is none. */
export type StepPage =
	| { readonly kind: "loading" }
	| { readonly kind: "text"; readonly text: string; readonly truncated: boolean }
	| { readonly kind: "missing"; readonly reason: MissingPageReason }
	| { readonly kind: "failed"; readonly problem: ServerProblem };

const loading: StepPage = { kind: "loading" };

/** Loads the page of the chosen step; pages seen before are kept. `step` is undefined while there is none. */
export function useStepPage(
	api: SignedInApi,
	{ taskId, share }: NamedTask,
	stepIndex: number | undefined,
): { readonly page: StepPage; readonly retry: () => void } {
	const seen = useRef(new Map<number, StepPage>());
	const [shown, setShown] = useState<{ readonly stepIndex: number | undefined; readonly page: StepPage }>({ stepIndex, page: loading });
	const [attempt, setAttempt] = useState(0);
	useEffect(() => {
		if (stepIndex === undefined) return;
		const abort = new AbortController();
		const show = (page: StepPage) => (abort.signal.aborted ? undefined : setShown({ stepIndex, page }));
		const known = seen.current.get(stepIndex);
		if (known !== undefined) show(known);
		else
			void readPage(api, { taskId, stepIndex, share }, abort.signal).then((page) => {
				if (page.kind !== "failed") seen.current.set(stepIndex, page);
				show(page);
			});
		return () => abort.abort();
	}, [api, taskId, share, stepIndex, attempt]);
	const retry = () => {
		setShown({ stepIndex, page: loading });
		setAttempt((count) => count + 1);
	};
	return { page: shown.stepIndex === stepIndex ? shown.page : loading, retry };
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
		return reason.success ? { kind: "missing", reason: reason.data } : { kind: "failed", problem: problemOf(error) };
	}
}
