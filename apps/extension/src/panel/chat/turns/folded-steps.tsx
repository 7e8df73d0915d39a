import { Collapsible, Stack, Text } from "@chakra-ui/react";
import { ChevronIcon } from "../../../kit/icons.tsx";
import type { StepView } from "../../../panel-state.ts";
import { text } from "../../words.ts";
import { StepTurn } from "./step-turn.tsx";

/** The steps of an ended task in one row; unfolded they are the rail that they were, as for whoever wants to see thoughts. */
export function FoldedSteps({ steps, showThinking }: { readonly steps: readonly StepView[]; readonly showThinking: boolean }) {
	return (
		<Collapsible.Root lazyMount defaultOpen={showThinking} role="group" aria-label={text.chat.stepsOf}>
			<Collapsible.Trigger
				display="flex"
				alignItems="center"
				gap="1.5"
				ps="1"
				minH="6"
				cursor="pointer"
				rounded="sm"
				color="fg.quiet"
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "2px" }}
			>
				<Collapsible.Context>
					{({ open }) => <ChevronIcon boxSize="3.5" transform={open ? "none" : "rotate(-90deg)"} transition="transform 0.15s" />}
				</Collapsible.Context>
				<Text as="span" textStyle="small">
					{text.task.steps(steps.length)}
				</Text>
			</Collapsible.Trigger>
			<Collapsible.Content>
				<Stack gap="between" pt="1">
					{steps.map((step) => (
						<StepTurn key={step.stepIndex} step={step} isLive={false} showThinking={showThinking} />
					))}
				</Stack>
			</Collapsible.Content>
		</Collapsible.Root>
	);
}
