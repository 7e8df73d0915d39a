import { Stack } from "@chakra-ui/react";
import type { McpClient } from "@webhand/contracts/mcp-server/clients";
import { mcpClientsRoute, revokeMcpClientRoute } from "@webhand/contracts/mcp-server/clients";
import { useCallback, useState } from "react";
import { useLoaded } from "../../kit/load/use-loaded.ts";
import { Told } from "../kit/form/told.tsx";
import { useChange } from "../kit/form/use-change.tsx";
import { EmptyState } from "../kit/load/empty-state.tsx";
import { LoadView } from "../kit/load/load-view.tsx";
import { PageTitle } from "../kit/page-title.tsx";
import type { PageProps } from "../page-props.ts";
import { ClientTable } from "./client-table.tsx";
import { ConnectForm } from "./connect-form.tsx";
import type { Connection } from "./snippets.ts";
import { TokenOnce } from "./token-once.tsx";
import { clientsText as text } from "./words.ts";

/** The person's connected MCP clients: connect one, see their last use, revoke. */
export function ClientsPage({ api }: PageProps) {
	const loaded = useLoaded(useCallback(async (signal: AbortSignal) => (await api.call(mcpClientsRoute, { signal })).clients, [api]));
	const [connected, setConnected] = useState<(Connection & { readonly client: McpClient }) | null>(null);
	const { ask, told, dialog } = useChange();
	const revoke = ({ id, name }: McpClient) =>
		ask({
			title: text.revokeTitle(name),
			lead: text.revokeEffect,
			confirm: text.revokeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(revokeMcpClientRoute, { params: { id } });
				if (connected?.client.id === id) setConnected(null);
				loaded.retry();
				return text.revoked(name);
			},
		});
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<ConnectForm
				api={api}
				onConnected={(made) => {
					setConnected(made);
					loaded.retry();
				}}
			/>
			{connected === null ? null : (
				<TokenOnce
					key={connected.token}
					name={connected.client.name}
					url={connected.url}
					token={connected.token}
					onHide={() => setConnected(null)}
				/>
			)}
			<Told>{told}</Told>
			<LoadView loaded={loaded}>
				{(clients) =>
					clients.length === 0 ? (
						<EmptyState title={text.empty} hint={text.emptyHint} />
					) : (
						<ClientTable clients={clients} onRevoke={revoke} />
					)
				}
			</LoadView>
			{dialog}
		</Stack>
	);
}
