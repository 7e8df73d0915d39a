import { Box, Button, Flex, Heading, List, Stack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { UsageQuery, UsageReply, UsageRow } from "@webhand/contracts/agent/usage";
import { useState } from "react";
import { formatNumber, formatUsd, tokensOf } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { Segments } from "../../kit/form/segments.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonName } from "../../kit/list/person-name.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { saveFile } from "../../kit/save-file.ts";
import type { NameOf } from "../../org/use-names.ts";
import { BarChart } from "./bar-chart.tsx";
import { usageCsv } from "./csv.ts";
import { daysOf } from "./range.ts";
import { usageText } from "./words.ts";

type Props = {
	readonly days: UsageReply;
	/** By day, user, model, routine or task. */
	readonly rows: UsageReply;
	readonly nameOf: NameOf;
	readonly onBy: (by: UsageQuery["by"]) => void;
};

type Metric = keyof typeof usageText.metrics;
const values: Readonly<Record<Metric, (row: UsageRow) => number>> = {
	tasks: ({ tasks = 0 }) => tasks,
	tokens: tokensOf,
	usd: ({ usd = 0 }) => usd,
};
const optionsOf = <Key extends string>(labels: Readonly<Record<Key, string>>) =>
	(Object.keys(labels) as Key[]).map((value) => ({ value, label: labels[value] }));

/** Totals, chart, table and download of one time. */
export function UsageReport({ days, rows, nameOf, onBy }: Props) {
	const text = usageText;
	if (days.rows.length === 0) return <EmptyState title={text.empty} hint={text.emptyHint} />;
	const { from, to, by, total } = rows;
	const columns = columnsOf(by, nameOf);
	const caption = text.tableCaption(text.bys[by], from, to);
	return (
		<Stack gap="6">
			<Card label={text.totals}>
				<FactList
					facts={[
						{ name: text.tasks, value: formatNumber(rows.tasks.started) },
						{ name: text.withoutModel, value: formatNumber(rows.tasks.withoutModel) },
						{ name: text.completed, value: formatNumber(rows.tasks.completed) },
						{ name: text.totalTokens, value: formatNumber(tokensOf(total)) },
						{ name: text.totalCost, value: formatUsd(total.usd) },
						{ name: text.columns.steps, value: formatNumber(total.steps) },
						{ name: text.columns.calls, value: formatNumber(total.calls) },
						...(days.forecast === undefined ? [] : [{ name: text.forecast, value: forecastIn(days.forecast) }]),
						...(days.spared === undefined ? [] : [{ name: text.spared, value: sparedOf(days.spared) }]),
					]}
				/>
				{total.usd === undefined ? <Text color="fg.quiet">{text.unknownCostHint}</Text> : null}
				{days.forecast === undefined ? null : <Text color="fg.quiet">{text.forecastHint}</Text>}
				{total.estimated === true ? <Text color="fg.quiet">{text.estimated}</Text> : null}
			</Card>
			<UsageChart days={days} />
			<Stack gap="3">
				<Flex justify="space-between" wrap="wrap" gap="3">
					<Segments label={text.by} value={by} options={optionsOf(text.bys)} onChange={onBy} />
					<Button
						size="sm"
						variant="outline"
						onClick={() => saveFile(`webhand-usage-${from}-${to}-by-${by}.csv`, "text/csv;charset=utf-8", usageCsv(rows.rows, by))}
					>
						{text.csv}
					</Button>
				</Flex>
				<DataTable
					key={by}
					text={{ caption, columns: { ...text.columns, key: text.columns[by] } }}
					columns={columns}
					rows={rows.rows}
					keyOf={({ key }) => key}
					total={{ ...shownOf(columns, { ...total, key: "", tasks: rows.tasks.started }), key: text.totals }}
				/>
			</Stack>
		</Stack>
	);
}

function forecastIn({ tokens, usd }: NonNullable<UsageReply["forecast"]>): string {
	const inTokens = usageText.sparedTokens(formatNumber(tokens));
	return usd === undefined ? inTokens : `${formatUsd(usd)}, ${inTokens}`;
}

function sparedOf({ steps, tokens, usd }: NonNullable<UsageReply["spared"]>): string {
	const text = usageText;
	const saved = [
		...(tokens === undefined ? [] : [text.sparedTokens(formatNumber(tokens))]),
		...(usd === undefined ? [] : [formatUsd(usd)]),
	];
	return [text.sparedSteps(steps, formatNumber(steps)), ...(saved.length === 0 ? [] : [text.saved(saved.join(", "))])].join("; ");
}

function UsageChart({ days }: Pick<Props, "days">) {
	const text = usageText;
	const [metric, setMetric] = useState<Metric | null>(null);
	const isPriced = days.total.usd !== undefined;
	const metrics = optionsOf(text.metrics).filter(({ value }) => value !== "usd" || isPriced);
	const shown = metric ?? (tokensOf(days.total) === 0 ? "tasks" : "tokens");
	const valueOf = (row: UsageRow | undefined) => (row === undefined ? 0 : values[shown](row));
	const inWords = (value: number) => (shown === "usd" ? formatUsd(value) : formatNumber(value));
	const bars = daysOf(days, days.rows).map(({ day, row }) => {
		const value = valueOf(row);
		return { label: day, value, shown: text.barLabel(day, inWords(value)) };
	});
	const highest = bars.reduce<(typeof bars)[number] | undefined>((best, bar) => (bar.value > (best?.value ?? 0) ? bar : best), undefined);
	const title = text.chartTitle(text.metrics[shown]);
	return (
		<Card label={title}>
			<Flex justify="space-between" wrap="wrap" gap="3" mb="3">
				<Heading as="h2" size="md">
					{title}
				</Heading>
				<Segments label={text.metric} value={shown} options={metrics} onChange={setMetric} />
			</Flex>
			<Box position="relative">
				<BarChart
					label={text.chartLabel(text.metrics[shown], days, highest?.shown ?? text.noHighest)}
					bars={bars}
					topShown={inWords(highest?.value ?? 0)}
				/>
				<VisuallyHidden>
					<List.Root aria-label={text.daysCaption}>
						{bars.map((bar) => (
							<List.Item key={bar.label}>{bar.shown}</List.Item>
						))}
					</List.Root>
				</VisuallyHidden>
			</Box>
		</Card>
	);
}

function columnsOf(by: UsageQuery["by"], nameOf: NameOf): readonly Column<UsageRow>[] {
	const number = (key: string, value: (row: UsageRow) => number): Column<UsageRow> => ({
		key,
		isNumber: true,
		value,
		shown: (row) => formatNumber(value(row)),
	});
	return [
		{
			key: "key",
			value: (row) => (by === "user" ? nameOf(row.key) : nameIn(row, by)),
			shown: (row) => (by !== "user" ? nameIn(row, by) : <PersonName id={row.key} nameOf={nameOf} />),
		},
		...(by !== "day" && by !== "user" ? [] : [number("tasks", values.tasks)]),
		number("steps", ({ steps }) => steps),
		number("calls", ({ calls }) => calls),
		number("prompt", ({ promptTokens }) => promptTokens),
		number("cached", ({ cachedTokens = 0 }) => cachedTokens),
		number("completion", ({ completionTokens }) => completionTokens),
		{ key: "usd", isNumber: true, value: ({ usd = -1 }) => usd, shown: ({ usd }) => formatUsd(usd) },
	];
}

/** A row as readers know it: what was deleted since has its id alone. */
function nameIn({ key, name }: UsageRow, by: UsageQuery["by"]): string {
	if (by !== "routine" && by !== "task") return key;
	return name ?? (key === "none" ? usageText.noName[by] : undefined) ?? usageText.gone(key);
}

const shownOf = (columns: readonly Column<UsageRow>[], row: UsageRow) =>
	Object.fromEntries(columns.map(({ key, shown }) => [key, shown?.(row)]));
