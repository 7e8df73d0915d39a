import { Box, Heading, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { isTyping } from "../../../kit/typing.ts";

type Props = {
	readonly title: string;
	/** Identity of the question; a new one takes the focus once, unless the user is typing. */
	readonly about: string;
	readonly children: ReactNode;
};

/** A question about tool calls. The focus goes to the button that rejects, which is marked `data-safe`. */
export function ApprovalFrame({ title, about, children }: Props) {
	const frame = useRef<HTMLDivElement>(null);
	const [isQuiet] = useState(isTyping);
	const id = useId();
	useEffect(() => {
		if (about === "" || isTyping()) return;
		frame.current?.querySelector<HTMLElement>("[data-safe]")?.focus({ preventScroll: true });
		frame.current?.scrollIntoView({ block: "nearest" });
	}, [about]);
	return (
		<Box
			ref={frame}
			// An alert is read out without the focus.
			role={isQuiet ? "alert" : "alertdialog"}
			aria-labelledby={id}
			borderWidth="1px"
			borderColor="line.note"
			bg="bg.note"
			rounded="xl"
			p="3"
			animation="arrive 0.25s ease-out"
		>
			<Stack gap="2">
				<Heading as="h3" id={id} textStyle="name" color="fg.note" overflowWrap="anywhere">
					{title}
				</Heading>
				{children}
			</Stack>
		</Box>
	);
}
