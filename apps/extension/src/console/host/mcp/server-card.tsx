import { Badge, Flex, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { McpServer } from "@webhand/contracts/tools/mcp";
import { acceptMcpToolsRoute } from "@webhand/contracts/tools/mcp";
import type { RowAction } from "../../../kit/controls/row-menu.tsx";
import { RowMenu } from "../../../kit/controls/row-menu.tsx";
import { useSubmit } from "../../../kit/load/queries.ts";
import { Problem } from "../../../kit/states.tsx";
import type { PageApi } from "../../../signed-in-api.ts";
import { Card } from "../../kit/card.tsx";
import { Told } from "../../kit/form/told.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { sentenceOf } from "../../kit/load/problem-view.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { DownNotice } from "./down-notice.tsx";
import { worded } from "./server-form.ts";
import type { Chosen } from "./tool-list.tsx";
import { ToolList } from "./tool-list.tsx";
import { mcpText } from "./words.ts";

type Props = {
	readonly api: PageApi;
	readonly server: McpServer;
	/** Name of the organization that it is for; null for all. */
	readonly tenant: string | null;
	readonly actions: readonly RowAction[];
	readonly onChanged: (server: McpServer) => void;
};

const text = mcpText;
const tones = { connected: "good", idle: "good", down: "bad", disabled: "off" } as const;

/** A server with its state and its tools. */
export function ServerCard({ api, server, tenant, actions, onChanged }: Props) {
	const acceptance = useSubmit(async (chosen: Chosen) => {
		const tools = chosen.map(({ tool: { name, hash }, tier }) => ({ name, hash, tier }));
		onChanged((await api.call(acceptMcpToolsRoute, { params: { id: server.id }, body: { tools } })).server);
		return text.accepted(tools.map(({ name }) => name));
	});
	const { isBusy, done } = acceptance;
	const problem = acceptance.problem === null ? null : worded(acceptance.problem);
	return (
		<Card label={server.name}>
			<Stack gap="3">
				<Flex justify="space-between" align="flex-start" gap="3">
					<Stack gap="1" minW="0">
						<HStack gap="3" wrap="wrap">
							<Heading as="h2" size="md" overflowWrap="anywhere">
								{server.name}
							</Heading>
							<StateWord tone={tones[server.state]}>{text.states[server.state]}</StateWord>
							{server.source === "file" ? <Badge size="xs">{text.fromFile}</Badge> : null}
						</HStack>
						<Quiet>{server.address}</Quiet>
						<Text color="fg.quiet" fontSize="xs" overflowWrap="anywhere">
							{tenant === null ? text.everyone : text.ofTenant(tenant)}
							{server.secretNames.length === 0 ? "" : `. ${text.secrets(server.secretNames)}`}
						</Text>
						{server.reason === null || server.state === "down" ? null : (
							<Text color="fg.quiet" overflowWrap="anywhere">
								{server.reason}
							</Text>
						)}
					</Stack>
					<RowMenu label={text.actionsFor(server.name)} actions={actions} />
				</Flex>
				{server.state === "down" ? <DownNotice words={`${server.reason ?? text.states.down}.`} output={server.output} /> : null}
				{problem === null ? null : <Problem message={sentenceOf(problem)} requestId={problem.requestId} />}
				<Told>{done ?? ""}</Told>
				<ToolList server={server.name} tools={server.tools} isBusy={isBusy} onAccept={acceptance.submit} />
			</Stack>
		</Card>
	);
}
