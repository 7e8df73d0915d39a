import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutinePlay } from "../../routine-play.ts";
import { playsItem } from "../../storage.ts";

/** Runs of routines in `storage.session`: they outlive the worker, not the browser. */
export type PlayStore = ReturnType<typeof createPlayStore>;

export function createPlayStore() {
	return {
		get: async (runId: RoutineRunId): Promise<RoutinePlay | undefined> => (await playsItem.get())[runId],
		list: async (): Promise<RoutinePlay[]> => Object.values(await playsItem.get()),
		/** Keeps a run that this browser does already, without its problem; where its tab was closed it goes on in the tab that is given. */
		begin: async (play: RoutinePlay): Promise<void> => {
			await playsItem.update((plays) => {
				const known = plays[play.runId];
				const { tabId, windowId, hasOwnTab, isTaken } = play;
				const place = known?.problem?.code === "TAB_GONE" ? { tabId, windowId, hasOwnTab, isTaken } : {};
				return { ...plays, [play.runId]: known === undefined ? play : { ...known, ...place, problem: null, retry: null } };
			});
		},
		/** @returns the run as it is now; undefined once it was dropped */
		change: async (runId: RoutineRunId, part: Partial<RoutinePlay>): Promise<RoutinePlay | undefined> => {
			const plays = await playsItem.update((stored) => {
				const known = stored[runId];
				return known === undefined ? stored : { ...stored, [runId]: { ...known, ...part } };
			});
			return plays[runId];
		},
		/** @returns the run that was dropped */
		drop: async (runId: RoutineRunId): Promise<RoutinePlay | undefined> => {
			const known = (await playsItem.get())[runId];
			await playsItem.update(({ [runId]: _dropped, ...others }) => others);
			return known;
		},
	};
}
