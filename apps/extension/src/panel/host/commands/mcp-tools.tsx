import { Badge, Box, Flex, HStack, Text } from "@chakra-ui/react";
import { mcpToolsRoute } from "@webhand/contracts/tools/mcp";
import { useReply } from "../../../kit/load/queries.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { SmallHead } from "../kit/small-head.tsx";
import { ToolLoad } from "../kit/tool-load.tsx";
import type { Workbench } from "../kit/workbench.ts";
import { commandsText } from "./words.ts";

/** Webhand's own tools have views of their own. */
const ownServer = "webhand";

/** The tools of MCP servers that tasks may use in a workspace; nothing where there is no server. */
export function McpTools({ bench }: { readonly bench: Pick<Workbench, "api" | "workspaceId"> }) {
	const text = commandsText;
	const { api, workspaceId } = bench;
	const listed = useReply(api, mcpToolsRoute, { query: { workspaceId } });
	return (
		<Box as="section" aria-label={text.tools} pt="2">
			<SmallHead title={text.tools} />
			<ToolLoad loaded={listed} lines={2}>
				{({ tools, servers }) => {
					const others = tools.filter(({ server }) => server !== ownServer);
					const silent = servers.filter(({ name, state }) => name !== ownServer && state !== "connected" && state !== "idle");
					return (
						<Box px="gutter">
							<Text textStyle="small" color="fg.quiet">
								{others.length === 0 && silent.length === 0 ? text.noTools : text.toolsHint}
							</Text>
							{silent.map(({ name, state, reason }) => (
								<Text key={name} textStyle="small" color="fg.note" bg="bg.note" rounded="md" px="2" py="1" mt="1" overflowWrap="anywhere">
									{[`${name}: ${text.serverState[state]}`, ...(reason === null ? [] : [reason])].join(", ")}
								</Text>
							))}
							<Box role="list" aria-label={text.tools}>
								{others.map(({ name, description, tier, approval, available }) => (
									<Box key={name} role="listitem" py="1.5" borderBottomWidth="1px" borderColor="line.soft">
										<HStack gap="1.5" align="start">
											<Text flex="1" minW="0" fontFamily="mono" textStyle="small" overflowWrap="anywhere">
												<HiddenMarks>{name}</HiddenMarks>
											</Text>
											<Badge size="xs" variant="surface" colorPalette={tier === "read" ? "gray" : "orange"} flexShrink="0">
												{available ? text.tier[tier] : text.missing}
											</Badge>
										</HStack>
										<Flex direction="column" textStyle="small" color="fg.quiet" overflowWrap="anywhere">
											<Text lineClamp="3" dir="auto">
												<HiddenMarks>{description}</HiddenMarks>
											</Text>
											<Text>{text.asks[approval]}</Text>
										</Flex>
									</Box>
								))}
							</Box>
						</Box>
					);
				}}
			</ToolLoad>
		</Box>
	);
}
