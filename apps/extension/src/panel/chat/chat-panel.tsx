import { Box, Button, Flex, HStack, Spinner, Stack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { SessionId } from "@webhand/contracts/ids";
import type { ReactNode, UIEvent } from "react";
import { useEffect } from "react";
import { ListIcon, PulseIcon } from "../../kit/icons.tsx";
import { Loading, Problem } from "../../kit/states.tsx";
import { Words } from "../../kit/words/quoted-words.tsx";
import type { RunView } from "../../panel-state.ts";
import { ageOf, titleParts } from "../chats/sessions.ts";
import { nearPx, ToEnd, useFollowedEnd } from "../kit/follow-end.tsx";
import type { ConversationView } from "../panel-props.ts";
import { activityOf, announcementOf, costSoFar, isDeciding } from "../state/select.ts";
import type { Start } from "./shown/use-start.ts";
import type { TurnActions } from "./turns/chat-turn.tsx";
import { TurnList } from "./turns/turn-list.tsx";
import { chatText } from "./words.ts";

type Props = TurnActions & {
	readonly run: RunView | null;
	readonly now: number;
	readonly conversation: ConversationView;
	readonly showThinking: boolean;
	readonly onLoadOlder: () => void;
	readonly onReadAgain: () => void;
	readonly onExample: (sentence: string) => void;
	readonly isReadable: boolean;
	/** What an empty chat offers beside the examples. */
	readonly start?: Start | undefined;
	readonly onShowChat: (sessionId: SessionId) => void;
	readonly onReadList?: (() => void) | undefined;
	readonly siteRoutines?: ReactNode;
	/** Prompts and the card of the ended task, below the newest turn. */
	readonly children: ReactNode;
};

/** The conversation, oldest turn first. It follows the newest turn unless the user scrolled up. */
export function ChatPanel({
	run,
	now,
	conversation,
	showThinking,
	onLoadOlder,
	onReadAgain,
	onExample,
	isReadable,
	start,
	onShowChat,
	onReadList,
	siteRoutines,
	children,
	...actions
}: Props) {
	const { turns, hasOlder, isLoadingOlder, reading = { kind: "ready" } } = conversation;
	const end = useFollowedEnd();
	const { scroller, toEnd } = end;
	const newest = turns.at(-1)?.key ?? "";
	const wait = run?.wait?.kind ?? run?.state ?? "";
	useEffect(() => {
		// The user's own sentence and a question come into view from wherever the user reads.
		if (newest !== "" || wait !== "") toEnd();
	}, [newest, wait, toEnd]);
	const onScroll = (event: UIEvent<HTMLElement>) => {
		end.onScroll(event);
		if (event.currentTarget.scrollTop < nearPx && hasOlder && !isLoadingOlder) onLoadOlder();
	};
	const liveStep = run?.state === "running" && run.wait === null ? turns.findLast(({ kind }) => kind === "step") : undefined;
	const isActing = liveStep?.kind === "step" && liveStep.step.state === "acting";
	const thought = run !== null && showThinking && isDeciding(run) ? (conversation.thought ?? "").trim() : "";
	const activity = run === null || isActing ? "" : activityOf(run, now) || (thought === "" ? "" : chatText.thinkingNow);
	const cost = run === null || activity === "" ? "" : costSoFar(run);
	return (
		<Box position="relative" flex="1" minH="min(10rem, 40vh - 6rem)">
			<Box
				ref={end.setScroller}
				h="full"
				overflowY="auto"
				overflowAnchor="none"
				scrollbarWidth="thin"
				px="gutter"
				py="3"
				tabIndex={0}
				role="region"
				aria-label={chatText.label}
				onScroll={onScroll}
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "-2px" }}
			>
				<Stack ref={end.content} gap="between" minH="full" justify={turns.length === 0 ? "flex-end" : "flex-start"}>
					{hasOlder ? <Older isLoading={isLoadingOlder} onLoad={onLoadOlder} /> : null}
					{turns.length > 0 ? null : reading.kind === "loading" ? (
						<Loading lines={5} />
					) : reading.kind === "ready" ? (
						<Welcome
							isReadable={isReadable}
							start={start}
							now={now}
							onShowChat={onShowChat}
							onReadList={onReadList}
							siteRoutines={siteRoutines}
							onExample={onExample}
						/>
					) : null}
					{turns.length === 0 || scroller === null ? null : (
						<TurnList turns={turns} liveKey={liveStep?.key ?? ""} showThinking={showThinking} scroller={scroller} {...actions} />
					)}
					{reading.kind === "error" ? (
						<Problem message={chatText.notRead(reading.message)} requestId={reading.requestId} onRetry={onReadAgain} />
					) : null}
					{activity === "" ? null : (
						<HStack gap="2" ps="1" py="line" color="fg.quiet" align="start" aria-busy="true">
							<Flex h="1lh" align="center" textStyle="body" flexShrink="0">
								<PulseIcon boxSize="3" mx="0.5" color="brand.solid" animation="breathe 1.4s ease-in-out infinite" />
							</Flex>
							<Stack gap="0.5" minW="0">
								<Text textStyle="body" fontVariantNumeric="tabular-nums">
									{activity}
								</Text>
								{thought === "" ? null : (
									<Text textStyle="small" fontStyle="italic" whiteSpace="pre-wrap" overflowWrap="anywhere">
										<Words>{thought}</Words>
									</Text>
								)}
								{cost === "" ? null : (
									<Text textStyle="small" fontVariantNumeric="tabular-nums">
										{cost}
									</Text>
								)}
							</Stack>
						</HStack>
					)}
					{children}
				</Stack>
			</Box>
			<VisuallyHidden role="status">{announcementOf(turns)}</VisuallyHidden>
			{end.isFollowing ? null : <ToEnd label={chatText.toNewest} onClick={toEnd} />}
		</Box>
	);
}

function Older({ isLoading, onLoad }: { readonly isLoading: boolean; readonly onLoad: () => void }) {
	return (
		<Button size="2xs" variant="ghost" alignSelf="center" disabled={isLoading} onClick={onLoad}>
			{isLoading ? <Spinner boxSize="3" borderWidth="1.5px" aria-hidden /> : null}
			{isLoading ? chatText.loadingOlder : chatText.loadOlder}
		</Button>
	);
}

type WelcomeProps = {
	readonly isReadable: boolean;
	readonly start: Start | undefined;
	readonly now: number;
	readonly onShowChat: (sessionId: SessionId) => void;
	readonly onReadList: (() => void) | undefined;
	readonly siteRoutines: ReactNode;
	readonly onExample: (sentence: string) => void;
};

function Welcome({ isReadable, start, now, onShowChat, onReadList, siteRoutines, onExample }: WelcomeProps) {
	const { lastHere = null, orders = [] } = start ?? {};
	const examples = isReadable ? chatText.exampleSentences : chatText.examplesElsewhere;
	const sentences = orders.length === 0 ? examples : orders;
	return (
		<Stack gap="3">
			<Stack gap="1">
				<Text textStyle="answer">{chatText.emptyTitle}</Text>
				<Text textStyle="body" color="fg.quiet">
					{chatText.emptyText}
				</Text>
			</Stack>
			{lastHere === null ? null : (
				<Button {...sentenceLook} variant="outline" borderColor="line.soft" onClick={() => onShowChat(lastHere.sessionId)}>
					{chatText.lastHere(titleParts(lastHere).title, ageOf(lastHere.updatedAt, now))}
				</Button>
			)}
			{siteRoutines}
			<Stack gap="1.5">
				<Text textStyle="small" color="fg.quiet">
					{orders.length === 0 ? chatText.examples : chatText.onThisPage}
				</Text>
				{sentences.map((sentence) => (
					<Button
						key={sentence}
						{...sentenceLook}
						variant="subtle"
						bg="bg.agent"
						_hover={{ bg: "bg.hover" }}
						onClick={() => onExample(sentence)}
					>
						{sentence}
					</Button>
				))}
				{onReadList === undefined || !isReadable ? null : (
					<Button {...sentenceLook} variant="outline" borderColor="line.soft" onClick={onReadList}>
						<ListIcon boxSize="4" color="fg.quiet" />
						{chatText.readList}
					</Button>
				)}
			</Stack>
		</Stack>
	);
}

const sentenceLook = {
	size: "sm",
	height: "auto",
	py: "2",
	px: "3",
	rounded: "lg",
	whiteSpace: "normal",
	textAlign: "start",
	justifyContent: "flex-start",
	fontWeight: "normal",
} as const;
