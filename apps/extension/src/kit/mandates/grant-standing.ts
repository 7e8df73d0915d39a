import { grantMandateRoute } from "@webhand/contracts/authority/mandate";
import type { SignedInApi } from "../../signed-in-api.ts";
import type { StandingWish } from "./standing-answer.tsx";

/** Lets a routine act without asking, as a question was answered. @throws what the call throws: then nothing is allowed */
export async function grantStanding(
	api: Pick<SignedInApi, "call">,
	{ terms, isForRun, runId, step, ...version }: StandingWish,
): Promise<void> {
	await api.call(grantMandateRoute, { body: { ...terms, ...version, steps: [step], ...(isForRun ? { runId } : {}) } });
}
