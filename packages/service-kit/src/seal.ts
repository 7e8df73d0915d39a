import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts texts with secrets for the database. */
export type Sealer = {
	/** @param owner what the text belongs to: it opens for no other */
	readonly seal: (text: string, owner?: string) => string;
	/** @throws Error when the text was altered, or sealed under another key or for another owner */
	readonly open: (sealed: string, owner?: string) => string;
};

const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under one key.
 *
 * @param key 32 bytes
 */
export function createSealer(key: Uint8Array): Sealer {
	return {
		seal: (text, owner = "") => {
			const iv = randomBytes(ivBytes);
			const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
			const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
		},
		open: (sealed, owner = "") => {
			const bytes = Buffer.from(sealed, "base64url");
			const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes));
			decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
			return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString("utf8");
		},
	};
}
