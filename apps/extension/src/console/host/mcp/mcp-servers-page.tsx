import { Stack } from "@chakra-ui/react";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { changeMcpServerRoute, mcpServersRoute, refreshMcpServerRoute, removeMcpServerRoute } from "@webhand/contracts/tools/mcp";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { useChange } from "../../kit/form/use-change.tsx";
import { ResourcePage } from "../../kit/resource-page.tsx";
import type { PageProps } from "../../page-props.ts";
import { nameOfTenant, useOrganizations } from "../use-tenants.ts";
import { AddServer } from "./add-server.tsx";
import { ServerCard } from "./server-card.tsx";
import { mcpText as text } from "./words.ts";

/** MCP servers for operators: what each offers, what people may use of it. */
export function McpServersPage({ api }: PageProps) {
	const list = useRows(api, { route: mcpServersRoute, list: "servers", input: { query: {} } });
	const organizations = useOrganizations(api);
	const changing = useChange();
	const { action } = changing;
	const put = (server: McpServer) =>
		list.edit((rows) =>
			rows.some(({ id }) => id === server.id) ? rows.map((row) => (row.id === server.id ? server : row)) : [server, ...rows],
		);
	const actionsOf = ({ id, name, enabled, source }: McpServer): readonly RowAction[] => {
		const change = async (isOn: boolean) => put((await api.call(changeMcpServerRoute, { params: { id }, body: { enabled: isOn } })).server);
		const refresh = action(text.refresh, {
			title: text.refresh,
			lead: text.tools(name),
			confirm: text.refresh,
			act: async () => {
				const { server: fresh } = await api.call(refreshMcpServerRoute, { params: { id } });
				put(fresh);
				// A failure stands in the card of the server, with its reason.
				return fresh.state === "down" ? "" : text.refreshed(name);
			},
		});
		const disable = action(text.disable, {
			title: text.disableTitle(name),
			lead: text.disableEffect,
			confirm: text.disableConfirm,
			isHarmful: true,
			act: () => change(false).then(() => text.disabled(name)),
		});
		const enable = action(text.enable, {
			title: text.enable,
			lead: name,
			confirm: text.enable,
			act: () => change(true).then(() => text.enabled(name)),
		});
		const remove = action(text.remove, {
			title: text.removeTitle(name),
			lead: text.removeEffect,
			confirm: text.removeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(removeMcpServerRoute, { params: { id } });
				list.edit((rows) => rows.filter((row) => row.id !== id));
				return text.removed(name);
			},
		});
		return [...(enabled ? [refresh] : []), ...(source === "file" ? [] : [enabled ? disable : enable, remove])];
	};
	return (
		<ResourcePage text={text} list={list} changing={changing} form={<AddServer api={api} organizations={organizations} onAdded={put} />}>
			{(servers) => (
				<Stack gap="4">
					{servers.map((server) => (
						<ServerCard
							key={server.id}
							api={api}
							server={server}
							actions={actionsOf(server)}
							tenant={server.tenantId === null ? null : nameOfTenant(server.tenantId, organizations)}
							onChanged={put}
						/>
					))}
				</Stack>
			)}
		</ResourcePage>
	);
}
