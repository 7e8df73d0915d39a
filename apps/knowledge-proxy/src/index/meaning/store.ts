import type { MeaningTrial } from "@webhand/contracts/knowledge/meaning";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Scope } from "../../scope.ts";

/** The last test of a scope, with the model that it was made with. */
export type StoredTrial = { readonly model: string; readonly at: Date; readonly trials: readonly MeaningTrial[] };

type TrialRow = StoredTrial & { readonly _id: Scope };

/** Tests of search by meaning, one a scope. */
export type TrialStore = ReturnType<typeof createTrialStore>;

export function createTrialStore(db: Db) {
	const trials: Collection<TrialRow> = db.collection("meaning_trials");
	return {
		/** Null for a scope that was never tested, or with another model. */
		get: async (scope: Scope, model: string): Promise<StoredTrial | null> => trials.findOne({ _id: scope, model }, requestLimit),
		put: async (scope: Scope, trial: StoredTrial): Promise<void> => {
			await trials.replaceOne({ _id: scope }, trial, { upsert: true });
		},
	};
}
