import type { BodyOf } from "@webhand/contracts/routes";
import type { Routine } from "@webhand/contracts/routine/routine";
import { createRoutineRoute } from "@webhand/contracts/routine/routine";
import type { ServerProblem } from "../../kit/load/problem.ts";
import { problemOf } from "../../kit/load/problem.ts";
import type { SignedInApi } from "../../signed-in-api.ts";

type Body = BodyOf<typeof createRoutineRoute>;

/** Stores a routine under the recording's id, so that a second press stores nothing more. */
export type SaveRoutine = (recordingId: string, body: Body) => Promise<Saving>;

export type Saving =
	| { readonly ok: true; readonly routine: Pick<Routine, "id" | "name"> }
	| { readonly ok: false; readonly problem: ServerProblem };

export function createSave(api: SignedInApi): SaveRoutine {
	return async (recordingId, body) => {
		try {
			const { routine } = await api.call(createRoutineRoute, { body, headers: { "idempotency-key": recordingId } });
			return { ok: true, routine };
		} catch (error) {
			return { ok: false, problem: problemOf(error) };
		}
	};
}
