import { Button, Heading, Stack } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { useRunRows } from "../../../kit/routines/use-run-rows.ts";
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
	const { pages: list, state, setState, options } = useRunRows({ api, run, round, share });
	return (
		<Stack gap="3">
			<Heading as="h2" size="md">
				{runText.rows}
			</Heading>
			<SelectField width="16rem" label={runText.filter} value={state} options={options} onChange={setState} />
			<PagedList
				list={list}
				text={{
					empty: text.noRowsYet,
					noMatch: runText.noRows,
					noMatchHint: text.noRowsHint,
					clear: runText.allRows(run.rowCount),
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
							aria-label={runText.rows}
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
