import { hkdfSync } from "node:crypto";
import type { Sealed } from "../keys/seal.ts";
import { seal, unseal } from "../keys/seal.ts";

/** Seals the client secrets of providers and the PKCE verifiers of sign-ins, each for its owner. */
export type SecretBox = {
	readonly seal: (owner: string, text: string) => Sealed;
	/** @throws Error when it was sealed under another `KEY_ENCRYPTION_KEY` or for another owner */
	readonly open: (owner: string, sealed: Sealed) => string;
};

/** @param encryptionKey `KEY_ENCRYPTION_KEY`; the box derives a key of its own, so its texts say nothing of the signing keys */
export function createSecretBox(encryptionKey: Buffer): SecretBox {
	const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "webhand provider secrets", 32));
	return { seal: (owner, text) => seal(key, owner, text), open: (owner, sealed) => unseal(key, owner, sealed) };
}
