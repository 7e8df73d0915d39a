import { Box, Button, Heading, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { formatTime } from "../../../kit/words/format.ts";
import { consoleText } from "../../words.ts";
import { Card } from "../card.tsx";
import { CopyField } from "./copy-field.tsx";

/** A link that the server shows once. `title` says for whom it is. */
export type OnceLink = { readonly title: string; readonly link: string; readonly expiresAt: string };

/** The link with a way to copy it. It takes the focus, since it cannot be shown again. */
export function LinkOnce({ title, link, expiresAt, onHide }: OnceLink & { readonly onHide: () => void }) {
	const text = consoleText.onceLink;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// A dialog that closes gives the focus back first.
		const timer = setTimeout(() => heading.current?.focus(), 50);
		return () => clearTimeout(timer);
	}, []);
	return (
		<Card label={title}>
			<Stack gap="3">
				<Heading as="h2" size="md" ref={heading} tabIndex={-1} outline="none" overflowWrap="anywhere">
					{title}
				</Heading>
				<Text>{text.lead(formatTime(expiresAt))}</Text>
				<CopyField label={text.label} value={link} copy={text.copy}>
					{text.copy}
				</CopyField>
				<Box>
					<Button size="xs" variant="ghost" onClick={onHide}>
						{text.hide}
					</Button>
				</Box>
			</Stack>
		</Card>
	);
}
