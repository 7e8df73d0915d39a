import { Box, Button, Text } from "@chakra-ui/react";
import type { UserId } from "@webhand/contracts/ids";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { serverAuditText as text } from "../../../text/en/server-audit.ts";
import { formatTime } from "../../../view/words/format.ts";
import type { Column, More } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import type { Names } from "./names.ts";
import { badgeOf } from "./outcome-words.ts";

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

/** Who did what, on what, with what outcome. The number below its time opens the details of a row. */
export function ServerAuditTable({ rows, more, names, onOpen }: Props) {
	const nameOf = ({ user_id: id }: AgentAudit) => names.people.get(id as UserId) ?? id;
	const columns: readonly Column<AgentAudit>[] = [
		{
			...{ key: "at", title: text.columns.at, isNumber: false, value: ({ timestamp }) => timestamp },
			shown: (row) => (
				<Box>
					<Text>{formatTime(row.timestamp)}</Text>
					<Button
						variant="plain"
						size="xs"
						h="auto"
						px="0"
						minH="6"
						color="brand.fg"
						textDecoration="underline"
						aria-label={text.details(row.seq, chainOf(row, names))}
						onClick={() => onOpen(row)}
					>
						{text.dialog(row.seq)}
					</Button>
				</Box>
			),
		},
		{
			...{ key: "who", title: text.columns.who, isNumber: false, value: nameOf },
			shown: (row) => (
				<Text minW="5rem" overflowWrap="anywhere">
					{nameOf(row)}
				</Text>
			),
		},
		{
			...{ key: "action", title: text.columns.action, isNumber: false, value: ({ action }) => action },
			shown: ({ action }) => (
				<Text fontFamily="mono" fontSize="xs">
					{action}
				</Text>
			),
		},
		{
			...{ key: "target", title: text.columns.target, isNumber: false, value: ({ target }) => target },
			shown: (row) => (
				<Box minW="9rem">
					<Text overflowWrap="anywhere" dir="auto">
						{row.target === "" ? text.nothing : row.target}
					</Text>
					<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
						{chainOf(row, names)}
					</Text>
				</Box>
			),
		},
		{
			...{ key: "outcome", title: text.columns.outcome, isNumber: false, value: ({ outcome }) => outcome },
			shown: ({ outcome }) => {
				const { tone, words } = badgeOf(outcome);
				return (
					<Box minW="7rem">
						<StateWord tone={tone}>{words}</StateWord>
					</Box>
				);
			},
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={rows} keyOf={({ id }) => id} more={more} />;
}
