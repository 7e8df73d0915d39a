import { appendFile, readFile } from "node:fs/promises";
import { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import { SettingError } from "@webhand/service-kit/errors";
import type { Signer } from "@webhand/service-kit/identity/signed";
import type { Log } from "@webhand/service-kit/logs";
import { repeat } from "@webhand/service-kit/repeat";
import { z } from "zod";
import type { ChainHead, ChainName } from "./chain.ts";
import type { AnchorStore, ChainStore } from "./store.ts";

/** `typ` of an anchor. */
export const anchorType = "audit-anchor+jwt";

/** The end of a chain at a time, as its signature says it. `expireAt` is that of the row. */
export const AnchorClaims = z.strictObject({
	tenantId: TenantId,
	chain: z.union([WorkspaceId, z.literal("tenant")]),
	seq: z.number().int().positive(),
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	at: z.iso.datetime().transform((text) => new Date(text)),
	expireAt: z.iso.datetime().transform((text) => new Date(text)),
});
export type AnchorClaims = z.infer<typeof AnchorClaims>;

/** Signs the ends of chains, so that nobody rewrites what is in front of them. */
export type Anchors = {
	/** Takes the new end of a chain; it is signed in the next round. */
	readonly note: (chain: ChainName, head: ChainHead) => void;
	/** Signs what is not signed yet. Never rejects. */
	readonly close: () => Promise<void>;
};

type AnchorDeps = {
	readonly store: Pick<AnchorStore, "insert" | "lastSeq">;
	readonly audit: Pick<ChainStore, "tenants" | "chains" | "head">;
	readonly signer: Signer;
	/** A file outside of MongoDB that gets a line for each anchor. */
	readonly file: string | undefined;
	readonly everyMs: number;
	readonly now: () => Date;
	readonly log: Log;
};

/** @throws SettingError for a file that cannot be written */
export async function keepAnchors(deps: AnchorDeps): Promise<Anchors> {
	const { file } = deps;
	if (file !== undefined)
		await appendFile(file, "", { mode: 0o600 }).catch((cause: unknown) => {
			throw new SettingError("AUDIT_ANCHOR_FILE cannot be written. Name a file that tool-runner's user may append to.", { cause });
		});
	const ends = new Map<string, { readonly chain: ChainName; readonly head: ChainHead }>();
	const note = (chain: ChainName, head: ChainHead) => {
		const key = `${chain.tenantId} ${chain.chain}`;
		if ((ends.get(key)?.head.seq ?? 0) < head.seq) ends.set(key, { chain, head });
	};
	const sign = async () => {
		const taken = [...ends.values()];
		ends.clear();
		try {
			for (let first = 0; first < taken.length; first += roundSize) await signEnds(deps, taken.slice(first, first + roundSize));
		} catch (cause) {
			for (const { chain, head } of taken) note(chain, head);
			throw cause;
		}
	};
	let isCaughtUp = false;
	const signing = repeat({ name: "anchors of the audit", everyMs: deps.everyMs, log: deps.log }, async () => {
		if (!isCaughtUp) await catchUp(deps, note);
		isCaughtUp = true;
		await sign();
	});
	return {
		note,
		close: async () => {
			await signing.stop();
			await sign().catch((cause: unknown) => deps.log.warn({ err: cause }, "the last anchors could not be written"));
		},
	};
}

const roundSize = 100;

/** Ends that a process which was killed did not sign. */
async function catchUp({ audit, store }: AnchorDeps, note: Anchors["note"]): Promise<void> {
	for (const tenantId of await audit.tenants())
		for (const chain of await audit.chains(tenantId)) {
			const name = { tenantId, chain };
			const [head, anchored] = await Promise.all([audit.head(name), store.lastSeq(name)]);
			if (head !== null && head.seq > anchored) note(name, head);
		}
}

async function signEnds(
	{ store, signer, file, now, log }: AnchorDeps,
	ends: readonly { readonly chain: ChainName; readonly head: ChainHead }[],
): Promise<void> {
	const at = now();
	const anchors = await Promise.all(
		ends.map(async ({ chain: { tenantId, chain }, head: { seq, hash, expireAt } }) => {
			const jws = await signer.sign(anchorType, { tenantId, chain, seq, hash, at, expireAt });
			return { tenantId, chain, seq, at, expireAt, jws };
		}),
	);
	// First the places that nobody can rewrite together with MongoDB.
	if (file !== undefined) await appendFile(file, anchors.map(({ jws }) => `${jws}\n`).join(""), { mode: 0o600 });
	for (const [index, { tenantId, chain, seq }] of anchors.entries())
		log.info({ tenantId, chain, seq, hash: ends[index]?.head.hash }, "the end of an audit chain is signed");
	await store.insert(anchors);
}

/** Anchors that were kept outside of MongoDB, as JWS, by tenant and chain. */
export type KeptAnchors = ReadonlyMap<TenantId, ReadonlyMap<ChainName["chain"], readonly string[]>>;

/** Reads the file of anchors. Signatures are checked where they are used; a line that is no anchor is left out. */
export async function readAnchorFile(path: string): Promise<KeptAnchors> {
	const kept = new Map<TenantId, Map<ChainName["chain"], string[]>>();
	for (const jws of (await readFile(path, "utf8")).split("\n")) {
		const claims = AnchorClaims.safeParse(payloadOf(jws)).data;
		if (claims === undefined) continue;
		const chains = kept.get(claims.tenantId) ?? new Map<ChainName["chain"], string[]>();
		kept.set(claims.tenantId, chains);
		const lines = chains.get(claims.chain) ?? [];
		chains.set(claims.chain, lines);
		lines.push(jws);
	}
	return kept;
}

function payloadOf(jws: string): unknown {
	try {
		return JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());
	} catch {
		return undefined;
	}
}
