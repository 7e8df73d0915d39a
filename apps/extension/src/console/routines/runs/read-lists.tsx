import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { ReadTable } from "@webhand/contracts/routine/run";
import { rowTablesRoute } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { useReply } from "../../../kit/load/queries.ts";
import { SourceLink } from "../../../kit/routines/source-link.tsx";
import { csvTable, isFigure, jsonTable, tabbedTable } from "../../../kit/routines/table-text.ts";
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

/** No column of a list has such a name. */
const sourceKey = "_source";

type Row = ReadTable["rows"][number] & { readonly number: number };

function ListTable({ table, number }: { readonly table: ReadTable; readonly number: number }) {
	const columns: readonly Column<Row>[] = [
		...table.columns.map(
			(column, at): Column<Row> => ({
				key: column.name,
				isNumber: isFigure(column),
				value: ({ cells }) => cells[at] ?? "",
			}),
		),
		{ key: sourceKey, shown: ({ url, page }) => <SourceLink url={url}>{text.page(page)}</SourceLink> },
	];
	const titles = Object.fromEntries(table.columns.map(({ name, label }) => [name, label]));
	return (
		<Stack gap="2">
			<HStack wrap="wrap" gap="3">
				<Text fontWeight="medium">{text.listOf(table.columns.length, table.rows.length)}</Text>
				<CopyButton label={text.copyList} text={tabbedTable(table)}>
					{text.copyList}
				</CopyButton>
				<Button
					size="xs"
					variant="outline"
					onClick={() => saveFile(text.listFile(number, "csv"), "text/csv;charset=utf-8", csvTable(table))}
				>
					{text.listCsv}
				</Button>
				<Button size="xs" variant="outline" onClick={() => saveFile(text.listFile(number, "json"), "application/json", jsonTable(table))}>
					{text.listJson}
				</Button>
				{table.isCut ? <Text color="fg.note">{text.listCut}</Text> : null}
			</HStack>
			<DataTable
				text={{ caption: text.listCaption(number), columns: { ...titles, [sourceKey]: text.source } }}
				columns={columns}
				rows={table.rows.map((row, at) => ({ ...row, number: at }))}
				keyOf={(row) => String(row.number)}
			/>
		</Stack>
	);
}
