import type { UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { AccountStore, User } from "../accounts/store.ts";
import type { AuditRow, AuditStore } from "../audit/store.ts";
import type { Sealed } from "../keys/seal.ts";
import { seal, unseal } from "../keys/seal.ts";
import type { FactorStore } from "./store/factors.ts";
import { hashOfRecoveryCode, makeRecoveryCodes, makeSecret, stepOf, uriOf } from "./totp.ts";

/** What checking a code needs. `secretKey`: 32 bytes under which the secrets are sealed. */
export type CodeDeps = {
	readonly factors: FactorStore;
	readonly accounts: Pick<AccountStore, "changeCredentials">;
	readonly audit: Pick<AuditStore, "insert">;
	readonly secretKey: Buffer;
	readonly now: () => Date;
};

/** Who the audit names beside the action. */
export type RowBase = Omit<AuditRow, "at" | "action" | "outcome" | "reason" | "target">;

/** The second half of a check: uses the code up in the transaction of what it permits. @throws AppError INVALID_CREDENTIALS */
export type UseCode = (transaction: Transaction, row: RowBase) => Promise<void>;

/** The one refusal of a wrong, old or used code. */
export function wrongCode(): AppError {
	return new AppError("INVALID_CREDENTIALS", "The code is wrong or was used before. Enter the newest one");
}

/**
 * Checks a code of an enrolled user: six digits of the app, or a recovery code.
 *
 * @throws AppError INVALID_CREDENTIALS
 */
export async function checkCode(deps: CodeDeps, userId: UserId, code: string): Promise<UseCode> {
	const active = await deps.factors.activeOf(userId);
	if (active === null) throw wrongCode();
	if (code.length === 6) {
		const step = stepOf(unseal(deps.secretKey, userId, active.sealed), code, deps.now());
		if (step === null || step <= active.lastStep) throw wrongCode();
		return async (transaction) => {
			if (!(await deps.factors.useStep(transaction, userId, step))) throw wrongCode();
		};
	}
	const hash = hashOfRecoveryCode(code);
	if (!active.recoveryHashes.includes(hash)) throw wrongCode();
	return async (transaction, row) => {
		if (!(await deps.factors.useRecoveryCode(transaction, userId, hash))) throw wrongCode();
		await insertRow(deps, transaction, { ...row, action: "recovery_code.use", target: userId });
	};
}

/** A secret that waits for its first code: sealed for the user, and as the authenticator app takes it. */
export function newEnrolment(deps: Pick<CodeDeps, "secretKey">, user: Pick<User, "id" | "email">) {
	const secret = makeSecret();
	return { sealed: seal(deps.secretKey, user.id, secret), shown: { secret, uri: uriOf(secret, user.email) } };
}

/**
 * Checks the first code of an enrolment.
 *
 * @returns the recovery codes, and what makes the factor count
 * @throws AppError INVALID_CREDENTIALS
 */
export function checkFirstCode(
	deps: CodeDeps,
	user: User,
	{ sealed, code }: { readonly sealed: Sealed | undefined; readonly code: string },
): { readonly recoveryCodes: readonly string[]; readonly use: UseCode } {
	if (sealed === undefined || code.length !== 6) throw wrongCode();
	const step = stepOf(unseal(deps.secretKey, user.id, sealed), code, deps.now());
	if (step === null) throw wrongCode();
	const recoveryCodes = makeRecoveryCodes();
	const active = { sealed, lastStep: step, recoveryHashes: recoveryCodes.map(hashOfRecoveryCode), since: deps.now() };
	const use: UseCode = async (transaction, row) => {
		// Whoever enrolled or changed the password in between wins.
		if (!(await deps.accounts.changeCredentials(transaction, user, { hasSecondFactor: true }))) throw wrongCode();
		await deps.factors.activate(transaction, user.id, active);
		await insertRow(deps, transaction, { ...row, action: "second_factor.enrol", target: user.id });
	};
	return { recoveryCodes, use };
}

/** Writes an action that succeeded. */
export function insertRow(
	deps: Pick<CodeDeps, "audit" | "now">,
	transaction: Transaction,
	row: Omit<AuditRow, "at" | "outcome" | "reason">,
): Promise<void> {
	return deps.audit.insert({ ...row, at: deps.now(), outcome: "ok", reason: null }, transaction);
}
