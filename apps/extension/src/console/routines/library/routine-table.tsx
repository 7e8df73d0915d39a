import { Badge, Box, HStack, Link, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import type { NameOf } from "../../org/use-names.ts";
import { routinePath } from "../kit/paths.ts";
import { whoMayRun } from "../kit/who.ts";
import { routinesText as text } from "../words.ts";

type Props = {
	readonly routines: readonly Routine[];
	readonly who: { readonly nameOf: NameOf; readonly me: string };
	readonly actionsOf: (routine: Routine) => readonly RowAction[];
	readonly more: More | undefined;
};

/** Routines as rows: what each does, where, who may run it, and when it ran. */
export function RoutineTable({ routines, who, actionsOf, more }: Props) {
	const columns: readonly Column<Routine>[] = [
		{ key: "routine", value: ({ name }) => name, shown: (routine) => <RoutineCell routine={routine} /> },
		{
			key: "sites",
			value: ({ sites }) => sites.join(", ") || text.noSites,
			shown: ({ sites }) => <Anywhere minW="7.25rem">{sites.join(", ") || text.noSites}</Anywhere>,
		},
		{ key: "who", value: (routine) => whoMayRun(routine, who), shown: (routine) => <Anywhere>{whoMayRun(routine, who)}</Anywhere> },
		{
			key: "lastRun",
			value: ({ lastRunAt = "" }) => lastRunAt,
			shown: ({ lastRunAt }) => <Box minW="5rem">{lastRunAt === undefined ? text.never : formatTime(lastRunAt)}</Box>,
		},
	];
	return (
		<DataTable
			text={text}
			columns={columns}
			rows={routines}
			keyOf={({ id }) => id}
			more={more}
			actions={{ nameOf: ({ name }) => name, of: actionsOf }}
		/>
	);
}

function RoutineCell({ routine: { id, name, description, stepCount, inputs, hasChecks, proposed } }: { readonly routine: Routine }) {
	return (
		<Box minW={{ base: "0", md: "9rem", lg: "14rem" }}>
			<HStack gap="2" wrap="wrap">
				<Link href={`#${routinePath(id)}`} color="brand.fg" fontWeight="medium" overflowWrap="anywhere" dir="auto">
					{name}
				</Link>
				{proposed === undefined ? null : (
					<Badge size="xs" colorPalette="yellow" variant="surface">
						{text.proposedMark}
					</Badge>
				)}
			</HStack>
			{description === "" ? null : (
				<Text textStyle="small" overflowWrap="anywhere" lineClamp="2" dir="auto">
					{description}
				</Text>
			)}
			<Quiet>
				{[routineText.steps(stepCount), routineText.inputs(inputs.length), hasChecks ? routineText.checks.yes : routineText.checks.no].join(
					" · ",
				)}
			</Quiet>
		</Box>
	);
}

/** A text that breaks where it must, with room for a host in one line. */
function Anywhere({ children, minW = "5rem" }: { readonly children: string; readonly minW?: string }) {
	return (
		<Text overflowWrap="anywhere" minW={{ md: minW, lg: "8rem" }}>
			{children}
		</Text>
	);
}
