import { Box, Button } from "@chakra-ui/react";
import type { McpClient } from "@webhand/contracts/mcp-server/clients";
import { formatDay, formatTime } from "../../kit/words/format.ts";
import type { Column } from "../kit/list/data-table.tsx";
import { DataTable } from "../kit/list/data-table.tsx";
import { StateWord } from "../kit/list/state-word.tsx";
import { clientsText as text } from "./words.ts";

type Props = { readonly clients: readonly McpClient[]; readonly onRevoke: (client: McpClient) => void };

const tones = { active: "good", expired: "waiting", revoked: "off" } as const;

/** The person's clients with their last use, and a way to revoke each. */
export function ClientTable({ clients, onRevoke }: Props) {
	const columns: readonly Column<McpClient>[] = [
		{
			key: "name",
			title: text.columns.name,
			isNumber: false,
			value: ({ name }) => name,
			shown: ({ name }) => (
				<Box fontWeight="medium" overflowWrap="anywhere">
					{name}
				</Box>
			),
		},
		{ key: "may", title: text.columns.may, isNumber: false, shown: ({ scopes }) => scopes.map((scope) => text.short[scope]).join(", ") },
		{
			key: "status",
			title: text.columns.status,
			isNumber: false,
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={tones[status]}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "used",
			title: text.columns.used,
			isNumber: false,
			value: ({ lastUsedAt }) => lastUsedAt ?? "",
			shown: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : formatTime(lastUsedAt)),
		},
		{
			key: "until",
			title: text.columns.until,
			isNumber: false,
			value: ({ expiresAt }) => expiresAt,
			shown: ({ expiresAt }) => <Box whiteSpace="nowrap">{formatDay(expiresAt)}</Box>,
		},
		{
			key: "actions",
			title: text.columns.actions,
			isNumber: false,
			shown: (client) =>
				client.status === "active" ? (
					<Button size="xs" variant="outline" colorPalette="red" aria-label={text.revokeOf(client.name)} onClick={() => onRevoke(client)}>
						{text.revoke}
					</Button>
				) : null,
		},
	];
	return <DataTable caption={text.caption} columns={columns} rows={clients} keyOf={({ id }) => id} />;
}
