import { Box, Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { text } from "../../text/en.ts";

type Props = {
	readonly domain: string;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onDeny: () => void;
};

/** A page took no notice twice: may Chrome move the mouse and press the keys for real? (extension.md §5 "Trusted input") */
export function TrustedInputPrompt({ domain, isBusy, onGrant, onDeny }: Props) {
	const title = useRef<HTMLHeadingElement>(null);
	useEffect(() => title.current?.focus(), []);
	return (
		<Box
			role="alertdialog"
			aria-labelledby="trusted-title"
			aria-describedby="trusted-text"
			borderWidth="1px"
			borderColor="line.strong"
			bg="bg.note"
			color="fg.note"
			rounded="lg"
			p="3"
		>
			<Stack gap="2">
				<Heading as="h2" size="sm" id="trusted-title" ref={title} tabIndex={-1} overflowWrap="anywhere">
					{text.ask.trustedTitle(domain)}
				</Heading>
				<Text id="trusted-text">{text.ask.trustedText}</Text>
				<HStack wrap="wrap">
					<Button size="sm" colorPalette="blue" loading={isBusy} onClick={() => onGrant("task")}>
						{text.ask.trustedTask}
					</Button>
					<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
						{text.ask.trustedAlways}
					</Button>
					<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={onDeny}>
						{text.ask.trustedNo}
					</Button>
				</HStack>
			</Stack>
		</Box>
	);
}
