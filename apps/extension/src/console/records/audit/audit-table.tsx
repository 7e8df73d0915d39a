import { Box, Button, HStack, Link, Text } from "@chakra-ui/react";
import type { AuditRow } from "@webhand/contracts/audit";
import type { WorkspaceId } from "@webhand/contracts/ids";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { pathOf } from "../../place/place.ts";
import { clientOf, taskOf } from "./audit-words.ts";
import { deedOf } from "./deed.ts";
import { hostAuditText as hostText } from "./host-words.ts";
import type { WorkspaceNames } from "./verify-card.tsx";
import { auditText as text } from "./words.ts";

type Props = {
	readonly rows: readonly AuditRow[];
	readonly more: More | undefined;
	readonly names: WorkspaceNames;
	/** Shows only what one person did. */
	readonly onPerson: (email: string) => void;
	/** Shows all of a row, its ids too. */
	readonly onOpen: (row: AuditRow) => void;
};

/** The chain that a row stands in: its workspace, or the one outside of workspaces. */
export function placeOf({ workspace_id: id }: NonNullable<AuditRow["host"]>, names: WorkspaceNames): string {
	return id === null ? hostText.tenantChain : (names.get(id as WorkspaceId) ?? id);
}

/** Each row as a sentence. A task leads to its trace, a person to the rows of that person. */
export function AuditTable({ rows, more, names, onPerson, onOpen }: Props) {
	const columns: readonly Column<AuditRow>[] = [
		{
			key: "at",
			value: ({ at }) => at,
			shown: ({ at }) => <Box whiteSpace={{ md: "nowrap" }}>{formatTime(at)}</Box>,
		},
		{ key: "what", shown: (row) => <Sentence row={row} onPerson={onPerson} onOpen={onOpen} /> },
		{
			key: "from",
			value: ({ ip, host }) => (host === null ? (ip ?? "") : placeOf(host, names)),
			shown: ({ ip, userAgent, host }) => (
				<Two
					first={host === null ? (ip ?? text.nothing) : text.parts.host}
					second={host !== null ? placeOf(host, names) : userAgent === null ? "" : clientOf(userAgent)}
				/>
			),
		},
	];
	return <DataTable text={text} columns={columns} rows={rows} keyOf={({ id }) => id} more={more} />;
}

function Sentence({ row, onPerson, onOpen }: { readonly row: AuditRow } & Pick<Props, "onPerson" | "onOpen">) {
	const { words, why } = deedOf(row);
	const taskId = taskOf(row);
	const name = row.actor === null ? text.unknownPerson : nameOf(row.actor);
	return (
		<Box minW={{ base: "0", md: "14rem" }} overflowWrap="anywhere">
			<Text color={/^(failed|error|denied|unknown)\b/.test(row.outcome) ? "status.failed" : "fg"} dir="auto">
				<Actor actor={row.actor} onPerson={onPerson} /> {words}
			</Text>
			{why === "" ? null : <Quiet>{why}</Quiet>}
			<HStack gap="3" fontSize="xs" mt="0.5" wrap="wrap">
				{taskId === null ? null : (
					<Link color="brand.fg" href={`#${pathOf({ page: "traces", parts: [taskId] })}`}>
						{text.task}
					</Link>
				)}
				<Button
					variant="plain"
					size="xs"
					h="auto"
					minH="6"
					px="0"
					color="fg.quiet"
					fontWeight="normal"
					_hover={{ textDecoration: "underline" }}
					aria-label={text.detailsOf(`${name} ${words}`)}
					onClick={() => onOpen(row)}
				>
					{text.details}
				</Button>
			</HStack>
		</Box>
	);
}

/** Who is no person here any more has an id alone. */
const nameOf = ({ name, userId }: NonNullable<AuditRow["actor"]>) => name || userId;

function Actor({ actor, onPerson }: Pick<AuditRow, "actor"> & Pick<Props, "onPerson">) {
	if (actor === null) return <Text as="span">{text.unknownPerson}</Text>;
	return (
		<Button
			variant="plain"
			size="xs"
			display="inline"
			h="auto"
			minH="0"
			minW="0"
			px="0"
			verticalAlign="baseline"
			whiteSpace="normal"
			fontSize="inherit"
			fontWeight="semibold"
			color="inherit"
			title={actor.email}
			aria-label={`${nameOf(actor)}. ${text.onlyPerson(nameOf(actor))}`}
			_hover={{ textDecoration: "underline" }}
			onClick={() => onPerson(actor.email || actor.userId)}
		>
			{nameOf(actor)}
		</Button>
	);
}

function Two({ first, second }: { readonly first: string; readonly second: string }) {
	return (
		<Box minW="6rem">
			<Text overflowWrap="anywhere">{first}</Text>
			<Quiet>{second}</Quiet>
		</Box>
	);
}
