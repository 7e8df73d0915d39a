import { Box, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";

export type Fact = { readonly name: string; readonly value: ReactNode };

/** Names with their values, side by side where there is room. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
	return (
		<Flex as="dl" wrap="wrap" columnGap="8" rowGap="3">
			{facts.map(({ name, value }) => (
				<Box key={name} minW="0">
					<Box as="dt" color="fg.quiet" fontSize="xs">
						{name}
					</Box>
					<Box as="dd" fontWeight="medium" overflowWrap="anywhere">
						{value}
					</Box>
				</Box>
			))}
		</Flex>
	);
}
