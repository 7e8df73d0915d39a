import { Box, Button, Link, Text } from "@chakra-ui/react";
import type { AuditRow } from "@webhand/contracts/auth/audit";
import { auditText as text } from "../../../text/en/audit.ts";
import { formatTime } from "../../../view/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { pathOf } from "../../place.ts";
import { clientOf, factsOf, outcomeOf, targetOf, taskOf } from "./audit-words.ts";

type Props = {
	readonly rows: readonly AuditRow[];
	readonly more: More | undefined;
	/** Shows only what one person did. */
	readonly onPerson: (email: string) => void;
};

/** Who did what, on whom, with what outcome, from where. A task leads to its trace, a person to the rows of that person. */
export function AuditTable({ rows, more, onPerson }: Props) {
	const columns: readonly Column<AuditRow>[] = [
		{
			...{ key: "at", title: text.columns.at, isNumber: false, value: ({ at }) => at },
			shown: ({ at }) => <Box whiteSpace="nowrap">{formatTime(at)}</Box>,
		},
		{
			...{ key: "actor", title: text.columns.actor, isNumber: false, value: ({ actor }) => actor?.email ?? "" },
			shown: ({ actor }) => <Actor actor={actor} onPerson={onPerson} />,
		},
		{
			...{ key: "action", title: text.columns.action, isNumber: false, value: ({ action }) => text.actions[action] },
			shown: ({ action }) => <Box minW="7rem">{text.actions[action]}</Box>,
		},
		{
			...{ key: "target", title: text.columns.target, isNumber: false, value: (row) => targetOf(row) ?? "" },
			shown: (row) => <Target row={row} />,
		},
		{
			...{ key: "outcome", title: text.columns.outcome, isNumber: false, value: ({ outcome }) => outcome },
			shown: (row) => (
				<Text
					minW="6rem"
					color={row.outcome === "failed" ? "status.failed" : "fg"}
					fontWeight={row.outcome === "failed" ? "medium" : "normal"}
				>
					{outcomeOf(row)}
				</Text>
			),
		},
		{
			...{ key: "from", title: text.columns.from, isNumber: false, value: ({ ip }) => ip ?? "" },
			shown: ({ ip, userAgent }) => <Two first={ip ?? text.nothing} second={userAgent === null ? "" : clientOf(userAgent)} />,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={rows} keyOf={({ id }) => id} more={more} />;
}

function Actor({ actor, onPerson }: Pick<AuditRow, "actor"> & Pick<Props, "onPerson">) {
	if (actor === null) return <Text color="fg.quiet">{text.unknownPerson}</Text>;
	return (
		<Box minW="9rem">
			<Button
				variant="plain"
				size="xs"
				h="auto"
				px="0"
				minH="6"
				textAlign="start"
				whiteSpace="normal"
				fontSize="sm"
				aria-label={`${actor.name}. ${text.onlyPerson(actor.name)}`}
				_hover={{ textDecoration: "underline" }}
				onClick={() => onPerson(actor.email)}
			>
				{actor.name}
			</Button>
			<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
				{actor.email}
			</Text>
		</Box>
	);
}

function Target({ row }: { readonly row: AuditRow }) {
	const taskId = taskOf(row);
	const shown = targetOf(row);
	const facts = factsOf(Object.fromEntries(Object.entries(row.facts).filter(([, value]) => value !== shown)));
	return (
		<Box minW="9rem">
			{taskId === null ? (
				<Text overflowWrap="anywhere">{shown ?? text.nothing}</Text>
			) : (
				<Link color="brand.fg" textDecoration="underline" href={`#${pathOf({ page: "traces", parts: [taskId] })}`}>
					{row.targetName ?? `${text.task} ${taskId.slice(0, 8)}`}
				</Link>
			)}
			{facts === "" ? null : (
				<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
					{facts}
				</Text>
			)}
		</Box>
	);
}

function Two({ first, second }: { readonly first: string; readonly second: string }) {
	return (
		<Box minW="7rem">
			<Text overflowWrap="anywhere">{first}</Text>
			<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
				{second}
			</Text>
		</Box>
	);
}
