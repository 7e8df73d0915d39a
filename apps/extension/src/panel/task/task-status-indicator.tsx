import { HStack, Text } from "@chakra-ui/react";
import { CheckIcon, CrossIcon, HandIcon, PulseIcon, StopIcon } from "../../kit/icons.tsx";
import type { Headline } from "../state/select.ts";
import { taskText } from "./words.ts";

const icons = { running: PulseIcon, waiting: HandIcon, completed: CheckIcon, failed: CrossIcon, stopped: StopIcon } satisfies Record<
	Headline["tone"],
	unknown
>;

export const toneColors = {
	running: "status.running",
	waiting: "status.waiting",
	completed: "status.completed",
	failed: "status.failed",
	stopped: "status.stopped",
} satisfies Record<Headline["tone"], string>;

/** The state of a task as icon and word. */
export function TaskStatusIndicator({ word, tone }: Pick<Headline, "word" | "tone">) {
	const Mark = icons[tone];
	return (
		<HStack as="span" role="img" aria-label={taskText.statusLabel(word)} gap="1.5" color={toneColors[tone]} flexShrink="0">
			<Mark boxSize="3.5" {...(tone === "running" ? { animation: "breathe 1.6s ease-in-out infinite" } : {})} />
			<Text as="span" textStyle="small" fontWeight="bold" letterSpacing="0.04em">
				{word}
			</Text>
		</HStack>
	);
}
