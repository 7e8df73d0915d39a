import type * as routes from "@webhand/contracts/authority/login";
import type { LoginPart } from "@webhand/contracts/authority/login";
import type { LoginId, TaskId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import { defined } from "../shared/defined.ts";
import { keyFact } from "../shared/key-fact.ts";
import type { LoginCall, LoginDeps } from "./engine.ts";
import { findUsable, noting, sealOwner } from "./engine.ts";
import { factsOf, offerOf } from "./map.ts";
import type { UseRefusal } from "./policy.ts";
import { boundOf, handedOver, refusalOfUse } from "./policy.ts";
import type { Seed } from "./seed.ts";
import { codeOf } from "./seed.ts";
import type { StoredLogin } from "./store.ts";

/** Logins for the page that a task of the caller hands over. @throws AppError TASK_NOT_FOUND, NO_QUESTION, FORBIDDEN */
export async function offerLogins(
	deps: LoginDeps,
	{ identity, taskId }: LoginCall & { readonly taskId: TaskId },
): Promise<ReplyOf<typeof routes.offeredLoginsRoute>> {
	const { tenantId, userId } = identity;
	const [{ id: questionId, site, boundTo }, policy] = await Promise.all([
		findHandover(deps, { identity, taskId }),
		deps.policyOf(tenantId),
	]);
	if (policy.acts.secret === "never") throw new AppError("FORBIDDEN", refusals.policy);
	const logins = await deps.logins.ofSite(tenantId, userId, site);
	const bound = boundOf(logins, { userId, plays: boundTo, policy });
	// Nobody sits at a runner who could choose one.
	const offered = identity.runner === undefined ? logins : logins.filter(({ _id }) => _id === bound);
	return { questionId, site, logins: offered.map(offerOf), ...defined({ bound }) };
}

/**
 * Gives one part of a login for the page that a task of the caller hands over, and audits that before it does.
 *
 * @throws AppError TASK_NOT_FOUND, NO_QUESTION, QUESTION_CHANGED, NOT_FOUND, FORBIDDEN
 */
export async function useLogin(
	deps: LoginDeps,
	{ identity, loginId, body }: LoginCall & { readonly loginId: LoginId; readonly body: z.output<typeof routes.useLoginRoute.body> },
): Promise<ReplyOf<typeof routes.useLoginRoute>> {
	const { tenantId, userId } = identity;
	const { taskId, questionId, part } = body;
	const isBound = body.isBound || identity.runner !== undefined;
	const { id, site, stepIndex, plays, boundTo } = await findHandover(deps, { identity, taskId });
	if (id !== questionId) throw new AppError("QUESTION_CHANGED", "The task asks something else by now");
	const [login, policy] = await Promise.all([findUsable(deps, { identity, loginId }), deps.policyOf(tenantId)]);
	const refusal = refusalOfUse(factsOf(login), { site, part, isBound, userId, plays: boundTo, policy });
	const facts = {
		part,
		site,
		task: taskId,
		by: isBound ? "routine" : "person",
		...keyFact(identity),
		...defined({ routine: plays?.routineId }),
	};
	if (refusal !== undefined) {
		await noting(deps, identity, { action: "login.refuse", target: loginId, outcome: "refuse", facts: { ...facts, reason: refusal } })();
		throw new AppError(refusal === "no_part" ? "NOT_FOUND" : "FORBIDDEN", refusals[refusal]);
	}
	const value = valueOf(deps, login, part);
	// A login that was changed, deleted or taken back meanwhile is not given.
	if (!(await deps.logins.noteUse(login, deps.now(), noting(deps, identity, { action: "login.use", target: loginId, facts }))))
		throw new AppError("NOT_FOUND", "The login changed while it was used: try again");
	if (isBound && part !== "username") await deps.noteSignIn(tenantId, taskId, { origin: site, stepIndex });
	return { value, site };
}

const refusals: Record<UseRefusal, string> = {
	site: "This login is for another site than the page that is open",
	policy: "Your organization does not allow that passwords and codes are filled in",
	not_bound: "Nobody lets this routine use the login without a question",
	no_part: "The login has nothing for this field",
};

function valueOf({ sealer, now }: LoginDeps, login: StoredLogin, part: LoginPart): string {
	const { username, sealedPassword = "", sealedSeed = "" } = login;
	if (part === "username") return username;
	if (part === "password") return sealer.open(sealedPassword, sealOwner(login, "password"));
	return codeOf(JSON.parse(sealer.open(sealedSeed, sealOwner(login, "seed"))) as Seed, now()).value;
}

async function findHandover(deps: LoginDeps, { identity, taskId }: LoginCall & { readonly taskId: TaskId }) {
	const task = await deps.taskOf(identity, taskId);
	if (task === null) throw new AppError("TASK_NOT_FOUND", "This task does not exist");
	const question = handedOver(task, deps.now());
	if (question === undefined) throw new AppError("NO_QUESTION", "The task hands over no page now");
	return { ...question, plays: task.plays };
}
