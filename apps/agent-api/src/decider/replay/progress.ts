import type { ReplayState } from "@webhand/routines/replay/state";

/**
 * Where a row stands, kept with its task. `phase`: an earlier attempt may have saved the row, which is only read back, or `all` of it is
 * played. `canReadBack`: the routine knows the way to what it saved. `isRefused`: it ended at a step that commits, which the page did not
 * take. `missing`: the step that was not found and that the person was asked about.
 */
export type RowProgress = {
	readonly phase: "read_back" | "all";
	readonly replay: ReplayState;
	readonly canReadBack: boolean;
	readonly isRefused?: true;
	readonly missing?: string;
};

/** The progress that a task holds; null where it holds none. @throws never */
export function progressOf(state: unknown): RowProgress | null {
	if (typeof state !== "object" || state === null || !("phase" in state)) return null;
	const progress = state as RowProgress;
	const filledIn: unknown = progress.replay.filledIn;
	// Rows that an earlier version began name one document.
	return typeof filledIn === "string" ? { ...progress, replay: { ...progress.replay, filledIn: [filledIn] } } : progress;
}
