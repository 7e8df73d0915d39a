import { Box, Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { text } from "../../text/en.ts";

type Props = {
	readonly domain: string;
	readonly isWithheld: boolean;
	readonly isBusy: boolean;
	readonly onGrant: (scope: "task" | "always") => void;
	readonly onChromeGrant: () => void;
	readonly onDeny: () => void;
};

/** Before the first look at a site: this task, always, or no (spec 003, permission for each site). */
export function SitePermissionPrompt({ domain, isWithheld, isBusy, onGrant, onChromeGrant, onDeny }: Props) {
	const title = useRef<HTMLHeadingElement>(null);
	// Each site's question takes the focus once.
	useEffect(() => title.current?.focus(), [domain, isWithheld]);
	return (
		<Box
			role="alertdialog"
			aria-labelledby="site-title"
			aria-describedby="site-text"
			borderWidth="1px"
			borderColor="line.strong"
			bg="bg.note"
			color="fg.note"
			rounded="lg"
			p="3"
		>
			<Stack gap="2">
				<Heading as="h2" size="sm" id="site-title" ref={title} tabIndex={-1} overflowWrap="anywhere">
					{isWithheld ? text.ask.withheldTitle(domain) : text.ask.siteTitle(domain)}
				</Heading>
				<Text id="site-text">{isWithheld ? text.ask.withheldText : text.ask.siteText}</Text>
				<HStack wrap="wrap">
					{isWithheld ? (
						<Button size="sm" colorPalette="blue" loading={isBusy} onClick={onChromeGrant}>
							{text.ask.withheldAllow}
						</Button>
					) : (
						<>
							<Button size="sm" colorPalette="blue" loading={isBusy} onClick={() => onGrant("task")}>
								{text.ask.siteTask}
							</Button>
							<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={() => onGrant("always")}>
								{text.ask.siteAlways}
							</Button>
						</>
					)}
					<Button size="sm" variant="outline" borderColor="line.strong" disabled={isBusy} onClick={onDeny}>
						{text.ask.siteNo}
					</Button>
				</HStack>
			</Stack>
		</Box>
	);
}
