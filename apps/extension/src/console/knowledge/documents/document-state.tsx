import { Box, Text } from "@chakra-ui/react";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { StateWord } from "../../kit/list/state-word.tsx";
import { stateOf } from "./document-words.ts";

/** The state of a document in a word, and below it what to know or do. */
export function DocumentState({ document }: { readonly document: DocumentView }) {
	const { tone, word, detail } = stateOf(document);
	return (
		<Box minW="8rem">
			<StateWord tone={tone}>{word}</StateWord>
			{detail === "" ? null : (
				<Text color="fg.quiet" fontSize="xs" fontWeight="normal">
					{detail}
				</Text>
			)}
		</Box>
	);
}
