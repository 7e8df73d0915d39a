import { Box, Button, chakra, Flex, HStack, NativeSelect, Stack, Text } from "@chakra-ui/react";
import type { FoundTool } from "@webhand/contracts/tools/mcp";
import type { ToolTier } from "@webhand/contracts/tools/tiers";
import { useState } from "react";
import { StateWord } from "../../kit/list/state-word.tsx";
import { mcpText } from "./words.ts";

/** Tools with the tier that was chosen for each. */
export type Chosen = readonly { readonly tool: FoundTool; readonly tier: ToolTier }[];

type Props = {
	readonly server: string;
	readonly tools: readonly FoundTool[];
	readonly isBusy: boolean;
	readonly onAccept: (chosen: Chosen) => void;
};

const text = mcpText;
const tones = { new: "waiting", accepted: "good", changed: "bad", gone: "off" } as const;
const tiers = ["read", "write", "exec"] as const;
const Pre = chakra("pre");
const Details = chakra("details");

/** The tools of a server: what each says of itself, what it may do, and what changed since it was accepted. */
export function ToolList({ server, tools, isBusy, onAccept }: Props) {
	const [picked, setPicked] = useState<Readonly<Record<string, ToolTier>>>({});
	const tierOf = (tool: FoundTool) => picked[tool.name] ?? tool.tier;
	const fresh = tools.filter(({ state }) => state === "new");
	if (tools.length === 0) return <Text color="fg.quiet">{text.noTools}</Text>;
	return (
		<Stack gap="0">
			{fresh.length < 2 ? null : (
				<Box pb="3">
					<Button
						size="xs"
						variant="outline"
						disabled={isBusy}
						onClick={() => onAccept(fresh.map((tool) => ({ tool, tier: tierOf(tool) })))}
					>
						{text.acceptAll(fresh.length)}
					</Button>
				</Box>
			)}
			<Stack as="ul" gap="0" listStyleType="none" aria-label={text.tools(server)}>
				{tools.map((tool) => (
					<ToolRow
						key={tool.name}
						tool={tool}
						tier={tierOf(tool)}
						isBusy={isBusy}
						onTier={(tier) => setPicked({ ...picked, [tool.name]: tier })}
						onAccept={() => onAccept([{ tool, tier: tierOf(tool) }])}
					/>
				))}
			</Stack>
		</Stack>
	);
}

type RowProps = {
	readonly tool: FoundTool;
	readonly tier: ToolTier;
	readonly isBusy: boolean;
	readonly onTier: (tier: ToolTier) => void;
	readonly onAccept: () => void;
};

function ToolRow({ tool, tier, isBusy, onTier, onAccept }: RowProps) {
	const { name, state, description, parameters, changes, acceptedDescription } = tool;
	const isAccepted = state === "accepted";
	return (
		<Flex as="li" gap="3" py="3" borderTopWidth="1px" borderColor="line.soft" wrap="wrap" justify="space-between">
			<Stack gap="1" flex="1 1 18rem" minW="0">
				<HStack gap="3" wrap="wrap">
					<Text fontFamily="mono" fontWeight="medium" overflowWrap="anywhere">
						{name}
					</Text>
					<StateWord tone={tones[state]}>{text.toolStates[state]}</StateWord>
				</HStack>
				<Text fontSize="sm" overflowWrap="anywhere" whiteSpace="pre-wrap" lineClamp="6">
					{description}
				</Text>
				{state === "changed" ? (
					<Stack gap="1" bg="bg.note" color="fg.note" borderRadius="md" px="3" py="2" fontSize="sm">
						<Text>{text.changed(changes.map((part) => text.changes[part]).join(", "))}</Text>
						{changes.includes("description") && acceptedDescription !== null ? (
							<Text overflowWrap="anywhere" lineClamp="6">
								{text.before} {acceptedDescription}
							</Text>
						) : null}
					</Stack>
				) : null}
				<Details fontSize="xs" color="fg.quiet">
					<summary>{text.parameters}</summary>
					<Pre mt="1" maxH="16rem" overflow="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" tabIndex={0}>
						{JSON.stringify(parameters, null, 2)}
					</Pre>
				</Details>
			</Stack>
			{state === "gone" ? null : (
				<HStack gap="2" align="flex-start" wrap="wrap">
					<NativeSelect.Root size="xs" width="13rem">
						<NativeSelect.Field
							aria-label={text.tierOf(name)}
							borderColor="line.strong"
							value={tier}
							onChange={(event) => {
								const chosen = tiers.find((each) => each === event.target.value);
								if (chosen !== undefined) onTier(chosen);
							}}
						>
							{tiers.map((each) => (
								<option key={each} value={each}>
									{text.tiers[each]}
								</option>
							))}
						</NativeSelect.Field>
						<NativeSelect.Indicator />
					</NativeSelect.Root>
					<Button
						size="xs"
						variant="outline"
						disabled={isBusy || (isAccepted && tier === tool.tier)}
						aria-label={isAccepted ? text.changeOf(name) : text.acceptOf(name)}
						onClick={onAccept}
					>
						{isAccepted ? text.change : text.accept}
					</Button>
				</HStack>
			)}
		</Flex>
	);
}
