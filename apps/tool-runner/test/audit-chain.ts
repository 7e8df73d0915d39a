import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { openSigner, openVerifier } from "@webhand/service-kit/identity/signed";
import { createIds } from "@webhand/service-kit/ids";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { openMongo } from "@webhand/service-kit/mongo";
import { test as base } from "@webhand/testing/database";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { exportJWK, generateKeyPair } from "jose";
import { keepAnchors } from "../src/audit/anchors/engine.ts";
import { createAnchorStore, indexAnchors } from "../src/audit/anchors/store.ts";
import { createAudit } from "../src/audit/engine.ts";
import type { AuditFact, AuditRow } from "../src/audit/row.ts";
import { createAuditStore, indexAudit } from "../src/audit/store.ts";
import { verifyChain } from "../src/audit/verify.ts";

const day = 86_400_000;

/**
 * `chains` is the audit over a real MongoDB without a service around it: `replica()` opens one that appends, `chain()` names a new chain,
 * `verify` reads one. The test is the database's administrator.
 */
export const test = base.extend("chains", { scope: "file" }, async ({ mongo }, { onCleanup }) => {
	await indexAudit(mongo.db);
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
		const store = createAuditStore(own.db);
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
		tenantId,
		chain: name,
		kind: "read",
		at: new Date(),
		userId,
		sid,
		ip: "127.0.0.1",
		requestId: randomUUID(),
		sessionId: null,
		action: "fs.list",
		target: "src",
		args: { depth: 1, hidden: true },
		argsHash: null,
		approved: false,
		approvalId: null,
		decidedBy: null,
		reason: null,
		outcome: "ok",
		bytes: null,
		beforeHash: null,
		afterHash: null,
		...wish,
	});
	const [audit, anchors] = [createAuditStore(mongo.db), createAnchorStore(mongo.db)];
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
