import { Flex, Text } from "@chakra-ui/react";
import { HiddenMarks } from "../kit/hidden-marks.tsx";

type Props = {
	readonly label: string;
	readonly words: readonly string[];
	/** Words that a shell would take for something else. */
	readonly marked?: ReadonlySet<string>;
};

/** A command word by word, so that nobody takes two words for one. */
export function CommandWords({ label, words, marked }: Props) {
	return (
		<Flex
			role="list"
			aria-label={label}
			dir="ltr"
			wrap="wrap"
			gap="1"
			maxH="10rem"
			overflowY="auto"
			tabIndex={words.length > 20 ? 0 : undefined}
		>
			{words.map((word, index) => (
				<Text
					key={`${index + 1}`}
					role="listitem"
					fontFamily="mono"
					textStyle="small"
					bg={marked?.has(word) === true ? "bg.note" : "bg.agent"}
					color={marked?.has(word) === true ? "fg.note" : "fg"}
					borderWidth="1px"
					borderColor={marked?.has(word) === true ? "line.note" : "line.soft"}
					rounded="sm"
					px="1.5"
					minW="4"
					minH="1lh"
					whiteSpace="pre-wrap"
					overflowWrap="anywhere"
				>
					<HiddenMarks>{word}</HiddenMarks>
				</Text>
			))}
		</Flex>
	);
}
