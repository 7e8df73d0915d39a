import { Box, Button } from "@chakra-ui/react";
import type { McpClient } from "@webhand/contracts/mcp-server/clients";
import { mcpClientsRoute, revokeMcpClientRoute } from "@webhand/contracts/mcp-server/clients";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { dayColumn } from "../../kit/list/data-table.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { ConnectForm } from "./connect-form.tsx";
import type { Connection } from "./snippets.ts";
import { TokenOnce } from "./token-once.tsx";
import { clientsText as text } from "./words.ts";

type Connected = Connection & { readonly client: McpClient };
const tones = { active: "good", expired: "waiting", revoked: "off" } as const;

/** The person's connected MCP clients: connect one, see their last use, revoke. */
export function ClientsPage({ api }: PageProps) {
	const list = useRows(api, { route: mcpClientsRoute, list: "clients" });
	const [connected, setConnected] = useState<Connected | null>(null);
	const changing = useChange();
	const revoke = ({ id, name }: McpClient) =>
		changing.ask({
			title: text.revokeTitle(name),
			lead: text.revokeEffect,
			confirm: text.revokeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(revokeMcpClientRoute, { params: { id } });
				if (connected?.client.id === id) setConnected(null);
				list.loaded.retry();
				return text.revoked(name);
			},
		});
	const onConnected = (made: Connected) => {
		setConnected(made);
		list.loaded.retry();
	};
	const columns: readonly Column<McpClient>[] = [
		{
			key: "name",
			value: ({ name }) => name,
			shown: ({ name }) => (
				<Box fontWeight="medium" overflowWrap="anywhere">
					{name}
				</Box>
			),
		},
		{ key: "may", shown: ({ scopes }) => scopes.map((scope) => text.short[scope]).join(", ") },
		{
			key: "status",
			value: ({ status }) => status,
			shown: ({ status }) => <StateWord tone={tones[status]}>{text.statuses[status]}</StateWord>,
		},
		{
			key: "used",
			value: ({ lastUsedAt }) => lastUsedAt ?? "",
			shown: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : formatTime(lastUsedAt)),
		},
		dayColumn("until", ({ expiresAt }) => expiresAt),
		{
			key: "actions",
			shown: (client) =>
				client.status === "active" ? (
					<Button size="xs" variant="outline" colorPalette="red" aria-label={text.revokeOf(client.name)} onClick={() => revoke(client)}>
						{text.revoke}
					</Button>
				) : null,
		},
	];
	return (
		<TablePage
			text={text}
			list={list}
			changing={changing}
			form={
				<>
					<ConnectForm api={api} onConnected={onConnected} />
					{connected === null ? null : (
						<TokenOnce key={connected.token} {...connected} name={connected.client.name} onHide={() => setConnected(null)} />
					)}
				</>
			}
			columns={columns}
			keyOf={({ id }) => id}
		/>
	);
}
