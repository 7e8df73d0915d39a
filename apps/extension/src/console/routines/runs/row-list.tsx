import { Button, Heading, Stack } from "@chakra-ui/react";
import type { RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { runRowsRoute } from "@webhand/contracts/routine/run";
import { useEffect, useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { usePages } from "../../../kit/load/queries.ts";
import { statesOf } from "../../../kit/routines/run-counts.ts";
import { runText } from "../../../kit/routines/words.ts";
import { PagedList } from "../../kit/list/paged-list.tsx";
import type { PageProps } from "../../page-props.ts";
import { runsText as text } from "../words.ts";
import { RowItem } from "./row-item.tsx";
import type { RunWords } from "./run-words.ts";

type Props = Pick<PageProps, "api"> &
	RunWords & {
		readonly run: RoutineRun;
		/** The rows are read again with each round. */
		readonly round: number;
		readonly share: string | undefined;
		/** The reader may see the tasks. */
		readonly hasTraces: boolean;
	};

/** The rows of a run in their order, all or those of one state. */
export function RowList({ api, run, round, share, ...words }: Props) {
	const [state, setState] = useState<RowState | "all">("all");
	const params = { runId: run.id };
	const list = usePages(["rows", run.id, state, share], async (cursor, signal) => {
		const query = {
			...(cursor === undefined ? {} : { after: Number(cursor) }),
			...(state === "all" ? {} : { state }),
			...(share === undefined ? {} : { share }),
		};
		const { rows, nextAfter } = await api.call(runRowsRoute, { params, query, signal });
		return { rows, total: null, nextCursor: nextAfter === null ? null : String(nextAfter) };
	});
	const { retry } = list.loaded;
	useEffect(() => {
		if (round > 0) retry();
	}, [round, retry]);
	const options = [
		{ value: "all" as const, label: text.allRows(run.rowCount) },
		...statesOf(run).map((one) => ({ value: one, label: text.ofState(runText.row[one], run.counts[one] ?? 0) })),
	];
	return (
		<Stack gap="3">
			<Heading as="h2" size="md">
				{text.rows}
			</Heading>
			<SelectField width="16rem" label={text.filter} value={state} options={options} onChange={setState} />
			<PagedList
				list={list}
				text={{
					empty: text.noRowsYet,
					noMatch: text.noRows,
					noMatchHint: text.noRowsHint,
					clear: text.allRows(run.rowCount),
					refusals: text.refusals,
				}}
				isFiltered={state !== "all"}
				onClear={() => setState("all")}
			>
				{(rows, more) => (
					<Stack gap="3">
						<Stack
							as="ul"
							listStyleType="none"
							gap="0"
							aria-label={text.rows}
							bg="bg.card"
							borderWidth="1px"
							borderColor="line.soft"
							borderRadius="lg"
						>
							{rows.map((row, index) => (
								<RowItem key={row.key} api={api} runId={run.id} row={row} share={share} isFirst={index === 0} {...words} />
							))}
						</Stack>
						{more === undefined ? null : (
							<Button alignSelf="center" size="sm" variant="outline" loading={more.isLoading} loadingText={text.more} onClick={more.onMore}>
								{text.more}
							</Button>
						)}
					</Stack>
				)}
			</PagedList>
		</Stack>
	);
}
