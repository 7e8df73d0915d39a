import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { AuditStore, Caller } from "../audit/store.ts";
import type { Keyring } from "./engine.ts";
import type { KeyAnnouncer } from "./events.ts";
import type { KeyFacts } from "./policy.ts";
import { successorOf } from "./policy.ts";
import type { KeyStore, StoredKey } from "./store.ts";
import type { Vault } from "./vault.ts";

/** What an operator's work on the keys needs. */
export type KeyOperationDeps = {
	readonly store: KeyStore;
	readonly vault: Pick<Vault, "make">;
	readonly keyring: Pick<Keyring, "reload">;
	/** Verifies tokens of this process with the keys as they are now. */
	readonly refreshGuard: () => Promise<void>;
	readonly announcer: KeyAnnouncer;
	readonly audit: Pick<AuditStore, "insert">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly now: () => Date;
};

/** Who acts, from where. */
export type Operator = { readonly identity: Identity; readonly caller: Caller };

/**
 * Publishes a new key, which signs ten minutes later; `Keyring.tend` promotes it. Of two calls at once one wins.
 *
 * @returns its key id
 * @throws AppError FORBIDDEN; KEY_CHANGED while an earlier new key waits
 */
export async function rotateKey(deps: KeyOperationDeps, operator: Operator): Promise<string> {
	requireOperator(operator.identity);
	const key: StoredKey = { ...(await deps.vault.make()), state: "next", since: deps.now() };
	await deps.transact(async (transaction) => {
		if (!(await deps.store.insert(transaction, key))) throw keyChanged("A new key was published already and signs within ten minutes");
		await audit(deps, transaction, { operator, action: "key.rotate", kid: key.kid });
	});
	await takeOver(deps);
	return key.kid;
}

/**
 * Retires a key at once: its tokens end on all services when the message reaches them, after five minutes at most. A retired current key
 * is followed by another in the same transaction.
 *
 * @throws AppError FORBIDDEN; NOT_FOUND for an unknown or retired key; KEY_CHANGED when its state changed meanwhile
 */
export async function retireKey(deps: KeyOperationDeps, operator: Operator, kid: string): Promise<void> {
	requireOperator(operator.identity);
	const keys = await deps.store.list();
	const retired = keys.find((key) => key.kid === kid);
	if (retired === undefined) throw new AppError("NOT_FOUND", "This key does not exist or is retired already");
	const fresh = await deps.vault.make();
	await deps.transact(async (transaction) => {
		const at = deps.now();
		if (!(await deps.store.move(transaction, kid, { from: retired.state, to: "retired", at }))) throw keyChanged();
		await succeed(deps, transaction, { retired, keys, fresh: { ...fresh, state: "current", since: at } });
		await audit(deps, transaction, { operator, action: "key.retire", kid });
	});
	await takeOver(deps);
	await deps.announcer.announceRetired(kid);
}

async function succeed(
	{ store }: KeyOperationDeps,
	transaction: Transaction,
	{ retired, keys, fresh }: { readonly retired: KeyFacts; readonly keys: readonly KeyFacts[]; readonly fresh: StoredKey },
): Promise<void> {
	const successor = successorOf(retired, keys);
	switch (successor.kind) {
		case "none":
			return;
		case "promote":
			if (!(await store.move(transaction, successor.kid, { from: "next", to: "current", at: fresh.since }))) throw keyChanged();
			return;
		case "create":
			if (!(await store.insert(transaction, fresh))) throw keyChanged();
			return;
	}
}

/** This instance signs and verifies by what was stored before it answers. */
async function takeOver(deps: KeyOperationDeps): Promise<void> {
	await deps.keyring.reload();
	await deps.refreshGuard();
}

function audit(
	deps: KeyOperationDeps,
	transaction: Transaction,
	{ operator, action, kid }: { readonly operator: Operator; readonly action: "key.rotate" | "key.retire"; readonly kid: string },
): Promise<void> {
	const { userId: actorId, tenantId, sid } = operator.identity;
	const row = { ...operator.caller, at: deps.now(), actorId, tenantId, sid, action, target: kid, outcome: "ok", reason: null } as const;
	return deps.audit.insert(row, transaction);
}

function requireOperator({ roles }: Identity): void {
	if (!roles.includes("operator")) throw new AppError("FORBIDDEN", "Only an operator may change the signing keys");
}

function keyChanged(message = "The keys have just changed. Read them again"): AppError {
	return new AppError("KEY_CHANGED", message);
}
