import type { RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { runRowsRoute } from "@webhand/contracts/routine/run";
import { useEffect, useState } from "react";
import type { SignedInApi } from "../../signed-in-api.ts";
import { usePages } from "../load/queries.ts";
import { statesOf } from "./run-counts.ts";
import { runText } from "./words.ts";

type Asked = {
	readonly api: SignedInApi;
	readonly run: RoutineRun;
	/** Counts the times that the run was read; each reads the rows again. */
	readonly round: number;
	/** Of a colleague's run. */
	readonly share?: string | undefined;
};

/** The rows of a run in their order, all or those of one state, and the states to choose from. */
export function useRunRows({ api, run, round, share }: Asked) {
	const [state, setState] = useState<RowState | "all">("all");
	const pages = usePages(["rows", run.id, state, share], async (cursor, signal) => {
		const query = {
			...(cursor === undefined ? {} : { after: Number(cursor) }),
			...(state === "all" ? {} : { state }),
			...(share === undefined ? {} : { share }),
		};
		const { rows, nextAfter } = await api.call(runRowsRoute, { params: { runId: run.id }, query, signal });
		return { rows, total: null, nextCursor: nextAfter === null ? null : String(nextAfter) };
	});
	const { retry } = pages.loaded;
	useEffect(() => {
		if (round > 0) retry();
	}, [round, retry]);
	const options = [
		{ value: "all" as const, label: runText.allRows(run.rowCount) },
		...statesOf(run).map((one) => ({ value: one, label: runText.ofState(runText.row[one], run.counts[one] ?? 0) })),
	];
	return { pages, state, setState, options };
}
