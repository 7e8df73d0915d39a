import { Box, Heading, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A part of the settings under its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Box as="section" aria-label={title}>
			<Heading as="h2" textStyle="answer" mb="2">
				{title}
			</Heading>
			<Stack gap="2">{children}</Stack>
		</Box>
	);
}
