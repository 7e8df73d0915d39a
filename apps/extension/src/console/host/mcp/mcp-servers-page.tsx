import { Stack } from "@chakra-ui/react";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { changeMcpServerRoute, mcpServersRoute, refreshMcpServerRoute, removeMcpServerRoute } from "@webhand/contracts/tools/mcp";
import { useCallback } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useLoaded } from "../../../kit/load/use-loaded.ts";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import type { RowAction } from "../../kit/list/row-menu.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { nameOfTenant, useOrganizations } from "../use-tenants.ts";
import { AddServer } from "./add-server.tsx";
import { ServerCard } from "./server-card.tsx";
import { mcpText } from "./words.ts";

const text = mcpText;

/** MCP servers for operators: what each offers, what people may use of it. */
export function McpServersPage({ api }: PageProps) {
	const loaded = useLoaded(
		useCallback(async (signal: AbortSignal) => (await api.call(mcpServersRoute, { query: {}, signal })).servers, [api]),
	);
	const organizations = useOrganizations(api);
	const { ask, told, dialog } = useChange();
	const servers = loaded.value ?? [];
	const put = (server: McpServer) =>
		loaded.replace(
			servers.some(({ id }) => id === server.id) ? servers.map((each) => (each.id === server.id ? server : each)) : [server, ...servers],
		);
	const change = async (server: McpServer, enabled: boolean) =>
		put((await api.call(changeMcpServerRoute, { params: { id: server.id }, body: { enabled } })).server);
	const actionsOf = (server: McpServer): readonly RowAction[] => {
		const { id, name, enabled, source } = server;
		const refresh = {
			title: text.refresh,
			lead: text.tools(name),
			confirm: text.refresh,
			act: async () => {
				const { server: fresh } = await api.call(refreshMcpServerRoute, { params: { id } });
				put(fresh);
				// A failure stands in the card of the server, with its reason.
				return fresh.state === "down" ? "" : text.refreshed(name);
			},
		};
		const disable = {
			title: text.disableTitle(name),
			lead: text.disableEffect,
			confirm: text.disableConfirm,
			isHarmful: true,
			act: async () => {
				await change(server, false);
				return text.disabled(name);
			},
		};
		const enable = {
			title: text.enable,
			lead: name,
			confirm: text.enable,
			act: async () => {
				await change(server, true);
				return text.enabled(name);
			},
		};
		const remove = {
			title: text.removeTitle(name),
			lead: text.removeEffect,
			confirm: text.removeConfirm,
			isHarmful: true,
			act: async () => {
				await api.call(removeMcpServerRoute, { params: { id } });
				loaded.replace(servers.filter((each) => each.id !== id));
				return text.removed(name);
			},
		};
		return [
			...(enabled ? [{ label: text.refresh, onChoose: () => ask(refresh) }] : []),
			...(source === "file"
				? []
				: [
						enabled ? { label: text.disable, onChoose: () => ask(disable) } : { label: text.enable, onChoose: () => ask(enable) },
						{ label: text.remove, isHarmful: true, onChoose: () => ask(remove) },
					]),
		];
	};
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<AddServer api={api} organizations={organizations} onAdded={put} />
			<Told>{told}</Told>
			<LoadView loaded={{ ...loaded, problem: reworded(loaded.problem, text.refusals) }}>
				{(all) =>
					all.length === 0 ? (
						<EmptyState title={text.empty} hint={text.emptyHint} />
					) : (
						<Stack gap="4">
							{all.map((server) => (
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
					)
				}
			</LoadView>
			{dialog}
		</Stack>
	);
}
