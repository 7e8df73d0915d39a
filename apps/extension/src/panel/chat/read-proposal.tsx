import { Box, Button } from "@chakra-ui/react";
import { columnsAsked } from "@webhand/routines/table/match";
import { ListIcon } from "../../kit/icons.tsx";
import { chatText } from "./words.ts";

type Props = { readonly order: string; readonly onRead: ((words: string) => void) | undefined };

/** Beside an order that reads a list: the way to a table of the columns that it names. Nothing for any other order. */
export function ReadProposal({ order, onRead }: Props) {
	const columns = columnsAsked(order);
	if (columns === undefined || onRead === undefined) return null;
	return (
		<Box px="gutter" pt="1.5">
			<Button
				size="xs"
				height="auto"
				py="1.5"
				variant="outline"
				borderColor="line.strong"
				whiteSpace="normal"
				textAlign="start"
				overflowWrap="anywhere"
				onClick={() => onRead(columns)}
			>
				<ListIcon boxSize="3.5" color="fg.quiet" />
				{chatText.readListWith(columns)}
			</Button>
		</Box>
	);
}
