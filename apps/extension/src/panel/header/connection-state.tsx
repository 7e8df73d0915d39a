import { Box, HStack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { Transport } from "../../panel-state.ts";
import { text } from "../words.ts";

const colors = {
	connected: "status.completed",
	reconnecting: "status.waiting",
	polling: "fg.quiet",
	offline: "status.failed",
} satisfies Record<Transport | "offline", string>;

/** How the server is reached: a dot, and its word where something is wrong. */
export function ConnectionState({ state }: { readonly state: Transport | "offline" }) {
	return (
		<HStack as="span" role="status" gap="1" flexShrink="0" title={text.connection.hint[state]}>
			<Box
				as="span"
				boxSize="1.5"
				rounded="full"
				borderWidth="1.5px"
				borderColor={colors[state]}
				bg={state === "connected" ? colors[state] : "transparent"}
				animation={state === "reconnecting" ? "breathe 1.4s ease-in-out infinite" : "none"}
				aria-hidden
			/>
			{state === "connected" ? (
				<VisuallyHidden>{text.connection.word[state]}</VisuallyHidden>
			) : (
				<Text as="span">{text.connection.word[state]}</Text>
			)}
		</HStack>
	);
}
