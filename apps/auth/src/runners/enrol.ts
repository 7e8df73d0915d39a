import { randomBytes } from "node:crypto";
import type { enrolRunnerRoute, renewRunnerRoute } from "@webhand/contracts/auth/runners";
import { RunnerSecret, runnerLimits } from "@webhand/contracts/auth/runners";
import { TenantId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import { hashOf } from "../api-keys/engine.ts";
import type { Caller } from "../audit/store.ts";
import type { DescribeDeps } from "../sessions/describe.ts";
import { describeSignIn } from "../sessions/describe.ts";
import { signRunnerToken, startServiceSignIn } from "../sessions/engine.ts";
import type { SignIn } from "../sessions/policy.ts";
import { isHolding } from "../sessions/policy.ts";
import type { AddressLimit } from "../sign-in/address-limit.ts";
import type { CountedDeps } from "../sign-in/counted.ts";
import { noteRefused, tooManyAttempts } from "../sign-in/counted.ts";
import type { RunnerDeps } from "./engine.ts";
import type { StoredRunner } from "./store.ts";

/** What enrolment needs. `wrongCodes` counts refused codes and secrets of an address. */
export type EnrolDeps = RunnerDeps & Pick<CountedDeps, "log"> & { readonly describe: DescribeDeps; readonly wrongCodes: AddressLimit };

const dayMs = 86_400_000;

/**
 * Signs a runner in as its service account and uses its code up; of two at once one gets in.
 *
 * @throws AppError UNAUTHORIZED for a code that is unknown, used or too old, or an account that may not work here any more; RATE_LIMIT after 30
 *   wrong ones of an address in a quarter of an hour, for wrong ones alone
 */
export async function enrolRunner(deps: EnrolDeps, code: string, caller: Caller): Promise<ReplyOf<typeof enrolRunnerRoute>> {
	const hash = hashOf(code);
	const runner = await deps.runners.byCode(hash);
	const now = deps.now();
	if (runner?.code === undefined) throw await refused(deps, { message: noCode, caller });
	if (runner.code.expiresAt <= now) {
		const { id, tenantId, userId: actorId } = runner;
		const row = { ...caller, at: now, actorId, tenantId: TenantId.parse(tenantId), sid: null, target: actorId, facts: { runner: id } };
		await noteRefused(deps, { ...row, action: "runner.refuse", outcome: "failed", reason: "expired" });
		throw await refused(deps, { message: `This code was for ${runnerLimits.codeMinutes} minutes. Make a new one`, caller });
	}
	const secret = RunnerSecret.parse(`whrs_${randomBytes(32).toString("base64url")}`);
	const { userId, tenantId: orgId, id: runnerId } = runner;
	const tenantId = TenantId.parse(orgId);
	const expiresAt = new Date(now.getTime() + runnerLimits.signInDays * dayMs);
	const signIn = await startServiceSignIn(
		deps.sessions,
		{
			of: { method: "runner", runnerId, userId, tenantId, expiresAt },
			admit: async (transaction, { sid }) => {
				const enrolment = { sid, secretHash: hashOf(secret), at: now };
				if (!(await deps.runners.enrol(transaction, { id: runnerId, code: hash }, enrolment))) throw new AppError("UNAUTHORIZED", noCode);
			},
		},
		caller,
	);
	return { ...(await signInOf(deps, runner, signIn)), secret };
}

/** A new access token of a runner's sign-in. @throws AppError UNAUTHORIZED once that has ended; RATE_LIMIT as `enrolRunner` */
export async function renewRunner(deps: EnrolDeps, secret: string, caller: Caller): Promise<ReplyOf<typeof renewRunnerRoute>> {
	const runner = await deps.runners.bySecret(hashOf(secret));
	const signIn = runner?.enrolment === undefined ? null : await deps.sessions.store.get(runner.enrolment.sid);
	if (runner === null || signIn === null || !isHolding(signIn, deps.now())) throw await refused(deps, { message: ended, caller });
	return await signInOf(deps, runner, signIn);
}

const noCode = "This code is not known, or was used. Make a new one for the runner";
const ended = "The sign-in of this runner has ended. Make a new code for it";

async function signInOf(deps: EnrolDeps, { id, name, labels, capacity }: StoredRunner, signIn: SignIn) {
	const described = await describeSignIn(deps.describe, signIn);
	if (described === null) throw new AppError("UNAUTHORIZED", ended);
	const token = await signRunnerToken(deps.sessions, signIn, { id, labels, capacity });
	return { ...described, ...token, runner: { id, name, labels, capacity }, until: signIn.expiresAt.toISOString() };
}

async function refused(deps: EnrolDeps, { message, caller }: { readonly message: string; readonly caller: Caller }): Promise<AppError> {
	const seconds = await deps.wrongCodes.waitOf(caller.ip);
	return seconds === null ? new AppError("UNAUTHORIZED", message) : tooManyAttempts(seconds);
}
