import { Box, Heading, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** Parts of the settings that belong together, in a frame. */
export function SectionGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Box as="section" aria-label={title}>
			<Heading as="h2" textStyle="name" color="fg.quiet" mb="2">
				{title}
			</Heading>
			<Stack gap="6" bg="bg.card" borderWidth="1px" borderColor="line.soft" borderRadius="lg" p={{ base: "4", md: "5" }}>
				{children}
			</Stack>
		</Box>
	);
}

/** A part of the settings under its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<Box as="section" aria-label={title}>
			<Heading as="h3" textStyle="answer" mb="2">
				{title}
			</Heading>
			<Stack gap="2">{children}</Stack>
		</Box>
	);
}
