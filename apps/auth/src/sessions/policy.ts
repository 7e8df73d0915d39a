import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { SessionRecord } from "@webhand/contracts/auth/tokens";
import type { ApiKeyId, Role, RunnerId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";

/** A sign-in: the truth that the copies in Redis are made of. `v` rises with every change that a copy shows. */
export type SignIn = {
	readonly sid: SignInId;
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly roles: readonly Role[];
	readonly limits: TenantLimits;
	/** How the user proved who they are; a sign-in through a provider holds for its tenant alone, as do those of API keys and runners. */
	readonly method: "password" | "provider" | "key" | "runner";
	/** The API key that a sign-in stands for. */
	readonly keyId?: ApiKeyId;
	/** The runner that is signed in. */
	readonly runnerId?: RunnerId;
	readonly secondFactor: boolean;
	readonly v: number;
	readonly status: "active" | "revoked";
	readonly createdAt: Date;
	readonly lastSeenAt: Date;
	readonly expiresAt: Date;
	readonly ip: string;
	readonly userAgent: string;
};

/** How a person signs in. */
export type PersonalMethod = Exclude<SignIn["method"], "key" | "runner">;
/** A sign-in of a person. */
export type PersonalSignIn = SignIn & { readonly method: PersonalMethod };

/** How long a copy of an active sign-in is valid. */
const copyMs = 900_000;
/** `lastSeenAt` is written at most this often. */
const seenEveryMs = 300_000;
/** Services accept a token this long after its end, so its revocation must be known as long. */
const toleranceMs = 60_000;

/** The copy of a sign-in for all services, and for how many seconds Redis keeps it. */
export type Copy = { readonly record: SessionRecord; readonly keepSeconds: number };

/**
 * Makes the copy. An active copy is valid for 900 s and never longer than its token; a revoked one is kept until no service accepts
 * the token.
 *
 * @throws never
 */
export function copyOf(signIn: SignIn, now: Date): Copy {
	const end = signIn.expiresAt.getTime();
	const until = signIn.status === "active" ? Math.min(now.getTime() + copyMs, end) : end + toleranceMs;
	const { userId, tenantId, roles, limits, v, status } = signIn;
	return {
		record: { v, s: status, uid: userId, tid: tenantId, roles: [...roles], limits, exp: seconds(end), until: seconds(until) },
		keepSeconds: Math.max(1, seconds(until - now.getTime())),
	};
}

/** Does the sign-in still hold? One past its end does not, whatever its status says. @throws never */
export function isHolding(signIn: SignIn, now: Date): boolean {
	return signIn.status === "active" && signIn.expiresAt.getTime() + toleranceMs > now.getTime();
}

/** Did a person sign in, rather than an API key or a runner? @throws never */
export function isOfPerson(signIn: SignIn): signIn is PersonalSignIn {
	return signIn.method !== "key" && signIn.method !== "runner";
}

/** Is `lastSeenAt` old enough to be written again? @throws never */
export function isSeenDue(lastSeenAt: Date, now: Date): boolean {
	return now.getTime() - lastSeenAt.getTime() >= seenEveryMs;
}

function seconds(ms: number): number {
	return Math.ceil(ms / 1_000);
}
