import type { JsonWebKey } from "node:crypto";
import { createPrivateKey } from "node:crypto";

// What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 §7).
const beforeSeed = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The Ed25519 key that a secret stands for, as a private JWK.
 *
 * @param secret 32 bytes in base64url
 */
export function signingKey(secret: string): JsonWebKey {
	const der = Buffer.concat([beforeSeed, Buffer.from(secret, "base64url")]);
	return createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" });
}

/** The public half of `signingKey`. */
export function publicKey(secret: string): JsonWebKey {
	const { d: _private, ...open } = signingKey(secret);
	return open;
}
