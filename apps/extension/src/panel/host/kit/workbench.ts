import type { WorkspaceId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../../signed-in-api.ts";

/** What each view of a workspace works with. */
export type Workbench = {
	readonly api: SignedInApi;
	readonly workspaceId: WorkspaceId;
	readonly canWrite: boolean;
	readonly canSearch: boolean;
	/** Counts the changes made from this panel; what was read before an increase is old. */
	readonly version: number;
	readonly onChanged: () => void;
	/** Names the file whose edit is not saved; null for none. */
	readonly setUnsaved: (name: string | null) => void;
	/** Goes on, after a question where an edit would be lost. */
	readonly leave: (go: () => void) => void;
};
