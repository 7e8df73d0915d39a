import { Box, Text } from "@chakra-ui/react";
import { HiddenMarks } from "../kit/hidden-marks.tsx";

/** A text line by line in a box that scrolls. */
export function JsonPreview({ title, children }: { readonly title: string; readonly children: string }) {
	return (
		<Box>
			<Text color="fg.quiet">{title}</Text>
			<Box
				role="region"
				aria-label={title}
				tabIndex={0}
				maxH="12rem"
				overflowY="auto"
				bg="bg.sunken"
				rounded="md"
				px="2"
				py="1"
				fontFamily="mono"
				whiteSpace="pre-wrap"
				overflowWrap="anywhere"
				dir="ltr"
			>
				{children.split("\n").map((line, index) => (
					<Text key={`${index + 1}`} minH="1lh">
						<HiddenMarks>{line}</HiddenMarks>
					</Text>
				))}
			</Box>
		</Box>
	);
}
