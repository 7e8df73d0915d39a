import { Badge, Box, Button, Flex, HStack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { commandsRoute } from "@webhand/contracts/tools/commands";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import { joinCommand } from "./split-command.ts";
import { commandsText } from "./words.ts";

type Allowed = ReplyOf<typeof commandsRoute>["commands"][number];
type Props = { readonly commands: readonly Allowed[]; readonly onUse: (words: readonly string[]) => void };

/** Examples of a command that are shown; others say no more. */
const shownExamples = 3;

/** What may be run in a workspace, with examples that go into the field. */
export function AllowedCommands({ commands, onUse }: Props) {
	const text = commandsText;
	return (
		<Box role="list" aria-label={text.allowed} px="gutter">
			{commands.map(({ rule, usage, examples, available, class: kind }) => (
				<Box key={rule} role="listitem" py="1.5" borderBottomWidth="1px" borderColor="line.soft" opacity={1}>
					<HStack gap="1.5" align="start">
						<Text flex="1" minW="0" fontFamily="mono" textStyle="small" overflowWrap="anywhere" color={available ? "fg" : "fg.quiet"}>
							<HiddenMarks>{usage}</HiddenMarks>
						</Text>
						<Badge size="xs" variant="surface" colorPalette={kind === "build" && available ? "orange" : "gray"} flexShrink="0">
							{available ? text.class[kind] : text.notInstalled}
						</Badge>
					</HStack>
					{available && examples.length > 0 ? (
						<Flex wrap="wrap" gap="1" mt="1">
							{examples.slice(0, shownExamples).map((words) => {
								const command = joinCommand(words);
								return (
									<Button
										key={command}
										size="2xs"
										variant="subtle"
										h="auto"
										minH="6"
										maxW="full"
										py="0.5"
										whiteSpace="normal"
										textAlign="start"
										overflowWrap="anywhere"
										fontFamily="mono"
										fontWeight="normal"
										aria-label={text.use(command)}
										onClick={() => onUse(words)}
									>
										<Text as="span" minW="0">
											<HiddenMarks>{command}</HiddenMarks>
										</Text>
									</Button>
								);
							})}
						</Flex>
					) : null}
				</Box>
			))}
		</Box>
	);
}
