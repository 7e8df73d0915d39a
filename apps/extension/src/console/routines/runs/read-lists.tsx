import { Box, Button, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { ReadTable } from "@webhand/contracts/routine/run";
import { rowTablesRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { useReply } from "../../../kit/load/queries.ts";
import { csvOf, tabbedOf } from "../../kit/csv.ts";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { saveFile } from "../../kit/save-file.ts";
import type { PageProps } from "../../page-props.ts";
import { runsText as text } from "../words.ts";

type Props = Pick<PageProps, "api"> & {
	readonly runId: RoutineRunId;
	readonly index: number;
	readonly share: string | undefined;
};

/** The lists that a row has read, once they are asked for. */
export function ReadLists(props: Props) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Box>
			{isOpen ? (
				<Lists {...props} />
			) : (
				<Button size="xs" variant="outline" onClick={() => setIsOpen(true)}>
					{text.lists}
				</Button>
			)}
		</Box>
	);
}

function Lists({ api, runId, index, share }: Props) {
	const query = share === undefined ? {} : { share };
	const loaded = useReply(api, rowTablesRoute, { params: { runId, index }, query });
	return (
		<LoadView loaded={loaded} refusals={text.refusals}>
			{({ tables }) => (
				<Stack gap="4">
					{tables.length === 0 ? <Text color="fg.quiet">{text.noLists}</Text> : null}
					{tables.map((table, number) => (
						<ListTable key={table.step} table={table} number={number + 1} />
					))}
				</Stack>
			)}
		</LoadView>
	);
}

type Row = ReadTable["rows"][number] & { readonly number: number };

function ListTable({ table, number }: { readonly table: ReadTable; readonly number: number }) {
	const columns: readonly Column<Row>[] = [
		...table.columns.map(
			({ name, type }, at): Column<Row> => ({
				key: name,
				isNumber: type === "number" || type === "money",
				value: ({ cells }) => cells[at] ?? "",
			}),
		),
		{ key: "source", shown: (row) => <Source row={row} /> },
	];
	const titles = Object.fromEntries(table.columns.map(({ name, label }) => [name, label]));
	return (
		<Stack gap="2">
			<HStack wrap="wrap" gap="3">
				<Text fontWeight="medium">{text.listOf(table.columns.length, table.rows.length)}</Text>
				<CopyButton label={text.copyList} text={tabbedOf(linesOf(table))}>
					{text.copyList}
				</CopyButton>
				<Button
					size="xs"
					variant="outline"
					onClick={() => saveFile(text.listFile(number, "csv"), "text/csv;charset=utf-8", csvOf(linesOf(table)))}
				>
					{text.listCsv}
				</Button>
				<Button
					size="xs"
					variant="outline"
					onClick={() => saveFile(text.listFile(number, "json"), "application/json", `${JSON.stringify(recordsOf(table), null, 2)}\n`)}
				>
					{text.listJson}
				</Button>
				{table.isCut ? <Text color="fg.note">{text.listCut}</Text> : null}
			</HStack>
			<DataTable
				text={{ caption: text.listCaption(number), columns: { ...titles, source: text.source } }}
				columns={columns}
				rows={table.rows.map((row, at) => ({ ...row, number: at }))}
				keyOf={(row) => String(row.number)}
			/>
		</Stack>
	);
}

/** The head, and the rows with their sources. */
function linesOf({ columns, rows }: ReadTable): readonly (readonly string[])[] {
	return [[...columns.map(({ label }) => label), text.source], ...rows.map(({ cells, url }) => [...cells, url])];
}

/** Each row by the names of its columns, with its source. */
function recordsOf({ columns, rows }: ReadTable) {
	return rows.map(({ cells, url, page, words }) => ({
		...Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? ""])),
		source: { url, page, words },
	}));
}

/** Where a row was read: only an address of the web is a link. */
function Source({ row: { url, page } }: { readonly row: Row }) {
	if (!/^https?:\/\//.test(url)) return <Text>{text.page(page)}</Text>;
	return (
		<Link href={url} target="_blank" rel="noreferrer" color="brand.fg" title={url}>
			{text.page(page)}
		</Link>
	);
}
