import { CheckIcon, CrossIcon, PulseIcon, StopIcon } from "../../../kit/icons.tsx";
import type { Outcome } from "./ending.ts";

/** The colour of words about a command, by how it stands. */
export const outcomeColors = {
	waiting: "status.waiting",
	running: "status.running",
	succeeded: "status.completed",
	failed: "status.failed",
	stopped: "status.stopped",
} satisfies Record<Outcome, string>;

const icons = { waiting: PulseIcon, running: PulseIcon, succeeded: CheckIcon, failed: CrossIcon, stopped: StopIcon } satisfies Record<
	Outcome,
	unknown
>;

/** How a command stands, as an icon; the word stands beside it. */
export function ExecutionMark({ outcome }: { readonly outcome: Outcome }) {
	const Icon = icons[outcome];
	const isMoving = outcome === "running";
	return (
		<Icon
			color={outcomeColors[outcome]}
			boxSize={isMoving || outcome === "waiting" ? "2.5" : "3.5"}
			flexShrink="0"
			animation={isMoving ? "breathe 1.4s ease-in-out infinite" : "none"}
		/>
	);
}
