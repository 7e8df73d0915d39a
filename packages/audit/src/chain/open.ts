import type { Base } from "@webhand/service-kit/base";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import { openSigner, openVerifier } from "@webhand/service-kit/identity/signed";
import { withLock } from "@webhand/service-kit/mongo/locks";
import { repeat } from "@webhand/service-kit/repeat";
import { keepAnchors } from "./anchors.ts";
import type { Audit } from "./audit.ts";
import { createAudit } from "./audit.ts";
import type { OrphanDeps } from "./intents.ts";
import { sweepOrphans } from "./intents.ts";
import type { ChainStore } from "./store.ts";
import { createAnchorStore, createChainStore } from "./store.ts";
import type { VerifyDeps } from "./verify.ts";

/** Settings of the audit. */
type AuditSettings = AnchorKeys & { readonly RETENTION_AUDIT_DAYS: number; readonly AUDIT_ANCHOR_FILE?: string | undefined };
type AnchorKeys = { readonly AUDIT_SIGNING_JWK?: string | undefined; readonly AUDIT_JWKS?: string | undefined };

type AuditOptions = {
	readonly base: Pick<Base, "mongo" | "metrics" | "log">;
	readonly settings: AuditSettings;
	/** A change takes no longer. */
	readonly changeLimitMs: number;
	readonly settledByRow: OrphanDeps["settledByRow"];
	readonly withRow: OrphanDeps["withRow"];
	readonly now: () => Date;
};

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const sweep = { everyMs: 30_000, holdMs: 30_000 };

/**
 * Opens the audit with what goes on in the background: rows that wait, signed ends, intents without an outcome.
 *
 * @throws SettingError for a key or a file that is none
 */
export async function openAudit({ base, settings, ...options }: AuditOptions): Promise<{
	readonly audit: Audit;
	/** What lists and verifies rows. */
	readonly rows: VerifyDeps & { readonly audit: ChainStore };
	/** Writes what waits, then signs the ends. Never rejects. */
	readonly close: () => Promise<void>;
}> {
	const { mongo, metrics, log } = base;
	const { now } = options;
	const [store, anchors] = [createChainStore(mongo.db), createAnchorStore(mongo.db)];
	const { AUDIT_SIGNING_JWK: key, AUDIT_ANCHOR_FILE: file } = settings;
	const signing =
		key === undefined
			? undefined
			: await keepAnchors({
					store: anchors,
					audit: store,
					signer: await openSigner("AUDIT_SIGNING_JWK", key),
					file,
					everyMs: hourMs,
					now,
					log,
				});
	const took = metrics.seconds("webhand_audit_append_seconds", "Time until a row of the audit is safe", []);
	const orphans = metrics.counter("webhand_audit_orphans", "Intents without an outcome", []);
	const audit = createAudit({
		store,
		keptMs: settings.RETENTION_AUDIT_DAYS * dayMs,
		now,
		log,
		onPlaced: (chain, head) => signing?.note(chain, head),
		observe: (seconds) => took.observe(seconds),
	});
	const stopping = new AbortController();
	const sweeping = repeat({ name: "intents without an outcome", everyMs: sweep.everyMs, log }, () =>
		withLock(mongo.db, { name: "audit-orphans", holdMs: sweep.holdMs, signal: stopping.signal }, () =>
			sweepOrphans({
				store,
				append: audit.append,
				settledByRow: options.settledByRow,
				withRow: options.withRow,
				olderThanMs: 2 * options.changeLimitMs,
				now,
				log,
				count: () => orphans.inc(),
			}),
		),
	);
	return {
		audit,
		rows: { audit: store, anchors, verify: await openAnchorKeys(settings), now },
		close: async () => {
			stopping.abort();
			await sweeping.stop();
			await audit.close();
			await signing?.close();
		},
	};
}

/** Reads anchors by the key that signs them and by earlier ones; null without any. @throws SettingError */
export async function openAnchorKeys({ AUDIT_SIGNING_JWK: key, AUDIT_JWKS: earlier }: AnchorKeys): Promise<VerifySigned | null> {
	const readers = [
		...(key === undefined ? [] : [await openVerifier("AUDIT_SIGNING_JWK", (await openSigner("AUDIT_SIGNING_JWK", key)).jwks)]),
		...(earlier === undefined ? [] : [await openVerifier("AUDIT_JWKS", earlier)]),
	];
	return readers.length === 0 ? null : (typ, jws) => Promise.any(readers.map((read) => read(typ, jws)));
}
