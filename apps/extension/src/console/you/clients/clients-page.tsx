import type { McpClient } from "@webhand/contracts/mcp-server/clients";
import { mcpClientsRoute, revokeMcpClientRoute } from "@webhand/contracts/mcp-server/clients";
import { useState } from "react";
import { useRows } from "../../../kit/load/queries.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import { credentialColumns, revokeQuestionOf } from "../../kit/list/credential-columns.tsx";
import { TablePage } from "../../kit/table-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { ConnectForm } from "./connect-form.tsx";
import type { Connection } from "./snippets.ts";
import { TokenOnce } from "./token-once.tsx";
import { clientsText as text } from "./words.ts";

type Connected = Connection & { readonly client: McpClient };

/** The person's connected MCP clients: connect one, see their last use, revoke. */
export function ClientsPage({ api }: PageProps) {
	const list = useRows(api, { route: mcpClientsRoute, list: "clients" });
	const [connected, setConnected] = useState<Connected | null>(null);
	const changing = useChange();
	const revoke = ({ id, name }: McpClient) =>
		changing.ask(
			revokeQuestionOf(text, name, async () => {
				await api.call(revokeMcpClientRoute, { params: { id } });
				if (connected?.client.id === id) setConnected(null);
				list.loaded.retry();
			}),
		);
	const onConnected = (made: Connected) => {
		setConnected(made);
		list.loaded.retry();
	};
	const may = ({ scopes }: McpClient) => scopes.map((scope) => text.short[scope]).join(", ");
	const columns = credentialColumns<McpClient>({ text, may, revoke });
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
