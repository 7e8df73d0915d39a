import { Box, Button, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Card } from "../card.tsx";

type Props = {
	readonly title: string;
	readonly lead: string;
	readonly hide: string;
	readonly onHide: () => void;
	readonly children: ReactNode;
};

/** What the server shows once. It takes the focus, since it cannot be shown again. */
export function OnceCard({ title, lead, hide, onHide, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// A dialog that closes gives the focus back first.
		const timer = setTimeout(() => heading.current?.focus(), 50);
		return () => clearTimeout(timer);
	}, []);
	return (
		<Card label={title}>
			<Stack gap="4">
				<Heading as="h2" size="md" ref={heading} tabIndex={-1} outline="none" overflowWrap="anywhere">
					{title}
				</Heading>
				<Text>{lead}</Text>
				{children}
				<Box>
					<Button size="sm" variant="outline" onClick={onHide}>
						{hide}
					</Button>
				</Box>
			</Stack>
		</Card>
	);
}
