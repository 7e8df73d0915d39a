import type { Mode } from "@webhand/contracts/agent/task";
import type { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import type { StandingWish } from "../../../kit/mandates/standing-answer.tsx";
import type { CommandReply } from "../../../messages.ts";
import type { PlayView } from "../../../panel-state.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { ReadApproval } from "../../ask/server-approvals.tsx";
import type { Source } from "../list/list-draft.ts";

/** Where the routines stand: the library, or one view of it. */
export type Place =
	| { readonly kind: "library" }
	| { readonly kind: "routine"; readonly id: RoutineId }
	/** With a list that is given already. */
	| { readonly kind: "list"; readonly id: RoutineId; readonly given?: Source }
	/** `words`: the columns that the person named. */
	| { readonly kind: "read"; readonly words?: string }
	| { readonly kind: "run"; readonly id: RoutineRunId }
	| { readonly kind: "save"; readonly taskId: TaskId; readonly repeats?: readonly TaskId[] }
	| { readonly kind: "version"; readonly id: RoutineId; readonly number: number };

/** The page in front as text. `withheld`: Chrome is to be asked for these origins first; `refused` says why it was not read. */
export type PageRead = CommandReply<"page_text"> | { readonly kind: "refused"; readonly message: string };

/** `allowsSite`: the address of the page that the person named, as one does for a run that is done once. */
type Playing = { readonly files?: readonly File[]; readonly allowsSite?: string };

/** What the views of routines share. */
export type RoutinesBench = {
	readonly api: SignedInApi;
	/** The signed-in person; "" for nobody. */
	readonly me: string;
	/** False while the panel shows the chat. */
	readonly isShown: boolean;
	/** The host of the page in front, with its port; "" for none. */
	readonly host: string;
	/** Its address. */
	readonly address: string;
	/** Reads it; the press that asks for it allows its site. */
	readonly readPage: () => Promise<PageRead>;
	/** Asks Chrome for a site; must be called within a press. @returns whether it was allowed */
	readonly askChrome: (origins: readonly string[]) => Promise<boolean>;
	/** Runs that this browser does. */
	readonly plays: readonly PlayView[];
	/** The mode that the panel has, and whether the settings keep it careful. */
	readonly mode: Mode;
	readonly isModeLocked: boolean;
	/** The organization to share with; "" in a tenant of one person. */
	readonly organization: string;
	readonly now: number;
	readonly go: (place: Place) => void;
	/** Reads what a question about the server is about. Keeps its identity. */
	readonly readApproval: ReadApproval;
	/** Lets a routine act without asking from now on. @returns why not; "" where it may */
	readonly grant: (wish: StandingWish) => Promise<string>;
	/** Opens the editor of a routine. */
	readonly onEdit: (id: RoutineId) => void;
	/** Records what the person does in the page; absent where nothing can be recorded. */
	readonly onRecord?: (() => void) | undefined;
	/** Lets this browser do the rows of a run. @returns why it does not; "" where it does */
	readonly onPlay: (runId: RoutineRunId, playing?: Playing) => Promise<string>;
	readonly onLeave: (runId: RoutineRunId) => void;
	readonly onShowTab: (tabId: number) => void;
	/** Allows a site that a row waits for, or refuses it. */
	readonly onSite: (domain: string, answer: "task" | "always" | "no") => void;
	/** Saves a text as a file. */
	readonly onSave: (name: string, content: string) => void;
	/** Shows the steps of a task in the console. */
	readonly onTrace: (taskId: TaskId) => void;
};
