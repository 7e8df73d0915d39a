import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import { Words } from "../kit/words.tsx";

type Props = {
	readonly title: string;
	readonly text: string;
	/** Identity of the question; a new question takes the focus once. */
	readonly about: string;
	/** Nothing can be answered any more: the card only tells, and leaves the focus where it is. */
	readonly isSettled?: boolean;
	readonly children: ReactNode;
};

/** A question inside the panel with its ways to answer. */
export function AskCard({ title, text, about, isSettled = false, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const id = useId();
	useEffect(() => (about === "" || isSettled ? undefined : heading.current?.focus()), [about, isSettled]);
	return (
		<Box
			role={isSettled ? "group" : "alertdialog"}
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			borderWidth="1px"
			borderColor={isSettled ? "line.soft" : "line.note"}
			bg={isSettled ? "bg.sunken" : "bg.note"}
			rounded="xl"
			p="3"
			animation="arrive 0.25s ease-out"
		>
			<Stack gap="2">
				<Heading
					as="h2"
					textStyle="name"
					color={isSettled ? "fg.quiet" : "fg.note"}
					id={`${id}-title`}
					ref={heading}
					tabIndex={-1}
					overflowWrap="anywhere"
				>
					{title}
				</Heading>
				<Text id={`${id}-text`} textStyle="body" fontWeight="medium" whiteSpace="pre-wrap" overflowWrap="anywhere">
					<Words>{text}</Words>
				</Text>
				{children}
			</Stack>
		</Box>
	);
}
