import type { Attachment } from "../../attachments.ts";
import type { CommandProblem } from "../../kit/transport.ts";
import type { PanelCommandType } from "../../messages.ts";
import type { LogLine, RunView, ViewState } from "../../panel-state.ts";

/** A note that came after the end of its task, where it stays. `at` in ms since the epoch. */
export type LateNote = Pick<RunView, "runKey" | "taskId"> & { readonly text: string; readonly at: number };

/** The panel's state: the worker's, which is whole each time, and its own. */
export type PanelModel = {
	readonly link: "connecting" | "connected" | "lost";
	readonly state: ViewState | null;
	/** Server, user and tenant of the last sign-in, which own log, draft and files. */
	readonly user: string | null;
	/** The newest 500 lines, oldest first. */
	readonly log: readonly LogLine[];
	readonly draft: string;
	/** Notes that were typed but not sent when their task ended, oldest first. */
	readonly lateNotes: readonly LateNote[];
	/** Files for the next task. */
	readonly files: readonly Attachment[];
	/** Commands without a reply. */
	readonly pending: ReadonlySet<PanelCommandType>;
	readonly problem: CommandProblem | null;
	/** The newest started sentence, for the arrow-up key. */
	readonly lastQuery: string;
	readonly isAskingAutonomous: boolean;
	readonly isLogOpen: boolean;
	/** Sites whose knowledge notice was closed in this panel. */
	readonly noticesSeen: ReadonlySet<string>;
};

export type PanelEvent =
	| { readonly type: "linked" }
	| { readonly type: "unlinked" }
	| { readonly type: "state_arrived"; readonly state: ViewState }
	| { readonly type: "log_arrived"; readonly line: LogLine }
	| { readonly type: "log_read"; readonly lines: readonly LogLine[] }
	/** The shown task ended, while a note may be in the composer. */
	| { readonly type: "task_ended"; readonly run: Pick<RunView, "runKey" | "taskId" | "startedAt" | "endedAt"> }
	/** Another chat is shown. */
	| { readonly type: "chat_shown" }
	| { readonly type: "late_note_used"; readonly text: string }
	| { readonly type: "draft_changed"; readonly draft: string }
	| { readonly type: "files_added"; readonly files: readonly Attachment[] }
	| { readonly type: "file_removed"; readonly id: string }
	| { readonly type: "command_sent"; readonly command: PanelCommandType }
	| { readonly type: "command_done"; readonly command: PanelCommandType; readonly query?: string }
	| { readonly type: "command_failed"; readonly problem: CommandProblem }
	| { readonly type: "autonomous_asked" }
	| { readonly type: "autonomous_closed" }
	| { readonly type: "log_toggled" }
	| { readonly type: "notice_closed"; readonly domain: string };

export const emptyModel: PanelModel = {
	link: "connecting",
	state: null,
	user: null,
	log: [],
	draft: "",
	lateNotes: [],
	files: [],
	pending: new Set(),
	problem: null,
	lastQuery: "",
	isAskingAutonomous: false,
	isLogOpen: false,
	noticesSeen: new Set(),
};
