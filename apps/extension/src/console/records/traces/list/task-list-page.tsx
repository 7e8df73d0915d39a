import { Button, Skeleton, Stack } from "@chakra-ui/react";
import { taskListRoute } from "@webhand/contracts/agent/task-trace";
import { UserId } from "@webhand/contracts/ids";
import { useCallback, useMemo } from "react";
import { useRows } from "../../../../kit/load/queries.ts";
import { ResourcePage } from "../../../kit/resource-page.tsx";
import { useNames } from "../../../org/use-names.ts";
import type { PageProps } from "../../../page-props.ts";
import type { Place } from "../../../place/place.ts";
import { pathOf } from "../../../place/place.ts";
import { tracesText } from "../words.ts";
import type { TaskFilter } from "./task-filter.tsx";
import { noFilter, statusOf, TaskFilterBar } from "./task-filter.tsx";
import { TaskRows } from "./task-rows.tsx";

const text = tracesText;
// A stored state is one of several while a task runs.
const running = "planning,executing,verifying,correcting";

/** One's own tasks, or those of the organization for admins, newest first. The filter stands in the address. */
export function TaskListPage({ api, place, go, signIn }: PageProps) {
	const filter = useMemo(() => filterOf(place), [place]);
	const { q, status, isAll, user } = filter;
	const states = status === "" ? undefined : status === "running" ? running : status;
	const owner = isAll && user !== "" ? UserId.parse(user) : undefined;
	const query = { q: q || undefined, status: states, all: isAll ? "true" : "false", user: owner } as const;
	const list = useRows(api, { route: taskListRoute, list: "tasks", input: { query } });
	const nameOf = useNames({ api, signIn });
	const onFilter = useCallback((next: TaskFilter) => go(pathTo(next), { replace: true }), [go]);
	return (
		<ResourcePage
			text={text}
			list={list}
			form={<TaskFilterBar filter={filter} nameOf={nameOf} isAdmin={signIn.roles.includes("admin") || isAll} onFilter={onFilter} />}
			isFiltered={q !== "" || status !== "" || user !== ""}
			onClear={() => onFilter({ ...noFilter, isAll })}
			skeleton={<RowsSkeleton />}
		>
			{(tasks, more) => (
				<Stack gap="4">
					<TaskRows tasks={tasks} {...(isAll ? { users: { nameOf, onUser: (of) => onFilter({ ...filter, user: of }) } } : {})} />
					{more === undefined ? null : (
						<Button alignSelf="center" size="sm" variant="outline" loading={more.isLoading} loadingText={text.more} onClick={more.onMore}>
							{text.more}
						</Button>
					)}
				</Stack>
			)}
		</ResourcePage>
	);
}

function filterOf({ query }: Place): TaskFilter {
	const user = UserId.safeParse(query["user"]);
	return {
		q: (query["q"] ?? "").trim().slice(0, 100),
		status: statusOf(query["status"]),
		isAll: query["all"] === "true",
		user: user.success ? user.data : "",
	};
}

function pathTo({ q, status, isAll, user }: TaskFilter): string {
	return pathOf({ page: "traces", query: { q, status, all: isAll ? "true" : "", user } });
}

function RowsSkeleton() {
	return (
		<Stack gap="2" role="status" aria-busy="true" aria-label={text.listLabel}>
			{[1, 2, 3, 4, 5].map((row) => (
				<Skeleton key={row} height="16" borderRadius="lg" />
			))}
		</Stack>
	);
}
