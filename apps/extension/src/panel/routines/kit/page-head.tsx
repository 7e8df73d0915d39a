import { Box, Flex, Heading, IconButton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { BackIcon } from "../../../kit/icons.tsx";
import { routinesText } from "../words.ts";

type Props = {
	readonly title: string;
	readonly onBack?: (() => void) | undefined;
	/** Stands at the end of the line. */
	readonly children?: ReactNode;
};

/** The head of a view of routines: the way back, and its name. */
export function PageHead({ title, onBack, children }: Props) {
	return (
		<Flex align="start" gap="1" px="gutter" pt="2.5" pb="1.5" wrap="wrap">
			{onBack === undefined ? null : (
				<IconButton
					size="2xs"
					boxSize="7"
					ms="-1.5"
					variant="ghost"
					aria-label={routinesText.back}
					title={routinesText.back}
					onClick={onBack}
				>
					<BackIcon />
				</IconButton>
			)}
			<Heading as="h2" tabIndex={-1} outline="none" textStyle="answer" flex="1 1 8rem" minW="0" pt="0.5" overflowWrap="anywhere" dir="auto">
				{title}
			</Heading>
			<Box>{children}</Box>
		</Flex>
	);
}

type PartProps = {
	readonly title: string;
	readonly children: ReactNode;
	/** Its rows have the width of the view. */
	readonly isList?: boolean;
};

/** A part of a view under its small heading. */
export function Part({ title, children, isList = false }: PartProps) {
	return (
		<Box as="section" aria-label={title} px={isList ? "0" : "gutter"} py="2">
			<Heading as="h3" textStyle="name" color="fg.quiet" mb="1.5" mx={isList ? "gutter" : "0"}>
				{title}
			</Heading>
			{children}
		</Box>
	);
}
