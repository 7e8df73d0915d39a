import type { TaskSummary } from "@webhand/contracts/agent/task-trace";
import { taskListRoute } from "@webhand/contracts/agent/task-trace";
import { UserId } from "@webhand/contracts/ids";
import { useCallback, useEffect, useState } from "react";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import type { ServerProblem } from "../../../kit/problem.ts";
import { problemOf } from "../../../kit/problem.ts";
import type { Loaded } from "../../../kit/use-loaded.ts";
import { useLoaded } from "../../../kit/use-loaded.ts";
import type { TaskFilter } from "./task-filter.tsx";

type TaskPage = { readonly tasks: readonly TaskSummary[]; readonly nextCursor: string | null };

/** Tasks that match, page after page. */
export type TaskList = {
	readonly loaded: Loaded<TaskPage>;
	readonly more: () => void;
	readonly isLoadingMore: boolean;
	/** Why the next page could not be loaded. */
	readonly problem: ServerProblem | null;
};

// A stored state is one of several while a task runs.
const running = "planning,executing,verifying,correcting";

/** Loads the newest tasks of a filter, and older ones on demand. */
export function useTaskList(api: SignedInApi, { q, status, isAll, user }: TaskFilter): TaskList {
	const read = useCallback(
		(cursor: string | undefined, signal?: AbortSignal) => {
			const states = status === "" ? undefined : status === "running" ? running : status;
			const owner = isAll && user !== "" ? UserId.parse(user) : undefined;
			const query = { q: q === "" ? undefined : q, status: states, all: isAll ? "true" : "false", user: owner, cursor } as const;
			return api.call(taskListRoute, { query, ...(signal === undefined ? {} : { signal }) });
		},
		[api, q, status, isAll, user],
	);
	const loaded = useLoaded<TaskPage>(useCallback((signal) => read(undefined, signal), [read]));
	const [isLoadingMore, setIsLoadingMore] = useState(false);
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	useEffect(() => setProblem(null), [read]);
	const { value, replace } = loaded;
	const more = () => {
		if (value === null || value.nextCursor === null || isLoadingMore) return;
		setIsLoadingMore(true);
		setProblem(null);
		read(value.nextCursor)
			.then((next) => replace({ tasks: [...value.tasks, ...next.tasks], nextCursor: next.nextCursor }))
			.catch((error: unknown) => setProblem(problemOf(error)))
			.finally(() => setIsLoadingMore(false));
	};
	return { loaded, more, isLoadingMore, problem };
}
