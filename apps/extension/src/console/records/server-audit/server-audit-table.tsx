import { Box, Button, HStack, Text } from "@chakra-ui/react";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { formatTime } from "../../../kit/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { hostDeedOf } from "./deed.ts";
import type { Names } from "./names.ts";
import { badgeOf } from "./outcome-words.ts";
import { serverAuditText as text } from "./words.ts";

type Props = {
	readonly rows: readonly AgentAudit[];
	readonly more: More | undefined;
	readonly names: Names;
	readonly onOpen: (row: AgentAudit) => void;
};

/** The name of the chain that a row stands in: its workspace, or the one outside of workspaces. */
export function chainOf({ workspace_id: id }: Pick<AgentAudit, "workspace_id">, { workspaces }: Pick<Names, "workspaces">): string {
	return id === null ? text.tenantChain : (workspaces.get(id as WorkspaceId) ?? id);
}

/** Each row as a sentence with its outcome; ids, chain and hash stand in its details. */
export function ServerAuditTable({ rows, more, names, onOpen }: Props) {
	const columns: readonly Column<AgentAudit>[] = [
		{
			key: "at",
			value: ({ timestamp }) => timestamp,
			shown: ({ timestamp }) => <Box whiteSpace={{ md: "nowrap" }}>{formatTime(timestamp)}</Box>,
		},
		{ key: "what", shown: (row) => <Sentence row={row} names={names} onOpen={onOpen} /> },
		{
			key: "outcome",
			value: ({ outcome }) => outcome,
			shown: ({ outcome }) => {
				const { tone, word } = badgeOf(outcome);
				return <StateWord tone={tone}>{word}</StateWord>;
			},
		},
	];
	return <DataTable text={text} columns={columns} rows={rows} keyOf={({ id }) => id} more={more} />;
}

function Sentence({ row, names, onOpen }: { readonly row: AgentAudit } & Pick<Props, "names" | "onOpen">) {
	const { words, why } = hostDeedOf(row);
	return (
		<Box minW="14rem" overflowWrap="anywhere">
			<Text dir="auto">
				<Text as="span" fontWeight="semibold">
					{names.nameOf(row.user_id)}
				</Text>{" "}
				{words}
			</Text>
			{why === "" ? null : <Quiet>{why}</Quiet>}
			<HStack gap="3" fontSize="xs" mt="0.5" color="fg.quiet" wrap="wrap">
				<Text>{chainOf(row, names)}</Text>
				<Button
					variant="plain"
					size="xs"
					h="auto"
					px="0"
					minH="6"
					color="fg.quiet"
					fontWeight="normal"
					_hover={{ textDecoration: "underline" }}
					aria-label={text.detailsOf(row.seq, chainOf(row, names))}
					onClick={() => onOpen(row)}
				>
					{text.details}
				</Button>
			</HStack>
		</Box>
	);
}
