import { Button } from "@chakra-ui/react";
import { RoutineId } from "@webhand/contracts/ids";
import { runsRoute } from "@webhand/contracts/routine/run";
import { useRows } from "../../../kit/load/queries.ts";
import { Segments } from "../../kit/form/segments.tsx";
import { ResourcePage } from "../../kit/resource-page.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { runsText as text } from "../words.ts";
import { RunTable } from "./run-table.tsx";

const scopes = [
	{ value: "own", label: text.own },
	{ value: "all", label: text.everybody },
] as const;

/** One's own runs, or those of the organization for admins, newest first. The filter stands in the address. */
export function RunListPage({ api, place, go, signIn }: PageProps) {
	const { page, query } = place;
	const routineId = RoutineId.safeParse(query["routine"]).data;
	const isAll = query["all"] === "true";
	const isAdmin = signIn.roles.includes("admin");
	const nameOf = useNames({ api, signIn });
	const asked = { ...(routineId === undefined ? {} : { routineId }), all: isAll ? "true" : "false" } as const;
	const list = useRows(api, { route: runsRoute, list: "runs", input: { query: asked } });
	const show = (next: { readonly routine: string; readonly isAll: boolean }) =>
		go(pathOf({ page, query: { routine: next.routine, all: next.isAll ? "true" : "" } }), { replace: true });
	const clear = () => show({ routine: "", isAll });
	return (
		<ResourcePage
			text={text}
			list={list}
			{...(isAdmin || isAll || routineId !== undefined
				? {
						filter: (
							<>
								{isAdmin || isAll ? (
									<Segments
										label={text.whose}
										value={isAll ? "all" : "own"}
										options={scopes}
										onChange={(scope) => show({ routine: routineId ?? "", isAll: scope === "all" })}
									/>
								) : null}
								{routineId === undefined ? null : (
									<Button size="sm" variant="outline" onClick={clear}>
										{text.ofRoutine}
									</Button>
								)}
							</>
						),
					}
				: {})}
			isFiltered={routineId !== undefined}
			onClear={clear}
		>
			{(runs, more) => <RunTable runs={runs} nameOf={isAll ? nameOf : undefined} more={more} />}
		</ResourcePage>
	);
}
