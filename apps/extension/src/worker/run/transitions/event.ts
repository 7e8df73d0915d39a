import type { NextAction, PageDialog } from "@webhand/contracts/agent/interact";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { Gesture } from "../../../page/gestures.ts";
import type { PageAsks, RunWait } from "../../../panel-state.ts";
import type { FrameRef, Intent, Report, RunRecord } from "../../../run-record.ts";
import type { TrustedAccess } from "../../trusted/policy.ts";
import type { Recovery } from "../retry.ts";

/** `at` is in ms since the epoch. */
export type RunEvent =
	| { readonly kind: "site_needed"; readonly wait: RunWait }
	/** `told`: of what Chrome did not grant, so many stand in the request. */
	| {
			readonly kind: "read";
			readonly key: string;
			readonly url: string;
			readonly frames: readonly FrameRef[];
			readonly told: number;
			readonly at: number;
	  }
	| { readonly kind: "replied"; readonly data: NextAction; readonly at: number }
	/** The server works on the request: the failures before are over. */
	| { readonly kind: "thinking" }
	| {
			readonly kind: "failed";
			readonly recovery: Exclude<Recovery, { kind: "thinking" }>;
			readonly code: string;
			readonly message: string;
			readonly requestId?: string | undefined;
			readonly at: number;
			readonly freshSession: SessionId;
	  }
	| { readonly kind: "intended"; readonly intent: Intent; readonly at: number }
	| { readonly kind: "acted"; readonly result: ActResult; readonly at: number }
	| {
			readonly kind: "settled";
			readonly report: Pick<Report, "domChanges" | "clientObservations">;
			readonly isPending: boolean;
			readonly at: number;
			/** Another site's frame changed, which proves nothing. */
			readonly didOthersChange?: boolean;
			/** Whether trusted input may be used on the page; `domain` is its site. */
			readonly trusted?: { readonly access: TrustedAccess; readonly domain: string };
	  }
	| { readonly kind: "tab_opened"; readonly tabId: number; readonly isCurrent: boolean }
	| { readonly kind: "tab_chosen"; readonly tabId: number }
	/** Chrome discarded a tab to free memory, and names it anew. */
	| { readonly kind: "tab_renamed"; readonly tabId: number; readonly name: number }
	| { readonly kind: "tab_moved"; readonly windowId: number }
	| { readonly kind: "tab_closed"; readonly tabId: number; readonly at: number }
	| { readonly kind: "broken"; readonly message: string }
	| { readonly kind: "page_silent" }
	| { readonly kind: "page_answers" }
	/** The page opened a `confirm` or a `prompt`, which the panel can answer. */
	| { readonly kind: "page_asks"; readonly asks: PageAsks }
	/** A window of `alert`, `confirm` or `prompt` was closed. */
	| { readonly kind: "dialog_closed"; readonly dialog: PageDialog }
	| { readonly kind: "stopped"; readonly leave: boolean; readonly message: string | null; readonly at: number }
	/** The server has heard of the stop; `taskId`: of the task that it ended. */
	| { readonly kind: "cancelled"; readonly taskId: TaskId | null }
	| { readonly kind: "paused" }
	| { readonly kind: "resumed" }
	| { readonly kind: "site_allowed"; readonly domain: string }
	| { readonly kind: "site_refused"; readonly domain: string; readonly at: number }
	| { readonly kind: "download_seen"; readonly name: string }
	/** Chrome wants a person's press for what the page tried; `url` of a window. */
	| { readonly kind: "gesture_needed"; readonly what: Gesture; readonly url: string }
	| { readonly kind: "grouped"; readonly groupId: number | null }
	| { readonly kind: "overlay_checked"; readonly isUnmarked: boolean }
	| { readonly kind: "attached"; readonly files: RunRecord["files"] }
	| { readonly kind: "trusted_allowed"; readonly domain: string }
	| { readonly kind: "trusted_refused"; readonly domain: string; readonly at: number }
	| { readonly kind: "answered" }
	/** The task asks this now; somebody answered the question before it. */
	| { readonly kind: "asked"; readonly question: NonNullable<RunRecord["question"]>; readonly at: number }
	/** Nobody answered in time. */
	| { readonly kind: "question_expired" }
	/** The task ended without a step of this browser. */
	| {
			readonly kind: "ended_elsewhere";
			readonly end: NonNullable<RunRecord["end"]>;
			readonly category: string;
			readonly message: string | null;
			readonly answer: string | null;
			readonly at: number;
	  }
	/** The server took a note. */
	| { readonly kind: "noted"; readonly text: string; readonly at: number }
	/** A note that came before the server knows the task; then it passes to the outbox. */
	| { readonly kind: "note_kept" | "note_passed"; readonly text: string; readonly at: number }
	| { readonly kind: "signed_out" }
	| { readonly kind: "signed_in"; readonly isSameUser: boolean; readonly at: number };
