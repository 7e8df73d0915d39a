import type { RowState } from "@webhand/contracts/routine/run";
import {
	CheckIcon,
	CircleIcon,
	CrossIcon,
	HandIcon,
	HistoryIcon,
	PulseIcon,
	QuestionIcon,
	SkipIcon,
	StopIcon,
	WarningIcon,
} from "../icons.tsx";
import type { RunEnd } from "./run-counts.ts";

/** The colour of a run's word, and of its line. */
export const runLook = {
	waiting: { color: "fg.quiet", line: "brand" },
	running: { color: "status.running", line: "brand" },
	paused: { color: "status.waiting", line: "brand" },
	stopped: { color: "status.stopped", line: "gray" },
	all_done: { color: "status.completed", line: "green" },
	some_done: { color: "status.failed", line: "yellow" },
	none_done: { color: "status.failed", line: "red" },
	left_out: { color: "fg.quiet", line: "gray" },
} satisfies Record<RunEnd, { color: string; line: string }>;

/** How a row's state looks. Each has a sign of its own, so that nobody takes one for another who sees no colours. */
export const rowLook = {
	waiting: { Icon: HistoryIcon, color: "fg.quiet", bg: "transparent", border: "transparent", style: "solid" },
	running: { Icon: PulseIcon, color: "status.running", bg: "brand.subtle", border: "transparent", style: "solid" },
	needs_person: { Icon: HandIcon, color: "fg.note", bg: "bg.note", border: "line.note", style: "solid" },
	done: { Icon: CheckIcon, color: "status.completed", bg: "bg.done", border: "line.done", style: "solid" },
	done_unchecked: { Icon: CircleIcon, color: "status.stopped", bg: "transparent", border: "line.strong", style: "dashed" },
	not_saved: { Icon: WarningIcon, color: "status.failed", bg: "bg.failed", border: "line.failed", style: "solid" },
	failed: { Icon: CrossIcon, color: "status.failed", bg: "transparent", border: "line.failed", style: "solid" },
	unknown: { Icon: QuestionIcon, color: "fg.note", bg: "bg.note", border: "line.note", style: "dashed" },
	skipped: { Icon: SkipIcon, color: "fg.quiet", bg: "transparent", border: "transparent", style: "solid" },
	stopped: { Icon: StopIcon, color: "status.stopped", bg: "transparent", border: "transparent", style: "solid" },
} as const satisfies Record<RowState, { Icon: typeof CheckIcon; color: string; bg: string; border: string; style: string }>;
