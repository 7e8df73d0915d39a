import { Button, Skeleton, Stack } from "@chakra-ui/react";
import { UserId } from "@webhand/contracts/ids";
import { useCallback, useMemo } from "react";
import { consoleText } from "../../../../text/en/console.ts";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { LoadView } from "../../../kit/load-view.tsx";
import { PageTitle } from "../../../kit/page-title.tsx";
import { ProblemView } from "../../../kit/problem-view.tsx";
import type { PageProps, Place } from "../../../page-props.ts";
import { pathOf } from "../../../place.ts";
import type { TaskFilter } from "./task-filter.tsx";
import { noFilter, statusOf, TaskFilterBar } from "./task-filter.tsx";
import { TaskRows } from "./task-rows.tsx";
import { useTaskList } from "./use-task-list.ts";

const text = consoleText.traces;

/** One's own tasks, or those of the organization for admins, newest first. The filter stands in the address. */
export function TaskListPage({ api, place, go, signIn }: PageProps) {
	const filter = useMemo(() => filterOf(place), [place]);
	const list = useTaskList(api, filter);
	const onFilter = useCallback((next: TaskFilter) => go(pathTo(next), { replace: true }), [go]);
	const isFiltered = filter.q !== "" || filter.status !== "" || filter.user !== "";
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<TaskFilterBar filter={filter} isAdmin={signIn.roles.includes("admin") || filter.isAll} onFilter={onFilter} />
			<LoadView loaded={list.loaded} skeleton={<RowsSkeleton />}>
				{({ tasks, nextCursor }) =>
					tasks.length === 0 ? (
						<EmptyState title={isFiltered ? text.noMatch : text.empty} hint={isFiltered ? text.noMatchHint : text.emptyHint}>
							{isFiltered ? (
								<Button size="sm" variant="outline" onClick={() => onFilter({ ...noFilter, isAll: filter.isAll })}>
									{text.clear}
								</Button>
							) : null}
						</EmptyState>
					) : (
						<Stack gap="4">
							<TaskRows tasks={tasks} ownId={signIn.user.id} isAll={filter.isAll} onUser={(user) => onFilter({ ...filter, user })} />
							{list.problem === null ? null : <ProblemView problem={list.problem} onRetry={list.more} />}
							{nextCursor === null ? null : (
								<Button
									alignSelf="center"
									size="sm"
									variant="outline"
									loading={list.isLoadingMore}
									loadingText={text.more}
									onClick={list.more}
								>
									{text.more}
								</Button>
							)}
						</Stack>
					)
				}
			</LoadView>
		</Stack>
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
