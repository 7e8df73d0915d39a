import { readFile } from "node:fs/promises";
import type { TenantId } from "@webhand/contracts/ids";
import type { ChainName } from "../row.ts";
import { AnchorClaims } from "./claims.ts";

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
