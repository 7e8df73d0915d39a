import { Box, Heading, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { BrandMark } from "../../kit/icons.tsx";

type Props = { readonly title: string; readonly text: string; readonly children: ReactNode };

/** One step of a sign-in, over the whole panel. Its title has the focus, unless a field takes it. */
export function StepFrame({ title, text, children }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const frame = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (frame.current?.contains(document.activeElement) !== true) heading.current?.focus();
	}, [title]);
	return (
		<Box as="main" ref={frame} p="5" maxW="28rem" mx="auto">
			<Stack gap="5">
				<Stack gap="1">
					<BrandMark boxSize="10" mb="1" />
					<Heading as="h1" ref={heading} size="md" tabIndex={-1} outline="none">
						{title}
					</Heading>
					<Text color="fg.quiet">{text}</Text>
				</Stack>
				{children}
			</Stack>
		</Box>
	);
}
