import { Flex, Heading, HStack } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** The head of a part of a view: its name, and what can be done with it. */
export function SmallHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
	return (
		<Flex align="center" gap="2" minH="8" px="gutter" justify="space-between">
			<Heading as="h3" textStyle="name" color="fg.quiet" truncate>
				{title}
			</Heading>
			<HStack gap="1" flexShrink="0">
				{children}
			</HStack>
		</Flex>
	);
}
