import { Button, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Pages } from "../../../kit/load/queries.ts";
import { EmptyState } from "../load/empty-state.tsx";
import { LoadView } from "../load/load-view.tsx";
import { ProblemView } from "../load/problem-view.tsx";
import type { More } from "./data-table.tsx";

type Props<Row> = {
	readonly list: Pages<Row>;
	/** What an empty list says: as it is, or because nothing fits the filter. */
	readonly text: {
		readonly empty?: string;
		readonly emptyHint?: string;
		readonly noMatch?: string;
		readonly noMatchHint?: string;
		readonly clear?: string;
		/** Sentences for refusals by their code. */
		readonly refusals?: Readonly<Record<string, string>>;
		readonly count?: (count: number) => string;
	};
	readonly isFiltered?: boolean;
	readonly onClear?: () => void;
	/** What stands in the list's place while it loads. */
	readonly skeleton?: ReactNode;
	readonly children: (rows: readonly Row[], more: More | undefined) => ReactNode;
};

/** A list in each of its states: loading, error, empty, nothing fits, rows, and a next page that could not be loaded. */
export function PagedList<Row>({ list, text, isFiltered = false, onClear, skeleton, children }: Props<Row>) {
	return (
		<LoadView loaded={list.loaded} refusals={text.refusals} skeleton={skeleton}>
			{({ rows, total, nextCursor }) => {
				if (rows.length > 0)
					return (
						<Stack gap="3">
							{text.count === undefined ? null : <Text color="fg.quiet">{text.count(total ?? rows.length)}</Text>}
							{children(rows, nextCursor === null ? undefined : { total, isLoading: list.isLoadingMore, onMore: list.more })}
							{list.problem === null ? null : <ProblemView problem={list.problem} onRetry={list.more} />}
						</Stack>
					);
				if (!isFiltered && text.empty !== undefined) return <EmptyState title={text.empty} hint={text.emptyHint ?? ""} />;
				return (
					<EmptyState title={text.noMatch ?? ""} hint={text.noMatchHint ?? ""}>
						<Button size="sm" variant="outline" onClick={onClear}>
							{text.clear}
						</Button>
					</EmptyState>
				);
			}}
		</LoadView>
	);
}
