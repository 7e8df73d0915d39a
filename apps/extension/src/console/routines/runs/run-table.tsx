import { Box, Link, Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { overCount, troubleCount } from "../../../kit/routines/run-counts.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PersonName } from "../../kit/list/person-name.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import type { NameOf } from "../../org/use-names.ts";
import { runPath } from "../kit/paths.ts";
import { runsText as text } from "../words.ts";
import { RunState, rowsInWords } from "./run-state.tsx";

type Props = {
	readonly runs: readonly RoutineRun[];
	/** Runs of several people name each. */
	readonly nameOf?: NameOf | undefined;
	readonly more: More | undefined;
};

/** Runs as rows: what ran, how it stands, how many rows are over, and how many need a look. */
export function RunTable({ runs, nameOf, more }: Props) {
	const columns: readonly Column<RoutineRun>[] = [
		{
			key: "run",
			value: ({ name }) => name,
			shown: ({ id, name, version }) => (
				<Box minW={{ base: "0", md: "8rem", lg: "12rem" }}>
					<Link href={`#${runPath(id)}`} color="brand.fg" fontWeight="medium" overflowWrap="anywhere" dir="auto">
						{name}
					</Link>
					<Quiet>{text.version(version)}</Quiet>
				</Box>
			),
		},
		{
			key: "state",
			value: ({ state }) => state,
			shown: (run) => (
				<Box>
					<RunState run={run} />
				</Box>
			),
		},
		{ key: "rows", isNumber: true, value: overCount, shown: rowsInWords },
		{ key: "trouble", isNumber: true, value: troubleCount, shown: (run) => <Trouble count={troubleCount(run)} /> },
		{ key: "began", value: ({ createdAt }) => createdAt, shown: ({ createdAt }) => <Box minW="5.5rem">{formatTime(createdAt)}</Box> },
		...(nameOf === undefined
			? []
			: [
					{
						key: "by",
						value: ({ ownerId }: RoutineRun) => nameOf(ownerId),
						shown: ({ ownerId }: RoutineRun) => <PersonName id={ownerId} nameOf={nameOf} />,
					},
				]),
	];
	return <DataTable text={text} columns={columns} rows={runs} keyOf={({ id }) => id} more={more} />;
}

function Trouble({ count }: { readonly count: number }) {
	return (
		<Text as="span" color={count === 0 ? "fg.quiet" : "status.failed"} fontWeight={count === 0 ? "normal" : "semibold"}>
			{text.troubles(count)}
		</Text>
	);
}
