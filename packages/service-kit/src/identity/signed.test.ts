import { exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { openSigner, openVerifier } from "./signed.ts";

async function pair() {
	const { publicKey, privateKey } = await generateKeyPair("Ed25519", { extractable: true });
	return { signing: JSON.stringify(await exportJWK(privateKey)), open: { keys: [await exportJWK(publicKey)] } };
}

test("what one service signs, another reads with the public key alone", async () => {
	const { signing, open } = await pair();
	const jws = await (await openSigner("SIGNING", signing)).sign("grant+jwt", { tool: "fs.write" });
	expect(await (await openVerifier("KEYS", JSON.stringify(open)))("grant+jwt", jws)).toEqual({ tool: "fs.write" });
});

test("a signature for another purpose, by another key or changed is refused", async () => {
	const [ours, theirs] = [await pair(), await pair()];
	const verify = await openVerifier("KEYS", JSON.stringify(ours.open));
	const jws = await (await openSigner("SIGNING", ours.signing)).sign("audit-note+jwt", { a: 1 });
	await expect(verify("grant+jwt", jws)).rejects.toThrow("not for grant+jwt");
	await expect(verify("audit-note+jwt", await (await openSigner("S", theirs.signing)).sign("audit-note+jwt", { a: 1 }))).rejects.toThrow();
	const [header, , signature] = jws.split(".");
	await expect(verify("audit-note+jwt", `${header}.${Buffer.from('{"a":2}').toString("base64url")}.${signature}`)).rejects.toThrow();
});

test("two keys hold while one replaces the other", async () => {
	const [before, after] = [await pair(), await pair()];
	const verify = await openVerifier("KEYS", JSON.stringify({ keys: [...before.open.keys, ...after.open.keys] }));
	for (const { signing } of [before, after]) {
		expect(await verify("x", await (await openSigner("S", signing)).sign("x", { is: "read" }))).toEqual({ is: "read" });
	}
});

test("a setting that is no key is named and never repeated", async () => {
	await expect(openSigner("GRANT_SIGNING_JWK", '{"d":"hunter2"}')).rejects.toThrow(/^GRANT_SIGNING_JWK does not hold(?!.*hunter2)/);
	await expect(openVerifier("GRANT_JWKS", "hunter2")).rejects.toThrow(/^GRANT_JWKS does not hold(?!.*hunter2)/);
});
