import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { StandingWish } from "../kit/mandates/standing-answer.tsx";
import type { RunView } from "../panel-state.ts";
import type { LoginActions } from "./ask/login-offer.tsx";
import type { ReadApproval } from "./ask/server-approvals.tsx";
import type { HistoryActions } from "./chats/chat-history-drawer.tsx";
import type { RestoreActions } from "./chats/session-restore-dialog.tsx";
import type { RunCommand } from "./state/commands.ts";
import type { ExportFormat } from "./task/export-menu.tsx";

/** What the panel asks of its surroundings; no component below touches the browser. */
export type PanelActions = {
	readonly command: RunCommand;
	readonly onDraft: (draft: string) => void;
	readonly onFiles: (files: readonly File[]) => void;
	readonly onFileRemoved: (id: string) => void;
	readonly onAskAutonomous: () => void;
	readonly onCloseAutonomous: () => void;
	readonly onToggleLog: () => void;
	readonly onNoticeClosed: (domain: string, again: boolean) => void;
	/** Opens the console, at a page of its own. */
	readonly onSettings: (page?: string) => void;
	/** The menu with the user's tenants opened. */
	readonly onTenants?: (() => void) | undefined;
	/** Saves recovery codes as a file. */
	readonly onCodesDownload?: ((codes: readonly string[]) => void) | undefined;
	readonly onShowTab: (tabId: number) => void;
	/** Shows the chat of a task that runs in the panel's own tab. */
	readonly onShowChat: (sessionId: SessionId) => void;
	readonly onChromeGrant: (wait: Extract<NonNullable<RunView["wait"]>, { kind: "site" }>) => void;
	/** Reads what a question about the server is about. Keeps its identity. */
	readonly readApproval: ReadApproval;
	/** Lets a routine act without asking from now on. @returns why not; "" where it may */
	readonly grant: (wish: StandingWish) => Promise<string>;
	/** The vault at a hand-over. Keeps its identity. */
	readonly logins: LoginActions;
	/** Opens the drawer of chats. */
	readonly onHistory?: (() => void) | undefined;
	readonly history?: HistoryActions | undefined;
	readonly onNewChat?: (() => void) | undefined;
	readonly restore?: RestoreActions | undefined;
	readonly onLoadOlder?: (() => void) | undefined;
	/** Reads the messages again after a failure. */
	readonly onReadAgain?: (() => void) | undefined;
	/** Sends a sentence again, by the key of its turn. */
	readonly onResend?: ((key: string) => void) | undefined;
	/** A sentence that came too late was put into the composer. */
	readonly onLateNoteUsed?: ((sentence: string) => void) | undefined;
	readonly onExport?: ((run: RunView, format: ExportFormat) => void) | undefined;
	/** Copies a link to the task, or takes it back. @returns whether that worked */
	readonly onShare?: ((taskId: TaskId, isWanted: boolean) => Promise<boolean>) | undefined;
};
