import { Alert, Box, Text } from "@chakra-ui/react";
import { mcpText as text } from "./words.ts";

/** Why a server cannot be used, and the last words of its program. */
export function DownNotice({ words, output }: { readonly words: string; readonly output: string }) {
	return (
		<Alert.Root status="error" role="alert" size="sm">
			<Alert.Indicator aria-hidden />
			<Alert.Content minW="0">
				<Alert.Description overflowWrap="anywhere">{words}</Alert.Description>
				{output === "" ? null : (
					<Box mt="2">
						<Text fontSize="xs">{text.output}</Text>
						<Box
							as="pre"
							role="region"
							aria-label={text.output}
							tabIndex={0}
							mt="1"
							p="2"
							maxH="12rem"
							overflow="auto"
							bg="bg.card"
							color="fg"
							borderRadius="md"
							fontFamily="mono"
							fontSize="xs"
							whiteSpace="pre-wrap"
							overflowWrap="anywhere"
						>
							{output}
						</Box>
					</Box>
				)}
			</Alert.Content>
		</Alert.Root>
	);
}
