import { Box, Flex, Heading, Skeleton, Stack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import { useEffect, useMemo, useRef } from "react";
import { Card } from "../../../kit/card.tsx";
import { ProblemView } from "../../../kit/load/problem-view.tsx";
import { tracesText } from "../words.ts";
import { partsOf, readable, targetIdsOf } from "./page-lines.ts";
import type { StepPage } from "./use-trace.ts";

type Props = { readonly action: ActionView; readonly page: StepPage; readonly onRetry: () => void };

const text = tracesText;
const keptMs = 7 * 86_400_000;

/** The page that the step was decided on, as it was sent: always shown as text, scrolled to the line of the target. */
export function PageText({ action, page, onRetry }: Props) {
	return (
		<Box flex="1 1 0" minW="0">
			<Card label={text.page}>
				<Heading as="h2" size="md" mb="3">
					{text.page}
				</Heading>
				<Content action={action} page={page} onRetry={onRetry} />
			</Card>
		</Box>
	);
}

function Content({ action, page, onRetry }: Props) {
	switch (page.kind) {
		case "loading":
			return <Skeleton height="72" borderRadius="md" role="status" aria-busy="true" aria-label={text.page} />;
		case "failed":
			return <ProblemView problem={page.problem} onRetry={onRetry} />;
		case "missing": {
			const isOld = page.reason === "not_kept" && Date.now() - Date.parse(action.createdAt) > keptMs;
			return (
				<Text color="fg.quiet" maxW="36rem">
					{isOld ? text.pageMissing.expired : text.pageMissing[page.reason]} {text.pageMissing.noCopy}
				</Text>
			);
		}
		case "text":
			return <MarkedText action={action} text={page.text} isTruncated={page.truncated} />;
	}
}

function MarkedText({
	action,
	text: sent,
	isTruncated,
}: {
	readonly action: ActionView;
	readonly text: string;
	readonly isTruncated: boolean;
}) {
	const area = useRef<HTMLDivElement>(null);
	const line = useRef<HTMLDivElement>(null);
	const [id] = targetIdsOf(action.action);
	const { before, target, after } = useMemo(() => partsOf(readable(sent), id), [sent, id]);
	useEffect(() => {
		if (area.current === null) return;
		area.current.scrollTop = line.current === null ? 0 : line.current.offsetTop - area.current.clientHeight / 2;
	}, []);
	return (
		<Stack gap="2">
			{target === null ? <Text color="fg.quiet">{id === undefined ? text.noTarget : text.targetGone}</Text> : null}
			<Box
				ref={area}
				role="region"
				aria-label={text.pageText}
				tabIndex={0}
				position="relative"
				maxH="34rem"
				overflow="auto"
				borderWidth="1px"
				borderColor="line.soft"
				borderRadius="md"
				bg="bg.canvas"
				p="3"
				fontFamily="mono"
				fontSize="xs"
				lineHeight="1.5"
				whiteSpace="pre-wrap"
				overflowWrap="anywhere"
			>
				{before.replace(/\n$/, "")}
				{target === null ? null : (
					<Flex
						ref={line}
						as="mark"
						justify="space-between"
						align="baseline"
						gap="3"
						bg="bg.note"
						color="fg.note"
						borderInlineStartWidth="3px"
						borderColor="status.waiting"
						mx="-3"
						ps="2.5"
						pe="3"
						py="1"
					>
						<Text as="span">{target}</Text>
						<Text as="span" fontFamily="body" fontWeight="semibold" flexShrink="0">
							{text.pageTarget}
						</Text>
					</Flex>
				)}
				{after.replace(/^\n/, "")}
			</Box>
			{isTruncated ? <Text color="fg.quiet">{text.pageTruncated}</Text> : null}
		</Stack>
	);
}
