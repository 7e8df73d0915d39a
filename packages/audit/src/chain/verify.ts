import { setImmediate as others } from "node:timers/promises";
import type { AuditVerdict } from "@webhand/contracts/audit";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import type { KeptAnchors } from "./anchors.ts";
import { AnchorClaims, anchorType } from "./anchors.ts";
import type { ChainHead, ChainName, ChainProblem } from "./chain.ts";
import { chainStart, problemOf } from "./chain.ts";
import type { AnchorStore, ChainStore } from "./store.ts";

export type VerifyDeps = {
	readonly audit: Pick<ChainStore, "rows" | "seqBehind" | "chains">;
	readonly anchors: Pick<AnchorStore, "of" | "chains">;
	/** Reads what the keys of anchors signed; null without keys, then anchors are not looked at. */
	readonly verify: VerifySigned | null;
	readonly kept?: KeptAnchors;
	readonly now: () => Date;
};

/** What is wrong with a chain, or nothing. */
export type ChainVerdict = ChainName & Omit<AuditVerdict, "ok" | "brokenAt"> & { readonly problem: Problem | undefined };
type Problem = { readonly seq: number; readonly reason: ChainProblem["reason"] | "swapped" };

// Rows of one turn of the event loop: about 3 ms, so that other requests are answered in between.
const rowsPerTurn = 100;
// MongoDB's clock may be ahead of ours when it removes what has expired.
const clockToleranceMs = 60_000;

/**
 * Reads a chain from its oldest row and compares each with the one before, and with the signed ends. Memory does not grow with the chain.
 *
 * @throws the reason of `signal`; what MongoDB says
 */
export async function verifyChain(deps: VerifyDeps, chain: ChainName, signal: AbortSignal): Promise<ChainVerdict> {
	const now = new Date(deps.now().getTime() + clockToleranceMs);
	const anchors = { count: 0, lastAt: null as string | null, bad: 0 };
	const signed = anchorsOf(deps, chain, anchors);
	let anchor = await nextOf(signed);
	let last: ChainHead = chainStart;
	let [checkedRows, firstSeq, problem]: [number, number | null, Problem | undefined] = [0, null, undefined];

	for await (const row of deps.audit.rows(chain)) {
		if (checkedRows % rowsPerTurn === 0) await others();
		signal.throwIfAborted();
		const found = problemOf(last, row, now);
		if (found !== undefined) problem = found.seq === row.seq ? await refined(deps, { chain, last, problem: found }) : found;
		for (; problem === undefined && anchor !== undefined && anchor.seq <= row.seq; anchor = await nextOf(signed)) {
			if (anchor.seq < row.seq && anchor.expireAt > now) problem = { seq: anchor.seq, reason: "missing" };
			if (anchor.seq === row.seq && anchor.hash !== row.hash) problem = { seq: row.seq, reason: "changed" };
			if (problem !== undefined) anchors.bad += 1;
		}
		if (problem !== undefined) break;
		firstSeq ??= row.seq;
		last = { seq: row.seq, hash: row.hash, expireAt: row.expireAt };
		checkedRows += 1;
	}
	for (; anchor !== undefined; anchor = await nextOf(signed)) {
		signal.throwIfAborted();
		if (problem === undefined && anchor.seq > last.seq && anchor.expireAt > now) problem = { seq: last.seq + 1, reason: "missing" };
	}
	return { ...chain, checkedRows, firstSeq, lastSeq: checkedRows === 0 ? null : last.seq, anchors, problem };
}

/** Names of the chains of a tenant, also of those that have no row any more. */
export async function chainsOf({ audit, anchors, kept }: VerifyDeps, tenantId: ChainName["tenantId"]): Promise<readonly ChainName[]> {
	const names = await Promise.all([audit.chains(tenantId), anchors.chains(tenantId)]);
	return [...new Set([...names.flat(), ...(kept?.get(tenantId)?.keys() ?? [])])].sort().map((chain) => ({ tenantId, chain }));
}

/** One verdict of several chains: its problem is the first, its places reach from the lowest to the highest. @throws never */
export function verdictOf(chains: readonly ChainVerdict[]): AuditVerdict {
	const broken = chains.find(({ problem }) => problem !== undefined);
	const seqs = chains.flatMap(({ firstSeq, lastSeq }) => (firstSeq === null || lastSeq === null ? [] : [firstSeq, lastSeq]));
	const sum = (of: (chain: ChainVerdict) => number) => chains.reduce((total, chain) => total + of(chain), 0);
	const bad = sum(({ anchors }) => anchors.bad);
	return {
		ok: broken === undefined && bad === 0,
		checkedRows: sum(({ checkedRows }) => checkedRows),
		firstSeq: seqs.length === 0 ? null : Math.min(...seqs),
		lastSeq: seqs.length === 0 ? null : Math.max(...seqs),
		brokenAt: broken?.problem === undefined ? null : { chain: broken.chain, ...broken.problem },
		anchors: {
			count: sum(({ anchors }) => anchors.count),
			lastAt: chains.map(({ anchors }) => anchors.lastAt).reduce((latest, at) => ((at ?? "") > (latest ?? "") ? at : latest), null),
			bad,
		},
	};
}

/** A row that stands elsewhere than it was written was swapped. */
async function refined(
	{ audit }: VerifyDeps,
	{ chain, last, problem }: { readonly chain: ChainName; readonly last: ChainHead; readonly problem: ChainProblem },
): Promise<Problem> {
	const seq = await audit.seqBehind(chain, last.hash);
	return seq === undefined || seq === problem.seq ? problem : { ...problem, reason: "swapped" };
}

async function* anchorsOf(
	{ anchors, verify, kept }: VerifyDeps,
	chain: ChainName,
	seen: { count: number; lastAt: string | null; bad: number },
): AsyncGenerator<AnchorClaims> {
	if (verify === null) return;
	const read = async (jws: string) => {
		seen.count += 1;
		const claims = AnchorClaims.safeParse(await verify(anchorType, jws).catch(() => undefined)).data;
		if (claims === undefined || claims.tenantId !== chain.tenantId || claims.chain !== chain.chain) {
			seen.bad += 1;
			return undefined;
		}
		const at = claims.at.toISOString();
		if (at > (seen.lastAt ?? "")) seen.lastAt = at;
		return claims;
	};
	const elsewhere = (await Promise.all((kept?.get(chain.tenantId)?.get(chain.chain) ?? []).map(read))).filter(
		(claims) => claims !== undefined,
	);
	elsewhere.sort((left, right) => left.seq - right.seq);
	for await (const { jws } of anchors.of(chain)) {
		const claims = await read(jws);
		if (claims === undefined) continue;
		while ((elsewhere[0]?.seq ?? Number.POSITIVE_INFINITY) <= claims.seq) yield elsewhere.shift() as AnchorClaims;
		yield claims;
	}
	yield* elsewhere;
}

async function nextOf(anchors: AsyncGenerator<AnchorClaims>): Promise<AnchorClaims | undefined> {
	const { done, value } = await anchors.next();
	return done ? undefined : value;
}
