import { createHash, randomBytes } from "node:crypto";

/** The secret of a link: 32 random bytes in base64url. Only `hash` is stored. */
export type LinkSecret = { readonly token: string; readonly hash: string };

export function newLinkSecret(): LinkSecret {
	const token = randomBytes(32).toString("base64url");
	return { token, hash: linkHash(token) };
}

/** SHA-256 of a link's secret, in hex. */
export function linkHash(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** The address that a person opens. @param publicUrl PUBLIC_URL */
export function linkTo(publicUrl: string, token: string): string {
	return new URL(`/invite/${token}`, publicUrl).href;
}
