import { Box, Flex, Stack, Text } from "@chakra-ui/react";
import { useMemo } from "react";
import { knowledgeText } from "../../../knowledge/words.ts";
import type { MarkdownLine } from "./markdown-lines.ts";
import { markdownLines } from "./markdown-lines.ts";

/** A Markdown text as it is read, always as text. */
export function MarkdownPreview({ markdown }: { readonly markdown: string }) {
	const lines = useMemo(() => markdownLines(markdown), [markdown]);
	return (
		<Box
			role="region"
			aria-label={knowledgeText.howTo.preview}
			tabIndex={0}
			maxH="24rem"
			overflow="auto"
			borderWidth="1px"
			borderColor="line.soft"
			borderRadius="md"
			bg="bg.canvas"
			p="4"
		>
			<Stack gap="2" overflowWrap="anywhere">
				{lines.map((line, index) => (
					<Line key={index} line={line} />
				))}
			</Stack>
		</Box>
	);
}

function Line({ line }: { readonly line: MarkdownLine }) {
	switch (line.kind) {
		case "heading":
			return (
				<Text fontWeight="semibold" fontSize={line.level === 1 ? "lg" : "md"}>
					{line.text}
				</Text>
			);
		case "item":
			return (
				<Flex gap="2">
					<Text flexShrink="0" minW="5" fontVariantNumeric="tabular-nums">
						{line.mark}
					</Text>
					<Text minW="0">{line.text}</Text>
				</Flex>
			);
		case "text":
			return <Text>{line.text}</Text>;
	}
}
