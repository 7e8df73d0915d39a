import { Box, HStack, Text } from "@chakra-ui/react";

const colors = { good: "status.completed", open: "status.running", waiting: "status.waiting", bad: "status.failed", off: "status.stopped" };

/** A state as a word, with a dot in its colour. */
export function StateWord({ tone, children }: { readonly tone: keyof typeof colors; readonly children: string }) {
	return (
		<HStack gap="2" color={colors[tone]} fontWeight="medium" display="inline-flex">
			<Box boxSize="2" borderRadius="full" bg="currentColor" flexShrink="0" />
			<Text>{children}</Text>
		</HStack>
	);
}
