import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepAnchors } from "@webhand/audit/chain/anchors";
import { createAudit } from "@webhand/audit/chain/audit";
import type { AuditFact, AuditRow } from "@webhand/audit/chain/chain";
import { plainFact } from "@webhand/audit/chain/chain";
import { createAnchorStore, createChainStore, indexAnchors, indexChains } from "@webhand/audit/chain/store";
import { verifyChain } from "@webhand/audit/chain/verify";
import { WorkspaceId } from "@webhand/contracts/ids";
import { openSigner, openVerifier } from "@webhand/service-kit/identity/signed";
import { createIds } from "@webhand/service-kit/ids";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { openMongo } from "@webhand/service-kit/mongo";
import { test as base } from "@webhand/testing/database";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { exportJWK, generateKeyPair } from "jose";

const day = 86_400_000;

/**
 * `chains` is the audit over a real MongoDB without a service around it: `replica()` opens one that appends, `chain()` names a new chain,
 * `verify` reads one. The test is the database's administrator.
 */
export const test = base.extend("chains", { scope: "file" }, async ({ mongo }, { onCleanup }) => {
	await indexChains(mongo.db);
	await indexAnchors(mongo.db);
	const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
	const signingJwk = JSON.stringify(await exportJWK(privateKey));
	const signer = await openSigner("AUDIT_SIGNING_JWK", signingJwk);
	const verifyAnchor = await openVerifier("AUDIT_JWKS", signer.jwks);
	const identity = await startIdentity();
	const folder = await mkdtemp(join(tmpdir(), "webhand-audit-"));
	const log = createLogger({ service: "tool-runner", level: "silent" });
	const closing: (() => Promise<void>)[] = [];
	onCleanup(async () => {
		for (const close of closing) await close();
		await identity.close();
		await rm(folder, { recursive: true, force: true });
	});
	const { sub: userId, tid: tenantId, sid } = identity.claims() satisfies Pick<SignedIn["claims"], "sub" | "tid" | "sid">;
	const anchorFile = join(folder, "anchors");

	/** @param wish `uri` of a fault proxy, days that rows are kept */
	const replica = async ({ uri = mongo.uri, keptDays = 365 }: { readonly uri?: string; readonly keptDays?: number } = {}) => {
		const own = await openMongo({ uri, database: "unused", log, metrics: createMetrics({ processDefaults: false }) });
		const store = createChainStore(own.db);
		const now = () => new Date();
		const anchors = await keepAnchors({
			store: createAnchorStore(own.db),
			audit: store,
			signer,
			file: anchorFile,
			everyMs: 3_600_000,
			now,
			log,
		});
		const audit = createAudit({ store, keptMs: keptDays * day, now, log, observe: () => undefined, onPlaced: anchors.note });
		closing.push(async () => {
			await audit.close();
			await anchors.close();
			await own.close();
		});
		return { audit, anchors, store };
	};
	const ids = createIds();
	const chain = () => ids.prefixed(WorkspaceId, "wsp");
	const fact = (name: WorkspaceId, wish: Partial<AuditFact> = {}): AuditFact => ({
		...plainFact,
		tenantId,
		chain: name,
		kind: "read",
		at: new Date(),
		userId,
		sid,
		ip: "127.0.0.1",
		requestId: randomUUID(),
		action: "fs.list",
		target: "src",
		args: { depth: 1, hidden: true },
		outcome: "ok",
		...wish,
	});
	const [audit, anchors] = [createChainStore(mongo.db), createAnchorStore(mongo.db)];
	const verify = (name: WorkspaceId, now = new Date()) =>
		verifyChain({ audit, anchors, verify: verifyAnchor, now: () => now }, { tenantId, chain: name }, new AbortController().signal);
	return {
		replica,
		chain,
		fact,
		verify,
		tenantId,
		anchorFile,
		signingJwk,
		jwks: signer.jwks,
		rows: mongo.db.collection<AuditRow>("audit"),
		anchors: mongo.db.collection("audit_anchors"),
	};
});
