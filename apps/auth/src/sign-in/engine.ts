import type { LoginReply, LoginRequest } from "@webhand/contracts/auth/sign-in";
import type { Log } from "@webhand/service-kit/logs";
import { normalizeEmail } from "../accounts/email.ts";
import type { AccountStore, User } from "../accounts/store.ts";
import type { AuditRow, AuditStore, Caller } from "../audit/store.ts";
import type { SessionDeps, StartedSignIn } from "../sessions/engine.ts";
import { startSignIn } from "../sessions/engine.ts";
import type { Admission, Attempts } from "./attempts.ts";
import type { Passwords } from "./passwords.ts";
import type { TenantChoice } from "./policy.ts";
import { judgeSignIn } from "./policy.ts";

/** What signing in needs. */
export type SignInDeps = {
	readonly accounts: Pick<AccountStore, "userByEmail" | "membershipsOf" | "replacePasswordHash">;
	readonly attempts: Attempts;
	readonly passwords: Passwords;
	readonly sessions: SessionDeps;
	readonly audit: Pick<AuditStore, "insert">;
	readonly personalTenants: boolean;
	readonly now: () => Date;
	readonly log: Log;
};

/** How it ended. A second factor will be a third arm. */
export type SignInResult =
	| { readonly kind: "signed_in"; readonly reply: LoginReply }
	| { readonly kind: "refused"; readonly code: "INVALID_CREDENTIALS" | "ACCOUNT_DISABLED" }
	| { readonly kind: "wait"; readonly seconds: number };

type Admitted = Extract<Admission, { readonly kind: "admitted" }>;

/**
 * Signs a user in: count the attempt, check the password, judge, record, answer. Unknown email and wrong password take the same path
 * and the same time.
 *
 * @throws AppError SERVICE_UNAVAILABLE when attempts cannot be counted or too many wait
 */
export async function signIn(deps: SignInDeps, login: LoginRequest, caller: Caller): Promise<SignInResult> {
	const email = normalizeEmail(login.email);
	const admission = await deps.attempts.admit(email, caller.ip);
	if (admission.kind === "wait") {
		await note(deps, { ...caller, ...nobody, outcome: "delayed", reason: null });
		return admission;
	}
	try {
		return await attempt(deps, { email, password: login.password, admission }, caller);
	} catch (cause) {
		await admission.settle("undecided");
		throw cause;
	}
}

async function attempt(
	deps: SignInDeps,
	{ email, password, admission }: { readonly email: string; readonly password: string; readonly admission: Admitted },
	caller: Caller,
): Promise<SignInResult> {
	const user = await deps.accounts.userByEmail(email);
	const isPasswordRight = await deps.passwords.matches(user?.passwordHash ?? null, password);
	const memberships = user !== null && isPasswordRight ? await deps.accounts.membershipsOf(user.id) : [];
	const verdict = judgeSignIn({ user, isPasswordRight, memberships, personalTenants: deps.personalTenants });
	if (verdict.kind === "refused" || user === null) {
		const code = verdict.kind === "refused" ? verdict.code : "INVALID_CREDENTIALS";
		// A right password for a disabled account counts neither as a guess nor as a success.
		await admission.settle(code === "ACCOUNT_DISABLED" ? "undecided" : "failed");
		await note(deps, {
			...caller,
			...nobody,
			actorId: user?.id ?? null,
			tenantId: user?.lastTenantId ?? null,
			outcome: "failed",
			reason: code,
		});
		return { kind: "refused", code };
	}
	const started = await start(deps, { user, tenant: verdict.tenant }, caller);
	await admission.settle("succeeded");
	const { id, passwordHash } = user;
	if (passwordHash !== null && deps.passwords.isOutdated(passwordHash)) await renewHash(deps, { id, passwordHash }, password);
	return { kind: "signed_in", reply: replyOf(started, user, verdict.tenant) };
}

/** The user is signed in by now; a hash that cannot be renewed is renewed at the next sign-in. */
async function renewHash(
	{ accounts, passwords, log }: SignInDeps,
	{ id, passwordHash }: { readonly id: User["id"]; readonly passwordHash: string },
	password: string,
): Promise<void> {
	try {
		await accounts.replacePasswordHash(id, passwordHash, await passwords.hash(password));
	} catch (cause) {
		log.warn({ err: cause }, "an outdated password hash was not renewed");
	}
}

function start(
	deps: SignInDeps,
	{ user, tenant }: { readonly user: User; readonly tenant: TenantChoice },
	caller: Caller,
): Promise<StartedSignIn> {
	const { tenantId, roles, limits } = tenant;
	return startSignIn(deps.sessions, { userId: user.id, tenantId, roles, limits, method: "password", secondFactor: false }, caller);
}

function replyOf({ signIn: { expiresAt }, accessToken }: StartedSignIn, user: User, tenant: TenantChoice): LoginReply {
	const { tenantId, tenantKind, tenantName, roles } = tenant;
	return {
		accessToken,
		expiresAt: expiresAt.toISOString(),
		user: { id: user.id, email: user.email, name: user.name },
		...{ tenantId, tenantName, tenantKind, roles: [...roles] },
	};
}

const nobody = { actorId: null, tenantId: null, sid: null, target: null } as const;

/** A refused attempt stays refused when its row cannot be written. */
async function note(deps: Pick<SignInDeps, "audit" | "log" | "now">, row: Omit<AuditRow, "at" | "action">): Promise<void> {
	await deps.audit
		.insert({ ...row, at: deps.now(), action: "login" })
		.catch((cause: unknown) => deps.log.warn({ err: cause }, "a refused sign-in was not audited"));
}
