import { Text } from "@chakra-ui/react";
import { toolsText } from "../words.ts";
import { visibleParts } from "./visible-text.ts";

/** A text whose control, bidirectional and zero-width characters are shown by their code. */
export function HiddenMarks({ children }: { readonly children: string }) {
	return visibleParts(children).map((part, index) =>
		part.kind === "plain" ? (
			part.text
		) : (
			<Text
				as="mark"
				key={`${index + 1}`}
				bg="bg.note"
				color="fg.note"
				borderWidth="1px"
				borderColor="line.note"
				rounded="xs"
				px="0.5"
				textStyle="small"
				title={toolsText.hidden.text(part.text)}
			>
				{part.text}
			</Text>
		),
	);
}
