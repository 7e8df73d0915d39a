import type { Attachment } from "../attachments.ts";
import type { PanelCommandType, ServerTest } from "../messages.ts";
import type { LogLine, ViewState } from "../panel-state.ts";

/** Why a command of the person did not go through; kept until the next one of the same kind. `retryAt` in ms since the epoch. */
export type CommandProblem = {
	readonly command: PanelCommandType;
	readonly code: string;
	readonly message: string;
	readonly requestId?: string;
	readonly retryAt?: number;
	/** What is wrong with the server itself. */
	readonly server?: ServerTest;
	readonly fields: readonly { readonly field: string; readonly message: string }[];
};

/** All that the panel knows. The worker's state is whole each time; the rest is the panel's own. */
export type PanelModel = {
	readonly link: "connecting" | "connected" | "lost";
	readonly state: ViewState | null;
	/** Server and id of who is, or was last, signed in: whose log, draft and files these are. */
	readonly person: string | null;
	/** The newest 500 lines, oldest first. */
	readonly log: readonly LogLine[];
	readonly draft: string;
	/** Files for the next task. */
	readonly files: readonly Attachment[];
	/** Commands on their way. */
	readonly pending: ReadonlySet<PanelCommandType>;
	readonly problem: CommandProblem | null;
	/** The newest sentence that was started, for the arrow-up key. */
	readonly lastQuery: string;
	readonly isAskingAutonomous: boolean;
	readonly isLogOpen: boolean;
	/** Sites whose knowledge notice was closed in this panel. */
	readonly noticesSeen: ReadonlySet<string>;
};

/** What can happen to the panel. */
export type PanelEvent =
	| { readonly type: "linked" }
	| { readonly type: "unlinked" }
	| { readonly type: "state_arrived"; readonly state: ViewState }
	| { readonly type: "log_arrived"; readonly line: LogLine }
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

/** A panel that has not heard of its worker yet. */
export const emptyModel: PanelModel = {
	link: "connecting",
	state: null,
	person: null,
	log: [],
	draft: "",
	files: [],
	pending: new Set(),
	problem: null,
	lastQuery: "",
	isAskingAutonomous: false,
	isLogOpen: false,
	noticesSeen: new Set(),
};
