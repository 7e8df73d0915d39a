import { Box, Button, Field, Flex, HStack, Input, Text } from "@chakra-ui/react";
import type { UIEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { LogLine } from "../../panel-state.ts";
import { text } from "../../text/en.ts";

/** Within this distance (CSS pixels) of its end the log follows new lines. */
const nearPx = 24;

/** The live log (spec 003): time, step, source, sentence, milliseconds. Not announced to screen readers. */
export function LogView({ lines }: { readonly lines: readonly LogLine[] }) {
	const [filter, setFilter] = useState("");
	const wanted = filter.trim().toLowerCase();
	const shown = lines.filter((line) => wanted === "" || sentenceOf(line).toLowerCase().includes(wanted));
	const copy = () => void navigator.clipboard.writeText(shown.map(sentenceOf).join("\n"));
	const list = useRef<HTMLDivElement>(null);
	const isFollowing = useRef(true);
	// The log follows new lines unless the user scrolled up.
	useEffect(() => {
		if (shown.length > 0 && isFollowing.current) list.current?.scrollTo({ top: list.current.scrollHeight });
	}, [shown.length]);
	const follow = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
		isFollowing.current = scrollHeight - scrollTop - clientHeight < nearPx;
	};
	return (
		<Flex
			as="section"
			role="region"
			aria-label={text.log.title}
			direction="column"
			minH="24"
			maxH="28vh"
			borderTopWidth="1px"
			borderColor="line.soft"
			px="3"
			py="2"
		>
			<HStack justify="space-between" mb="1">
				<Field.Root orientation="horizontal">
					<Field.Label fontSize="xs">{text.log.filter}</Field.Label>
					<Input size="2xs" borderColor="line.strong" value={filter} onChange={(event) => setFilter(event.target.value)} />
				</Field.Root>
				<Button size="2xs" variant="outline" onClick={copy}>
					{text.log.copy}
				</Button>
			</HStack>
			<Box ref={list} overflowY="auto" minH="0" tabIndex={0} onScroll={follow}>
				{shown.length === 0 ? <Text color="fg.quiet">{text.log.empty}</Text> : null}
				{shown.map((line, index) => (
					<Text key={`${line.at}-${index + 1}`} fontSize="xs" fontFamily="mono" overflowWrap="anywhere">
						{sentenceOf(line)}
					</Text>
				))}
			</Box>
		</Flex>
	);
}

function sentenceOf(line: LogLine): string {
	const time = new Date(line.at).toLocaleTimeString();
	const step = line.stepIndex === undefined ? "" : ` ${text.chat.step(line.stepIndex)}`;
	const ms = line.ms === undefined ? "" : ` (${Math.round(line.ms)} ms)`;
	return `${time}${step} ${text.log.source[line.source]}: ${line.text}${ms}`;
}
