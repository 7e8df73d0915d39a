import { Box, Button, HStack, Table, Text } from "@chakra-ui/react";
import { useState } from "react";
import { consoleText } from "../../text/en/console.ts";
import { ChevronIcon } from "../../ui/kit/icons.tsx";

/** A column; `value` sorts, `shown` is the cell. The first column names the row. */
export type Column<Row> = {
	readonly key: string;
	readonly title: string;
	readonly isNumber: boolean;
	readonly value: (row: Row) => string | number;
	readonly shown: (row: Row) => string;
};

type Props<Row> = {
	readonly caption: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly keyOf: (row: Row) => string;
	/** A last row in bold, by column key. */
	readonly total?: Readonly<Record<string, string>>;
};

type Order = { readonly key: string; readonly isDescending: boolean };
const rowsPerPage = 50;

/** A table that is sorted by its heads and shows 50 rows at a time. */
export function DataTable<Row>({ caption, columns, rows, keyOf, total }: Props<Row>) {
	const [order, setOrder] = useState<Order | null>(null);
	const [page, setPage] = useState(0);
	const column = columns.find(({ key }) => key === order?.key);
	const sorted = column === undefined || order === null ? rows : sortedBy(rows, column, order.isDescending);
	const first = Math.min(page, Math.ceil(rows.length / rowsPerPage) - 1) * rowsPerPage;
	const shown = sorted.slice(Math.max(0, first), first + rowsPerPage);
	const sortBy = ({ key, isNumber }: Column<Row>) =>
		setOrder((before) => ({ key, isDescending: before?.key === key ? !before.isDescending : isNumber }));
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
				<Table.Root size="sm" aria-label={caption}>
					<Table.Header>
						<Table.Row>
							{columns.map((each) => (
								<Table.ColumnHeader
									key={each.key}
									scope="col"
									textAlign={each.isNumber ? "end" : "start"}
									aria-sort={each.key !== order?.key ? "none" : order.isDescending ? "descending" : "ascending"}
								>
									<Button size="xs" variant="ghost" px="1" fontWeight="semibold" onClick={() => sortBy(each)}>
										{each.title}
										{each.key === order?.key ? (
											<ChevronIcon boxSize="3" transform={order.isDescending ? "none" : "rotate(180deg)"} />
										) : null}
									</Button>
								</Table.ColumnHeader>
							))}
						</Table.Row>
					</Table.Header>
					<Table.Body>
						{shown.map((row) => (
							<Table.Row key={keyOf(row)}>
								{columns.map((each, index) => (
									<Table.Cell
										key={each.key}
										textAlign={each.isNumber ? "end" : "start"}
										fontVariantNumeric={each.isNumber ? "tabular-nums" : "normal"}
										whiteSpace={each.isNumber ? "nowrap" : "normal"}
										overflowWrap={index === 0 ? "anywhere" : "normal"}
										minW={index === 0 ? "8rem" : "0"}
									>
										{each.shown(row)}
									</Table.Cell>
								))}
							</Table.Row>
						))}
					</Table.Body>
					{total === undefined ? null : (
						<Table.Footer>
							<Table.Row>
								{columns.map((each) => (
									<Table.Cell
										key={each.key}
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
			{rows.length <= rowsPerPage ? null : (
				<HStack mt="2" justify="flex-end">
					<Text color="fg.quiet">{consoleText.table.page(first + 1, first + shown.length, rows.length)}</Text>
					<Button size="xs" variant="outline" disabled={first === 0} onClick={() => setPage(first / rowsPerPage - 1)}>
						{consoleText.table.previous}
					</Button>
					<Button
						size="xs"
						variant="outline"
						disabled={first + rowsPerPage >= rows.length}
						onClick={() => setPage(first / rowsPerPage + 1)}
					>
						{consoleText.table.next}
					</Button>
				</HStack>
			)}
		</Box>
	);
}

function sortedBy<Row>(rows: readonly Row[], { value }: Column<Row>, isDescending: boolean): readonly Row[] {
	const sign = isDescending ? -1 : 1;
	return rows.toSorted((one, other) => {
		const [a, b] = [value(one), value(other)];
		return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
	});
}
