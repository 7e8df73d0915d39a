import type { ModelView } from "@webhand/contracts/agent/model";
import type { Tenant } from "@webhand/contracts/auth/account";
import type { Session, SessionStatus } from "@webhand/contracts/chat/sessions";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import type { Transport } from "../panel-state.ts";
import type { Start } from "./chat/shown/use-start.ts";
import type { PanelModel } from "./state/model.ts";
import type { Turn } from "./state/select.ts";

/** The state of a list from the server. `offline.at`: when the shown list was read, in ms since the epoch. */
export type ListState =
	| { readonly kind: "loading" }
	| { readonly kind: "ready" }
	| { readonly kind: "error"; readonly message: string; readonly requestId?: string | undefined }
	| { readonly kind: "offline"; readonly at: number };

/** `status: "all"` leaves archived chats out, `domain: ""` is every site. `domains` are the choices of the filter. */
export type HistoryFilter = { readonly status: SessionStatus | "all"; readonly domain: string };

/** The drawer of chats, newest first. */
export type HistoryView = {
	readonly isOpen: boolean;
	readonly sessions: readonly Session[];
	/** The chat that the panel shows. */
	readonly currentId: SessionId | null;
	readonly query: string;
	readonly filter: HistoryFilter;
	readonly domains: readonly string[];
	readonly state: ListState;
	readonly hasMore: boolean;
	/** Why the last rename, archive or delete failed; "" for none. */
	readonly problem: string;
};

/** A task that runs or waits on the server and has no live tab in this browser. */
export type WaitingTask = {
	readonly taskId: TaskId;
	readonly sessionId: SessionId;
	readonly query: string;
	readonly domain: string;
	readonly url: string;
	readonly state: "running" | "waiting" | "interrupted";
	readonly updatedAt: number;
};

/** What became of a question. `refused`: the server did not take the answer. `elsewhere.answer` is "" where it is unknown. */
export type AskOutcome =
	| { readonly kind: "sent" }
	| { readonly kind: "refused"; readonly message: string }
	| { readonly kind: "expired" }
	| { readonly kind: "elsewhere"; readonly answer: string }
	| { readonly kind: "withdrawn" };

/** The messages of the server as turns; without it the panel draws what the worker knows. */
export type ConversationView = {
	readonly turns: readonly Turn[];
	readonly hasOlder: boolean;
	readonly isLoadingOlder: boolean;
	/** What the model has written so far of its next step. */
	readonly thought?: string | undefined;
	readonly reading?: ReadingState | undefined;
};

/** How far the messages of a chat were read. `error`: the shown ones may be old, or missing. */
export type ReadingState = Extract<ListState, { readonly kind: "loading" | "ready" | "error" }>;

export type Density = "comfortable" | "compact";

/** The tenants that the user may work in. */
export type TenantsView =
	| { readonly kind: "loading" }
	| { readonly kind: "failed" }
	| { readonly kind: "ready"; readonly tenants: readonly Tenant[] };

/** What the panel draws: its own state, and what other sources add once they are there. */
export type PanelView = PanelModel & {
	readonly history?: HistoryView | undefined;
	readonly tenants?: TenantsView | undefined;
	readonly restore?: readonly WaitingTask[] | undefined;
	/** Server-run tasks that were at work when the panel opened. */
	readonly serverTasks?: readonly AgentSessionRow[] | undefined;
	/** The domain that the panel switched to; announced once. */
	readonly switchedTo?: string | undefined;
	readonly transport?: Transport | undefined;
	readonly conversation?: ConversationView | undefined;
	/** The shown chat; tasks begin in it. */
	readonly sessionId?: SessionId | undefined;
	/** The site of the shown chat, and where its running task went. */
	readonly place?: string | undefined;
	readonly ask?: AskOutcome | undefined;
	readonly decider?: Pick<ModelView, "provider" | "name" | "source"> | undefined;
	/** The task runs on another device; it can be stopped from here. */
	readonly isRemote?: boolean | undefined;
	readonly density?: Density | undefined;
	/** What an empty chat offers. */
	readonly start?: Start | undefined;
};
