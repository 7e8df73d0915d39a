import { HStack, Text } from "@chakra-ui/react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { durationOf } from "../../view/select.ts";

/** Step, tokens, cost and time of a task in one line; read as a whole, not announced. */
export function Counters({ run, now }: { readonly run: RunView; readonly now: number }) {
	const { cost } = run;
	const parts = [
		...(run.stepIndex === null ? [text.task.noStep] : [text.task.stepOf(run.stepIndex + 1, run.maxSteps), tokensOf(run)]),
		...(cost?.taskUsd === undefined ? [] : [`$${cost.taskUsd.toFixed(cost.taskUsd < 0.1 ? 4 : 2)}`]),
		durationOf(run, now),
	];
	return (
		<HStack gap="2" mt="1" wrap="wrap">
			<Text fontSize="xs" color="fg.quiet">
				{parts.join(" · ")}
			</Text>
		</HStack>
	);
}

function tokensOf({ cost }: RunView): string {
	if (cost === null) return text.task.unknown;
	return cost.taskTokens === 0 ? text.task.noTokens : text.task.tokens(cost.taskTokens, cost.tokenBudget);
}
