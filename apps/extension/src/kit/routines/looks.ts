import type { RowState, RunState } from "@webhand/contracts/routine/run";
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

/** The colour of a run's state. */
export const runLook = {
	waiting: "fg.quiet",
	running: "status.running",
	paused: "status.waiting",
	done: "status.completed",
	stopped: "status.stopped",
} satisfies Record<RunState, string>;

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
