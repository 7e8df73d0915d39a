import { Box, Button, Text } from "@chakra-ui/react";
import type { ProposedList } from "@webhand/contracts/routine/routine";
import { RowButton } from "../../kit/row-button.tsx";
import { routinesText } from "../words.ts";

type Props = {
	readonly lists: readonly ProposedList[];
	readonly onChoose: (at: number) => void;
	readonly onAgain: () => void;
};

/** The lists of a page, each with its size and its columns. */
export function ListChoice({ lists, onChoose, onAgain }: Props) {
	const text = routinesText.read;
	return (
		<>
			<Text px="gutter" pb="1" color="fg.quiet">
				{text.choose}
			</Text>
			<Box role="list" aria-label={text.choose}>
				{lists.map(({ title, rowCount, columns, rows: [first = []] }, at) => (
					<Box role="listitem" key={`${at + 1}`}>
						<RowButton py="2" onClick={() => onChoose(at)}>
							<Box as="span" minW="0" flex="1">
								<Text as="span" display="block" fontWeight="medium" lineClamp="2" overflowWrap="anywhere" dir="auto">
									{title === "" ? text.untitled(at + 1) : title}
								</Text>
								<Text as="span" display="block" textStyle="small" overflowWrap="anywhere" dir="auto">
									{text.listOf(
										rowCount,
										columns.map(({ label }) => label),
									)}
								</Text>
								<Text as="span" display="block" textStyle="small" color="fg.quiet" lineClamp="1" overflowWrap="anywhere" dir="auto">
									{first.filter((cell) => cell !== "").join(" · ")}
								</Text>
							</Box>
						</RowButton>
					</Box>
				))}
			</Box>
			<Box px="gutter" py="2">
				<Button size="xs" variant="ghost" ms="-2" onClick={onAgain}>
					{text.again}
				</Button>
			</Box>
		</>
	);
}
