import { HStack, Spinner, Text } from "@chakra-ui/react";
import { CheckIcon, WarningIcon } from "../../kit/icons.tsx";
import type { AskOutcome } from "../panel-props.ts";
import { askText } from "./words.ts";

/** The sentence about what became of a question. */
function outcomeSentence(outcome: AskOutcome): string {
	switch (outcome.kind) {
		case "sent":
			return askText.sent;
		case "refused":
			return askText.refused(outcome.message);
		case "expired":
			return askText.expired;
		case "elsewhere":
			return askText.elsewhere(outcome.answer);
		case "withdrawn":
			return askText.withdrawn;
	}
}

/** What became of a question, instead of its buttons, or above them where the answer can be given again. */
export function AskOutcomeLine({ outcome }: { readonly outcome: AskOutcome }) {
	return (
		<HStack gap="2" align="start" role={outcome.kind === "refused" ? "alert" : "status"} textStyle="small">
			{outcome.kind === "expired" ? <Spinner boxSize="3.5" borderWidth="1.5px" mt="0.5" aria-hidden flexShrink="0" /> : null}
			{outcome.kind === "sent" || outcome.kind === "elsewhere" ? <CheckIcon boxSize="3.5" mt="0.5" flexShrink="0" /> : null}
			{outcome.kind === "refused" || outcome.kind === "withdrawn" ? <WarningIcon boxSize="3.5" mt="0.5" flexShrink="0" /> : null}
			<Text minW="0" overflowWrap="anywhere">
				{outcomeSentence(outcome)}
			</Text>
		</HStack>
	);
}

/** True when the question takes no answer any more. */
export function isSettled(outcome: AskOutcome | undefined): boolean {
	return outcome !== undefined && outcome.kind !== "refused";
}
