import { Box, Button, HStack, Table, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useState } from "react";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { RowMenu } from "../../../kit/controls/row-menu.tsx";
import { ChevronIcon } from "../../../kit/icons.tsx";
import { formatDay } from "../../../kit/words/format.ts";
import { consoleText } from "../../words.ts";

/** A column; `value` sorts (without it the column is not sorted), `shown` is the cell, by default the value. The first column names the row. */
export type Column<Row> = {
	/** Names the title too. */
	readonly key: string;
	readonly isNumber?: boolean;
	readonly value?: (row: Row) => string | number;
	readonly shown?: (row: Row) => ReactNode;
};

/** A column of days. */
export function dayColumn<Row>(key: string, value: (row: Row) => string): Column<Row> {
	return { key, value, shown: (row) => <Box whiteSpace="nowrap">{formatDay(value(row))}</Box> };
}

/** Rows that the server still has. `total` is null where it does not count them. */
export type More = { readonly total: number | null; readonly isLoading: boolean; readonly onMore: () => void };

type Props<Row> = {
	readonly text: {
		readonly caption: string;
		/** Titles by the key of their column. */
		readonly columns: Readonly<Record<string, string>>;
		readonly actionsFor?: (name: string) => string;
	};
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly keyOf: (row: Row) => string;
	/** A last row in bold, by column key. */
	readonly total?: Readonly<Record<string, ReactNode>>;
	readonly more?: More | undefined;
	/** What can be done with each row, in a last column. */
	readonly actions?: { readonly nameOf: (row: Row) => string; readonly of: (row: Row) => readonly RowAction[] };
};

type Order = { readonly key: string; readonly isDescending: boolean };
const rowsPerPage = 50;

/** Below `md` a row is a block, and each cell stands beside its column's title. */
const stacked = {
	table: { base: "block", md: "table" },
	header: { base: "none", md: "table-header-group" },
	body: { base: "block", md: "table-row-group" },
	row: { display: { base: "block", md: "table-row" }, py: { base: "2", md: "0" }, borderBottomWidth: { base: "1px", md: "0" } },
	cell: {
		display: { base: "flex", md: "table-cell" },
		gap: "3",
		alignItems: "baseline",
		py: { base: "1", md: "2" },
		borderBottomWidth: { base: "0", md: "1px" },
		_before: {
			content: "attr(data-label)",
			display: { base: "block", md: "none" },
			flex: "0 0 6.5rem",
			color: "fg.quiet",
			fontSize: "xs",
			textAlign: "start",
		},
		css: { "&[data-label='']::before": { display: "none" } },
	},
} as const;

/**
 * A table that is sorted by its heads and shows 50 rows at a time; further ones are loaded when they are wanted. Where it is narrow each row is
 * a list of its cells, with roles since CSS takes those of a table away.
 */
export function DataTable<Row>({ text, columns: given, rows, keyOf, total, more, actions }: Props<Row>) {
	const { caption } = text;
	const columns = actions === undefined ? given : [...given, actionColumn(text, actions)];
	const titleOf = ({ key }: Column<Row>) => text.columns[key] ?? "";
	const [order, setOrder] = useState<Order | null>(null);
	const [page, setPage] = useState(0);
	const column = columns.find(({ key }) => key === order?.key);
	const sorted = column === undefined || order === null ? rows : sortedBy(rows, column, order.isDescending);
	const first = Math.min(page, Math.ceil(rows.length / rowsPerPage) - 1) * rowsPerPage;
	const shown = sorted.slice(Math.max(0, first), first + rowsPerPage);
	const hasNext = first + rowsPerPage < rows.length || more !== undefined;
	const showNext = () => {
		// The page is limited by the rows, so it turns when they have arrived.
		setPage(Math.max(0, first) / rowsPerPage + 1);
		if (first + rowsPerPage >= rows.length) more?.onMore();
	};
	const sortBy = ({ key, isNumber }: Column<Row>) =>
		setOrder((before) => ({ key, isDescending: before?.key === key ? !before.isDescending : isNumber === true }));
	return (
		<Box>
			<Box
				overflowX="auto"
				role="region"
				aria-label={caption}
				tabIndex={0}
				borderWidth="1px"
				borderColor="line.soft"
				borderRadius="lg"
				bg="bg.card"
			>
				<Table.Root size="sm" role="table" aria-label={caption} display={stacked.table}>
					<Table.Header role="rowgroup" display={stacked.header}>
						<Table.Row role="row">
							{columns.map((each) => (
								<Table.ColumnHeader
									key={each.key}
									scope="col"
									role="columnheader"
									textAlign={each.isNumber ? "end" : "start"}
									aria-sort={
										each.value === undefined
											? undefined
											: each.key !== order?.key
												? "none"
												: order.isDescending
													? "descending"
													: "ascending"
									}
								>
									{each.value === undefined ? (
										<Text fontSize="xs" fontWeight="semibold">
											{titleOf(each)}
										</Text>
									) : (
										<Button size="xs" variant="ghost" px="1" mx="-1" fontWeight="semibold" onClick={() => sortBy(each)}>
											{titleOf(each)}
											{each.key === order?.key ? (
												<ChevronIcon boxSize="3" transform={order.isDescending ? "none" : "rotate(180deg)"} />
											) : null}
										</Button>
									)}
								</Table.ColumnHeader>
							))}
						</Table.Row>
					</Table.Header>
					<Table.Body role="rowgroup" display={stacked.body}>
						{shown.map((row) => (
							<Table.Row key={keyOf(row)} role="row" {...stacked.row}>
								{columns.map((each, index) => (
									<Table.Cell
										key={each.key}
										role="cell"
										data-label={index === 0 ? "" : titleOf(each)}
										{...stacked.cell}
										textAlign={each.isNumber ? "end" : "start"}
										fontVariantNumeric={each.isNumber ? "tabular-nums" : "normal"}
										whiteSpace={each.isNumber ? "nowrap" : "normal"}
										overflowWrap={index === 0 ? "anywhere" : "normal"}
										minW={{ md: index === 0 ? "8rem" : "0" }}
									>
										{(each.shown ?? each.value)?.(row)}
									</Table.Cell>
								))}
							</Table.Row>
						))}
					</Table.Body>
					{total === undefined ? null : (
						<Table.Footer role="rowgroup" display={stacked.body}>
							<Table.Row role="row" {...stacked.row}>
								{columns.map((each, index) => (
									<Table.Cell
										key={each.key}
										role="cell"
										data-label={index === 0 ? "" : titleOf(each)}
										{...stacked.cell}
										textAlign={each.isNumber ? "end" : "start"}
										fontWeight="semibold"
										fontVariantNumeric="tabular-nums"
										whiteSpace="nowrap"
									>
										{total[each.key] ?? ""}
									</Table.Cell>
								))}
							</Table.Row>
						</Table.Footer>
					)}
				</Table.Root>
			</Box>
			{more !== undefined && order !== null ? (
				<Text mt="2" color="fg.quiet">
					{consoleText.table.sortedSoFar}
				</Text>
			) : null}
			{rows.length <= rowsPerPage && more === undefined ? null : (
				<HStack mt="2" justify="flex-end" wrap="wrap">
					<Text color="fg.quiet" aria-live="polite">
						{more !== undefined && more.total === null
							? consoleText.table.pageOfMore(first + 1, first + shown.length)
							: consoleText.table.page(first + 1, first + shown.length, more?.total ?? rows.length)}
					</Text>
					<Button size="xs" variant="outline" disabled={first <= 0} onClick={() => setPage(first / rowsPerPage - 1)}>
						{consoleText.table.previous}
					</Button>
					<Button
						size="xs"
						variant="outline"
						loading={more?.isLoading ?? false}
						loadingText={consoleText.table.next}
						disabled={!hasNext}
						onClick={showNext}
					>
						{consoleText.table.next}
					</Button>
				</HStack>
			)}
		</Box>
	);
}

function actionColumn<Row>({ actionsFor }: Props<Row>["text"], { nameOf, of }: NonNullable<Props<Row>["actions"]>): Column<Row> {
	return { key: "actions", shown: (row) => <RowMenu label={actionsFor?.(nameOf(row)) ?? ""} actions={of(row)} /> };
}

function sortedBy<Row>(rows: readonly Row[], { value }: Column<Row>, isDescending: boolean): readonly Row[] {
	if (value === undefined) return rows;
	const sign = isDescending ? -1 : 1;
	return rows.toSorted((one, other) => {
		const [a, b] = [value(one), value(other)];
		return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
	});
}
