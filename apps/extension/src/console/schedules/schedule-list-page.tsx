import { Box, Button, Heading, Link, SimpleGrid, Stack, Text } from "@chakra-ui/react";
import type { Schedule } from "@webhand/contracts/authority/schedule";
import { calendarRoute, schedulesRoute } from "@webhand/contracts/authority/schedule";
import type { ReplyOf } from "@webhand/contracts/routes";
import { useReply, useRows } from "../../kit/load/queries.ts";
import { formatTime } from "../../kit/words/format.ts";
import { language } from "../../kit/words/language.ts";
import { Card } from "../kit/card.tsx";
import type { Column } from "../kit/list/data-table.tsx";
import { Quiet } from "../kit/quiet.tsx";
import { TablePage } from "../kit/table-page.tsx";
import { libraryPath } from "../routines/kit/paths.ts";
import type { ScheduleProps } from "./schedule-props.ts";
import { schedulePath } from "./schedule-props.ts";
import { whenWords } from "./when.ts";
import { schedulesText as text } from "./words.ts";

type Listed = Omit<Schedule, "rows">;

const columns: readonly Column<Listed>[] = [
	{
		key: "routine",
		value: ({ routineName }) => routineName,
		shown: ({ id, routineName }) => (
			<Link href={`#${schedulePath(id)}`} color="brand.fg" fontWeight="medium" overflowWrap="anywhere" dir="auto">
				{routineName || text.gone}
			</Link>
		),
	},
	{ key: "when", value: ({ cron }) => cron, shown: ({ cron, timeZone }) => text.inZone(whenWords(cron), timeZone) },
	{
		key: "next",
		value: ({ nextAt = "" }) => nextAt,
		shown: ({ nextAt, paused }) => (paused !== undefined ? text.rests : nextAt === undefined ? text.never : formatTime(nextAt)),
	},
	{
		key: "last",
		value: ({ last }) => last?.dueAt ?? "",
		shown: ({ last, misses }) => (
			<Box>
				<Text color={last !== undefined && last.outcome !== "started" ? "status.failed" : undefined}>
					{last === undefined ? text.neverYet : `${text.outcomes[last.outcome]}, ${formatTime(last.dueAt)}`}
				</Text>
				{misses === 0 ? null : <Quiet>{text.misses(misses)}</Quiet>}
			</Box>
		),
	},
];

/** What starts by the clock, and the starts of the coming week. */
export function ScheduleListPage({ api, told }: ScheduleProps) {
	const list = useRows(api, { route: schedulesRoute, list: "schedules", input: { query: {} } });
	const calendar = useReply(api, calendarRoute).value;
	return (
		<TablePage
			text={text}
			list={list}
			told={told}
			columns={columns}
			keyOf={({ id }) => id}
			action={
				<Button asChild size="sm" variant="outline" borderColor="line.strong">
					<Link href={`#${libraryPath}`} color="fg" textDecoration="none">
						{text.add}
					</Link>
				</Button>
			}
			below={calendar === null || calendar.starts.length === 0 ? null : <Week {...calendar} />}
		/>
	);
}

const dayMs = 86_400_000;

/** Seven days with their starts. */
function Week({ starts, isCut }: ReplyOf<typeof calendarRoute>) {
	const dayOf = (at: string | number) => new Date(at).toLocaleDateString(language, { weekday: "short", month: "short", day: "numeric" });
	const first = Date.now();
	const days = Array.from({ length: 8 }, (_, at) => dayOf(first + at * dayMs));
	const shown = days.filter((day, at) => at < 7 || starts.some((start) => dayOf(start.at) === day));
	return (
		<Card label={text.calendar}>
			<Heading as="h2" size="md" mb="3">
				{text.calendar}
			</Heading>
			<SimpleGrid minChildWidth="8.5rem" gap="3">
				{shown.map((day) => (
					<Stack key={day} as="section" aria-label={day} gap="1" borderTopWidth="2px" borderColor="line.strong" pt="1" minW="0">
						<Text fontWeight="semibold">{day}</Text>
						<DayStarts starts={starts.filter((start) => dayOf(start.at) === day)} />
					</Stack>
				))}
			</SimpleGrid>
			{isCut ? <Quiet>{text.isCut}</Quiet> : null}
		</Card>
	);
}

const mostShown = 8;

function DayStarts({ starts }: { readonly starts: ReplyOf<typeof calendarRoute>["starts"] }) {
	if (starts.length === 0) return <Quiet>{text.nothingOn}</Quiet>;
	return (
		<Stack as="ul" listStyleType="none" gap="1">
			{starts.slice(0, mostShown).map(({ scheduleId, routineName, at }) => (
				<Box as="li" key={`${scheduleId} ${at}`} minW="0">
					<Link href={`#${schedulePath(scheduleId)}`} color="brand.fg" overflowWrap="anywhere" display="inline">
						{new Date(at).toLocaleTimeString(language, { timeStyle: "short" })} {routineName || text.gone}
					</Link>
				</Box>
			))}
			{starts.length > mostShown ? <Quiet>+ {starts.length - mostShown}</Quiet> : null}
		</Stack>
	);
}
