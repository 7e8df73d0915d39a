import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { Words } from "../kit/words.tsx";

type Props = {
	readonly title: string;
	readonly text: string;
	/** Identity of the question; a new question takes the focus once. */
	readonly about: string;
	readonly children: ReactNode;
};

/** A question inside the panel with its ways to answer. */
export function AskCard({ title, text, about, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const id = useId();
	useEffect(() => heading.current?.focus(), [about]);
	return (
		<Box
			role="alertdialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			borderWidth="1px"
			borderColor="line.strong"
			bg="bg.note"
			color="fg.note"
			rounded="lg"
			p="3"
		>
			<Stack gap="2">
				<Heading as="h2" size="sm" id={`${id}-title`} ref={heading} tabIndex={-1} overflowWrap="anywhere">
					{title}
				</Heading>
				<Text id={`${id}-text`} whiteSpace="pre-wrap" overflowWrap="anywhere">
					<Words>{text}</Words>
				</Text>
				{children}
			</Stack>
		</Box>
	);
}
