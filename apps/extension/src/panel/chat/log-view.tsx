import { Box, Flex, HStack, IconButton, Input, Text } from "@chakra-ui/react";
import { useState } from "react";
import { CopyIcon, CrossIcon, DownIcon, SearchIcon } from "../../kit/icons.tsx";
import { formatClock } from "../../kit/words/format.ts";
import type { LogLine } from "../../panel-state.ts";
import { useFollowedEnd } from "../kit/follow-end.tsx";
import { translated } from "../state/worker-words.ts";
import { chatText, logText } from "./words.ts";

const outcomes = { done: "status.completed", failed: "status.failed", unknown: "status.waiting" } as const;

type Props = { readonly lines: readonly LogLine[]; readonly onClose: () => void };

/** The live log (spec 003): time, step, source, sentence, outcome, error, milliseconds. Not announced to screen readers. */
export function LogView({ lines, onClose }: Props) {
	const [filter, setFilter] = useState("");
	const wanted = filter.trim().toLowerCase();
	const shown = lines.filter((line) => wanted === "" || sentenceOf(line).toLowerCase().includes(wanted));
	const copy = () => void navigator.clipboard.writeText(shown.map(sentenceOf).join("\n"));
	const { setScroller, content, isFollowing, onScroll, follow } = useFollowedEnd();
	return (
		<Flex
			as="section"
			role="region"
			aria-label={logText.title}
			direction="column"
			h="clamp(6rem, 34vh, 20rem)"
			flexShrink="0"
			borderTopWidth="1px"
			borderColor="line.soft"
			bg="bg.sunken"
		>
			<HStack gap="0.5" ps="gutter" pe="1.5" py="1" wrap="wrap">
				<Text textStyle="name" flexShrink="0">
					{logText.title}
				</Text>
				<HStack flex="1 1 4rem" minW="0" gap="1" px="2" color="fg.quiet">
					<SearchIcon boxSize="3.5" />
					<Input
						size="2xs"
						variant="flushed"
						borderColor="line.soft"
						aria-label={logText.filter}
						placeholder={logText.filter}
						_placeholder={{ color: "fg.quiet" }}
						value={filter}
						onChange={(event) => setFilter(event.target.value)}
					/>
				</HStack>
				<IconButton
					size="2xs"
					variant={isFollowing ? "subtle" : "ghost"}
					aria-label={logText.follow}
					title={logText.follow}
					aria-pressed={isFollowing}
					onClick={() => follow(!isFollowing)}
				>
					<DownIcon />
				</IconButton>
				<IconButton size="2xs" variant="ghost" aria-label={logText.copy} title={logText.copy} onClick={copy}>
					<CopyIcon />
				</IconButton>
				<IconButton size="2xs" variant="ghost" aria-label={logText.hide} title={logText.hide} onClick={onClose}>
					<CrossIcon />
				</IconButton>
			</HStack>
			<Box ref={setScroller} flex="1" overflowY="auto" overflowAnchor="none" minH="0" tabIndex={0} px="gutter" onScroll={onScroll}>
				<Box ref={content} pb="2">
					{shown.length === 0 ? (
						<Text textStyle="small" color="fg.quiet">
							{lines.length === 0 ? logText.empty : logText.nothingFound}
						</Text>
					) : null}
					{shown.map((line, index) => (
						<LogRow key={`${line.at}-${index + 1}`} line={line} />
					))}
				</Box>
			</Box>
		</Flex>
	);
}

function LogRow({ line }: { readonly line: LogLine }) {
	return (
		<HStack columnGap="2" rowGap="0" align="start" wrap="wrap" textStyle="small" fontVariantNumeric="tabular-nums" py="0.5">
			<Text as="span" color="fg.quiet" flexShrink="0">
				{timeOf(line)}
			</Text>
			<Text as="span" flex="1 1 8rem" minW="0" overflowWrap="anywhere">
				<Text as="span" color="fg.quiet">
					{[logText.source[line.source], line.stepIndex === undefined ? "" : chatText.step(line.stepIndex)]
						.filter((part) => part !== "")
						.join(" · ")}
				</Text>{" "}
				{translated(line.text)}
				{line.outcome === undefined ? null : (
					<Text as="span" color={outcomes[line.outcome]}>
						{" "}
						{logText.outcome[line.outcome]}
					</Text>
				)}
				{line.error === undefined ? null : (
					<Text as="span" color="status.failed">
						: {line.error}
					</Text>
				)}
			</Text>
			{line.ms === undefined ? null : (
				<Text as="span" color="fg.quiet" flexShrink="0">
					{chatText.ms(Math.round(line.ms))}
				</Text>
			)}
		</HStack>
	);
}

const timeOf = (line: LogLine) => formatClock(line.at);

function sentenceOf(line: LogLine): string {
	const step = line.stepIndex === undefined ? "" : ` ${chatText.step(line.stepIndex)}`;
	const outcome = line.outcome === undefined ? "" : ` ${logText.outcome[line.outcome]}`;
	const error = line.error === undefined ? "" : `: ${line.error}`;
	const ms = line.ms === undefined ? "" : ` (${Math.round(line.ms)} ms)`;
	return `${timeOf(line)}${step} ${logText.source[line.source]}: ${translated(line.text)}${outcome}${error}${ms}`;
}
