import { Text } from "@chakra-ui/react";
import { approvalsText } from "./words.ts";

/** How long a question stays open. @param left in seconds */
export function TimeLeft({ left }: { readonly left: number }) {
	return (
		<Text textStyle="small" color="fg.quiet">
			{approvalsText.left(approvalsText.leftWords(left))}
		</Text>
	);
}
