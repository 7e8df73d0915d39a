import { randomBytes } from "node:crypto";
import type { ServiceAccount } from "@webhand/contracts/auth/api-keys";
import type { NewRunner, Runner } from "@webhand/contracts/auth/runners";
import { RunnerCode, runnerLimits } from "@webhand/contracts/auth/runners";
import type { OrgId } from "@webhand/contracts/ids";
import { RunnerId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Actor } from "../accounts/access.ts";
import { noOrganization, rowBy } from "../accounts/access.ts";
import { hashOf } from "../api-keys/engine.ts";
import type { ServiceAccountDeps } from "../api-keys/service-accounts.ts";
import { accountOf, insertServiceAccount } from "../api-keys/service-accounts.ts";
import { endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import { isHolding } from "../sessions/policy.ts";
import type { RunnerStore, StoredRunner, WhichRunner } from "./store.ts";

/** What runners need. */
export type RunnerDeps = ServiceAccountDeps & { readonly runners: RunnerStore; readonly publicUrl: string };

/** A runner with a code that is told this once. */
type Coded = { readonly runner: Runner; readonly code: string; readonly server: string };

/** Runners of an organization, by name. @throws AppError NOT_FOUND */
export async function listRunners(deps: RunnerDeps, orgId: OrgId): Promise<Runner[]> {
	if ((await deps.orgs.get(orgId)) === null) throw noOrganization();
	const [runners, accounts, signIns] = await Promise.all([
		deps.runners.list(orgId),
		deps.orgs.serviceAccounts(orgId),
		deps.sessions.store.activeOf({ tenantId: TenantId.parse(orgId), method: "runner" }),
	]);
	const now = deps.now();
	const holding = new Set(signIns.filter((signIn) => isHolding(signIn, now)).map(({ sid }) => sid));
	return runners.flatMap((runner) => {
		const account = accounts.find(({ userId }) => userId === runner.userId);
		const isEnrolled = runner.enrolment !== undefined && holding.has(runner.enrolment.sid);
		return account === undefined ? [] : [shownRunner(runner, { account: accountOf(account), isEnrolled, now })];
	});
}

/**
 * Adds a runner with its first code. Without `userId` it gets a service account of its name.
 *
 * @throws AppError NOT_FOUND for an organization or a service account that is not there; LIMIT_REACHED
 */
export async function addRunner(
	deps: RunnerDeps,
	{ orgId, wish }: { readonly orgId: OrgId; readonly wish: NewRunner },
	actor: Actor,
): Promise<Coded> {
	const now = deps.now();
	const { name, labels, capacity } = wish;
	const { code, stored } = newCode(now);
	const made = await deps.sessions.transact(async (transaction) => {
		// Of two at the limit the second is counted anew, since both write the organization.
		if ((await deps.accounts.touchOrganization(transaction, orgId)) === null) throw noOrganization();
		if ((await deps.runners.count(transaction, orgId)) >= runnerLimits.runners)
			throw new AppError("LIMIT_REACHED", `There are ${runnerLimits.runners} runners. Remove one first`);
		const account = await accountFor(deps, transaction, { orgId, wish, actor });
		const runner: StoredRunner = {
			id: deps.sessions.ids.prefixed(RunnerId, "rnr"),
			tenantId: orgId,
			userId: account.userId,
			name,
			labels,
			capacity,
			createdBy: actor.userId,
			createdAt: now,
			code: stored,
		};
		await deps.runners.insert(transaction, runner);
		await note(deps, transaction, { runner, action: "runner.add", actor });
		return { runner, account };
	});
	return { runner: shownRunner(made.runner, { account: made.account, isEnrolled: false, now }), code, server: deps.publicUrl };
}

async function accountFor(
	deps: RunnerDeps,
	transaction: Transaction,
	{ orgId, wish, actor }: { readonly orgId: OrgId; readonly wish: NewRunner; readonly actor: Actor },
): Promise<ServiceAccount> {
	if (wish.userId === undefined) return await insertServiceAccount(deps, transaction, { orgId, name: wish.name, actor });
	const account = (await deps.orgs.serviceAccounts(orgId, transaction)).find(({ userId }) => userId === wish.userId);
	if (account === undefined) throw new AppError("NOT_FOUND", "userId: there is no such service account. Leave it out to make one");
	return accountOf(account);
}

/** Makes a new code for a runner; its sign-in and the code before end. @throws AppError NOT_FOUND */
export async function newRunnerCode(deps: RunnerDeps, which: WhichRunner, actor: Actor): Promise<Coded> {
	const now = deps.now();
	const { code, stored } = newCode(now);
	const { runner, ended } = await deps.sessions.transact(async (transaction) => {
		const coded = await deps.runners.setCode(transaction, which, stored);
		if (coded === null) throw noRunner();
		await note(deps, transaction, { runner: coded, action: "runner.code", actor });
		return { runner: coded, ended: await endSignIns(deps, transaction, { runner: coded, actor }) };
	});
	await publishSignIns(deps.sessions, ended);
	const account = (await deps.orgs.serviceAccounts(which.orgId)).find(({ userId }) => userId === runner.userId);
	if (account === undefined) throw noRunner();
	return { runner: shownRunner(runner, { account: accountOf(account), isEnrolled: false, now }), code, server: deps.publicUrl };
}

/** Removes a runner and ends its sign-in. @throws AppError NOT_FOUND */
export async function removeRunner(deps: RunnerDeps, which: WhichRunner, actor: Actor): Promise<void> {
	const ended = await deps.sessions.transact(async (transaction) => {
		const runner = await deps.runners.remove(transaction, which);
		if (runner === null) throw noRunner();
		await note(deps, transaction, { runner, action: "runner.remove", actor });
		return await endSignIns(deps, transaction, { runner, actor });
	});
	await publishSignIns(deps.sessions, ended);
}

type Noted = { readonly runner: StoredRunner; readonly actor: Actor; readonly action: "runner.add" | "runner.code" | "runner.remove" };

async function note(deps: RunnerDeps, transaction: Transaction, { runner, actor, action }: Noted): Promise<void> {
	const { id, tenantId, userId, name, labels, capacity } = runner;
	const facts = { runner: id, name, ...(action === "runner.add" ? { labels, capacity } : {}) };
	await deps.audit.insert({ ...rowBy(actor, deps.now(), TenantId.parse(tenantId)), action, target: userId, facts }, transaction);
}

function endSignIns(
	{ sessions }: RunnerDeps,
	transaction: Transaction,
	{ runner, actor }: { readonly runner: StoredRunner; readonly actor: Actor },
) {
	const whose = { tenantId: TenantId.parse(runner.tenantId), userId: runner.userId, runnerId: runner.id };
	return endSignInsWith(sessions, transaction, { whose, reason: "runner", actorId: actor.userId, caller: actor.caller });
}

function newCode(now: Date) {
	const code = RunnerCode.parse(`whr_${randomBytes(32).toString("base64url")}`);
	return { code, stored: { hash: hashOf(code), expiresAt: new Date(now.getTime() + runnerLimits.codeMinutes * 60_000) } };
}

type Around = { readonly account: ServiceAccount; readonly isEnrolled: boolean; readonly now: Date };

function shownRunner(runner: StoredRunner, { account, isEnrolled, now }: Around): Runner {
	const { id, name, labels, capacity, code, createdAt, enrolment } = runner;
	const { userId, name: accountName, status } = account;
	return {
		id,
		name,
		labels,
		capacity,
		account: { userId, name: accountName, status },
		isEnrolled,
		code: code === undefined || code.expiresAt <= now ? null : { expiresAt: code.expiresAt.toISOString() },
		createdAt: createdAt.toISOString(),
		enrolledAt: enrolment?.at.toISOString() ?? null,
	};
}

function noRunner(): AppError {
	return new AppError("NOT_FOUND", "There is no such runner");
}
