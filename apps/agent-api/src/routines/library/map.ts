import type { Routine, RoutineVersion, VersionSummary } from "@webhand/contracts/routine/routine";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { defined } from "../../shared/defined.ts";
import { mayEdit, versionStateOf } from "./policy.ts";
import type { StoredRoutine, StoredVersion } from "./store.ts";

/** A routine as a row of the caller's library. @throws never */
export function routineOf(row: StoredRoutine, caller: Parameters<typeof mayEdit>[1]): Routine {
	const { _id: id, name, description, ownerId, isShared, version, proposed, stepCount, hasChecks, lastRunAt } = row;
	return {
		id,
		name,
		description,
		sites: [...row.sites],
		ownerId,
		isShared,
		canEdit: mayEdit(row, caller),
		version,
		inputs: [...row.inputs],
		stepCount,
		hasChecks,
		...defined({ proposed, lastRunAt: lastRunAt?.toISOString() }),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

/** A version of a routine whose current one is `current`. @throws never */
export function versionSummaryOf(row: Omit<StoredVersion, "program">, current: number): VersionSummary {
	const { number, origin, stepCount, createdBy } = row;
	return { number, state: versionStateOf(row, current), origin, stepCount, createdBy, createdAt: row.createdAt.toISOString() };
}

/** A version with its steps in words. @throws never */
export function versionOf(row: StoredVersion, current: number): RoutineVersion {
	return { ...versionSummaryOf(row, current), program: row.program, sentences: [...sentencesOf(row.program)] };
}
