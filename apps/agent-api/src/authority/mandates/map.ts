import type { Mandate, MandateUse } from "@webhand/contracts/authority/mandate";
import { TaskId } from "@webhand/contracts/ids";
import type { StandingMandate } from "../../policy/authority/mandate.ts";
import { defined } from "../../shared/defined.ts";
import type { StoredMandate, StoredUse } from "./store.ts";

/** A stored mandate as the gate reads it. @param isByAdmin its person is an admin now @throws never */
export const standingOf = ({ _id: id, cents, ...mandate }: StoredMandate, isByAdmin: boolean): StandingMandate => ({
	...mandate,
	id,
	spent: cents / 100,
	isByAdmin,
});

/** What ended a mandate beside its date: its run is over, or the routine has another version. */
export type Ending = { readonly isOver: boolean; readonly now: Date };

/** A mandate as its readers see it. @throws never */
export function mandateOf(row: StoredMandate, ending: Ending): Mandate {
	const { _id: id, userId, routineId, routineName, version, runId, sites, uses, used, cents, amount, hours, revokedAt, revokedBy } = row;
	return {
		id,
		userId,
		routineId,
		routineName,
		version,
		steps: row.steps.map(({ step }, at) => ({ id: step.id, text: row.texts[at] ?? "" })),
		sites: [...sites],
		uses,
		used,
		spent: cents / 100,
		until: row.until.toISOString(),
		state: stateOf(row, ending),
		createdAt: row.createdAt.toISOString(),
		...defined({ runId, amount, hours, revokedBy, revokedAt: revokedAt?.toISOString() }),
	};
}

function stateOf({ revokedAt, used, uses, until }: StoredMandate, { isOver, now }: Ending): Mandate["state"] {
	if (revokedAt !== undefined) return "revoked";
	if (used >= uses) return "used_up";
	return isOver || until <= now ? "ended" : "standing";
}

/** A use as its readers see it. @throws never */
export function useOf({ at, taskId, stepIndex, runId, rowKey, step, amount }: StoredUse): MandateUse {
	return { at: at.toISOString(), taskId: TaskId.parse(taskId), stepIndex, runId, rowKey, step, ...defined({ amount }) };
}
