import { HStack, Text } from "@chakra-ui/react";
import type { Verification } from "@webhand/contracts/agent/task";
import { CheckIcon, CrossIcon, QuestionIcon } from "../../../kit/icons.tsx";
import { tracesText } from "./words.ts";

const marks = {
	success: { color: "status.completed", Icon: CheckIcon },
	failure: { color: "status.failed", Icon: CrossIcon },
	unclear: { color: "status.waiting", Icon: QuestionIcon },
} as const;

/** The verdict on a step, in a word with its sign; "–" for a step that was not checked. */
export function VerdictMark({ verdict }: { readonly verdict: Verification["verdict"] | undefined }) {
	if (verdict === undefined) return <Text color="fg.quiet">–</Text>;
	const { color, Icon } = marks[verdict];
	return (
		<HStack gap="1" color={color} fontWeight="medium" display="inline-flex">
			<Icon boxSize="3.5" />
			<Text>{tracesText.verdicts[verdict]}</Text>
		</HStack>
	);
}
