import { Box, Button, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { RecordProps } from "./record-props.ts";
import { recordText } from "./words.ts";

/** What keeps the recording from a page or a part of it, and what a press in the page does now. */
export function RecordingNotices({ recording, command, askChrome }: RecordProps) {
	const { wait, framed, isPicking, isPickEmpty } = recording;
	const allow = (domain: string) => void command("record_allow", { domain });
	const refuse = (domain: string) => void command("record_refuse", { domain });
	return (
		<>
			{wait === null ? null : (
				<NoticeCard
					title={recordText.waitTitle}
					text={wait.withheld ? recordText.withheldText(wait.domain) : recordText.waitText(wait.domain)}
				>
					<Button
						size="xs"
						colorPalette="brand"
						h="auto"
						minH="8"
						whiteSpace="normal"
						onClick={() =>
							wait.withheld
								? void askChrome(wait.origins).then((isAllowed) => (isAllowed ? allow(wait.domain) : undefined))
								: allow(wait.domain)
						}
					>
						{wait.withheld ? recordText.allowInChrome : recordText.allow(wait.domain)}
					</Button>
				</NoticeCard>
			)}
			{wait !== null
				? null
				: framed.map((domain) => (
						<NoticeCard key={domain} text={recordText.framedText(domain)}>
							<Button size="xs" variant="outline" h="auto" minH="8" whiteSpace="normal" onClick={() => allow(domain)}>
								{recordText.allow(domain)}
							</Button>
							<Button size="xs" variant="ghost" onClick={() => refuse(domain)}>
								{recordText.leaveOut}
							</Button>
						</NoticeCard>
					))}
			{isPicking ? (
				<NoticeCard title={recordText.check} text={recordText.checkHint}>
					<Button size="xs" variant="outline" onClick={() => void command("record_pick", { isPicking: false })}>
						{recordText.cancelCheck}
					</Button>
				</NoticeCard>
			) : null}
			{isPickEmpty ? <NoticeCard text={recordText.checkEmpty} /> : null}
		</>
	);
}

type CardProps = { readonly title?: string; readonly text: string; readonly children?: ReactNode };

function NoticeCard({ title, text, children }: CardProps) {
	return (
		<Box role="status" borderWidth="1px" borderColor="line.note" bg="bg.note" rounded="xl" p="3">
			<Stack gap="2">
				{title === undefined ? null : (
					<Heading as="h3" textStyle="name" color="fg.note">
						{title}
					</Heading>
				)}
				<Text overflowWrap="anywhere">{text}</Text>
				{children === undefined ? null : (
					<HStack gap="2" wrap="wrap">
						{children}
					</HStack>
				)}
			</Stack>
		</Box>
	);
}
