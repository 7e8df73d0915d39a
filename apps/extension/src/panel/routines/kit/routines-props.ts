import type { Mode } from "@webhand/contracts/agent/task";
import type { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import type { PlayView } from "../../../panel-state.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";

/** Where the routines stand: the library, or one view of it. */
export type Place =
	| { readonly kind: "library" }
	| { readonly kind: "routine"; readonly id: RoutineId }
	| { readonly kind: "list"; readonly id: RoutineId }
	| { readonly kind: "run"; readonly id: RoutineRunId }
	| { readonly kind: "save"; readonly taskId: TaskId }
	| { readonly kind: "version"; readonly id: RoutineId; readonly number: number };

/** What the views of routines share. */
export type RoutinesBench = {
	readonly api: SignedInApi;
	/** False while the panel shows the chat. */
	readonly isShown: boolean;
	/** The host of the page in front, with its port; "" for none. */
	readonly host: string;
	/** Runs that this browser does. */
	readonly plays: readonly PlayView[];
	/** The mode that the panel has, and whether the settings keep it careful. */
	readonly mode: Mode;
	readonly isModeLocked: boolean;
	/** The organization to share with; "" in a tenant of one person. */
	readonly organization: string;
	readonly now: number;
	readonly go: (place: Place) => void;
	/** Lets this browser do the rows of a run. @returns why it does not; "" where it does */
	readonly onPlay: (runId: RoutineRunId, files?: readonly File[]) => Promise<string>;
	readonly onLeave: (runId: RoutineRunId) => void;
	readonly onShowTab: (tabId: number) => void;
	/** Saves a text as a file. */
	readonly onSave: (name: string, content: string) => void;
	/** Shows the steps of a task in the console. */
	readonly onTrace: (taskId: TaskId) => void;
};
