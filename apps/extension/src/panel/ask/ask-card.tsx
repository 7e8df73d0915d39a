import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { isTyping } from "../../kit/typing.ts";
import { Words } from "../../kit/words/quoted-words.tsx";

type Props = {
	readonly title: string;
	readonly text: string;
	/** Identity of the question; a new question takes the focus once, unless the user is typing. */
	readonly about: string;
	/** Nothing can be answered any more: the card only tells, and leaves the focus where it is. */
	readonly isSettled?: boolean;
	readonly children: ReactNode;
};

/** A question inside the panel with its ways to answer. */
export function AskCard({ title, text, about, isSettled = false, children }: Props) {
	const card = useRef<HTMLDivElement>(null);
	const [isQuiet] = useState(isTyping);
	const id = useId();
	useEffect(() => (about === "" || isSettled || isTyping() ? undefined : card.current?.focus()), [about, isSettled]);
	return (
		<Box
			ref={card}
			tabIndex={-1}
			// An alert is read out without the focus.
			role={isSettled ? "group" : isQuiet ? "alert" : "alertdialog"}
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			borderWidth="1px"
			borderColor={isSettled ? "line.soft" : "line.note"}
			bg={isSettled ? "bg.sunken" : "bg.note"}
			rounded="xl"
			p="3"
			_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "1px" }}
			animation="arrive 0.25s ease-out"
		>
			<Stack gap="2">
				<Heading as="h2" textStyle="name" color={isSettled ? "fg.quiet" : "fg.note"} id={`${id}-title`} overflowWrap="anywhere">
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
