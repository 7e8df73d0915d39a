import { Box, Flex, List, Text } from "@chakra-ui/react";
import type { RoutineVersion } from "@webhand/contracts/routine/routine";
import type { ReactNode } from "react";
import { Words } from "../words/quoted-words.tsx";

type Sentence = RoutineVersion["sentences"][number];

type Props = {
	readonly label: string;
	readonly sentences: readonly Sentence[];
	/** What stands beside and below a sentence. */
	readonly beside?: (sentence: Sentence) => ReactNode;
	readonly below?: (sentence: Sentence) => ReactNode;
};

const deepest = 3;

/** The steps of a routine in words; steps inside a block are indented. */
export function SentenceList({ label, sentences, beside, below }: Props) {
	return (
		<List.Root as="ol" variant="plain" gap="1.5" aria-label={label}>
			{sentences.map((sentence, index) => (
				<List.Item key={sentence.id} display="block" ps={4 * Math.min(sentence.depth, deepest)}>
					<Flex gap="2" align="start">
						<Flex gap="2" flex="1" minW="0" align="baseline">
							<Text as="span" textStyle="small" color="fg.quiet" minW="5" textAlign="end" fontVariantNumeric="tabular-nums">
								{index + 1}
							</Text>
							<Text as="span" flex="1" minW="0" overflowWrap="anywhere" dir="auto">
								<Words>{sentence.text}</Words>
							</Text>
						</Flex>
						{beside === undefined ? null : <Box my="-0.5">{beside(sentence)}</Box>}
					</Flex>
					{below === undefined ? null : (
						<Box ps="7" _empty={{ display: "none" }}>
							{below(sentence)}
						</Box>
					)}
				</List.Item>
			))}
		</List.Root>
	);
}
