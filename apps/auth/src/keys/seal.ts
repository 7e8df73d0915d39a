import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Text under AES-256-GCM, bound to the id of its owner; all parts base64. */
export type Sealed = { readonly nonce: string; readonly tag: string; readonly data: string };

/** @param key 32 bytes @param owner what the text belongs to: it opens for nobody else */
export function seal(key: Buffer, owner: string, text: string): Sealed {
	const nonce = randomBytes(12);
	const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
	const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
	return { nonce: nonce.toString("base64"), tag: cipher.getAuthTag().toString("base64"), data: data.toString("base64") };
}

/** @throws Error when the text was sealed under another key or for another owner */
export function unseal(key: Buffer, owner: string, { nonce, tag, data }: Sealed): string {
	const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
	decipher.setAAD(Buffer.from(owner)).setAuthTag(Buffer.from(tag, "base64"));
	return Buffer.concat([decipher.update(Buffer.from(data, "base64")), decipher.final()]).toString("utf8");
}
