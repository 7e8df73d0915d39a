import { Button, HStack, IconButton, Stack, Text } from "@chakra-ui/react";
import type { ReadTable, RoutineRun } from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { CopyButton } from "../../../kit/controls/copy-button.tsx";
import { ChevronIcon, ExportIcon } from "../../../kit/icons.tsx";
import { SourceLink } from "../../../kit/routines/source-link.tsx";
import { csvTable, isFigure, jsonTable, tabbedTable } from "../../../kit/routines/table-text.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { TextTable } from "../kit/text-table.tsx";
import { routinesText } from "../words.ts";
import { SaveReading } from "./save-reading.tsx";
import { UseAsList } from "./use-as-list.tsx";

type Props = {
	readonly bench: RoutinesBench;
	readonly run: RoutineRun;
	readonly table: ReadTable;
};

const rowsAtFirst = 20;
const rowsAtOnce = 100;

/** A table that was read: its rows with their sources, and the ways out of it. */
export function TableView({ bench, run, table }: Props) {
	const text = routinesText.table;
	const [most, setMost] = useState(rowsAtFirst);
	const [asked, setAsked] = useState<"use" | "keep" | null>(null);
	const [unfolded, setUnfolded] = useState<number | null>(null);
	const rows = table.rows.slice(0, most);
	const save = (end: "csv" | "json", content: string) => bench.onSave(text.file(run.name, end), content);
	const small = { size: "xs", variant: "outline", borderColor: "line.strong" } as const;
	return (
		<Stack gap="2">
			<HStack gap="1.5" wrap="wrap">
				<CopyButton {...small} text={tabbedTable(table)} label={text.copy}>
					{text.copy}
				</CopyButton>
				<Button {...small} onClick={() => save("csv", csvTable(table))}>
					<ExportIcon boxSize="3.5" />
					{text.csv}
				</Button>
				<Button {...small} onClick={() => save("json", jsonTable(table))}>
					<ExportIcon boxSize="3.5" />
					{text.json}
				</Button>
				{isRunOver(run) ? (
					<Button {...small} aria-expanded={asked === "use"} onClick={() => setAsked(asked === "use" ? null : "use")}>
						{text.useAsList}
					</Button>
				) : null}
				{!isRunOver(run) || !run.isOnce ? null : (
					<Button {...small} aria-expanded={asked === "keep"} onClick={() => setAsked(asked === "keep" ? null : "keep")}>
						{text.keep}
					</Button>
				)}
			</HStack>
			{asked === "use" ? <UseAsList bench={bench} table={table} name={run.name} /> : null}
			{asked === "keep" ? <SaveReading bench={bench} run={run} address={table.rows[0]?.url ?? ""} /> : null}
			{table.isCut ? (
				<Text textStyle="small" color="fg.note">
					{text.cut}
				</Text>
			) : null}
			<TextTable
				label={text.rows}
				heads={table.columns.map((column) => ({ key: column.name, label: column.label, isNumber: isFigure(column) }))}
				rows={rows.map(({ cells }) => cells)}
				before={{
					head: text.source,
					cell: (at) => (
						<IconButton
							size="2xs"
							variant="ghost"
							aria-label={text.sourceOf(at + 1)}
							title={text.sourceOf(at + 1)}
							aria-expanded={unfolded === at}
							onClick={() => setUnfolded(unfolded === at ? null : at)}
						>
							<ChevronIcon boxSize="3" transform={unfolded === at ? "none" : "rotate(-90deg)"} />
						</IconButton>
					),
				}}
				below={(at) => (unfolded === at && rows[at] !== undefined ? <Source row={rows[at]} /> : null)}
			/>
			{table.rows.length > most ? (
				<Button size="xs" variant="ghost" w="full" onClick={() => setMost(most + rowsAtOnce)}>
					{text.more(table.rows.length - most)}
				</Button>
			) : null}
		</Stack>
	);
}

/** Where a row was read, and its words there. */
function Source({ row: { url, page, words } }: { readonly row: ReadTable["rows"][number] }) {
	return (
		<Stack gap="0.5" maxW="16rem" position="sticky" insetStart="2">
			<Text>
				{routinesText.table.page(page)}
				{" · "}
				<SourceLink url={url}>{url}</SourceLink>
			</Text>
			<Text color="fg.quiet" overflowWrap="anywhere" dir="auto">
				{words}
			</Text>
		</Stack>
	);
}
