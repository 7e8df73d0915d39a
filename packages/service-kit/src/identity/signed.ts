import type { JWK } from "jose";
import { CompactSign, calculateJwkThumbprint, compactVerify, createLocalJWKSet, importJWK } from "jose";
import { z } from "zod";
import { SettingError } from "../errors.ts";

/** Signs claims as a compact JWS (RFC 7515) with Ed25519. `typ` keeps signatures for one purpose from being used for another. */
export type Signer = {
	readonly kid: string;
	/** Its public key as a JWK set, for `openVerifier`. */
	readonly jwks: string;
	readonly sign: (typ: string, claims: object) => Promise<string>;
};

/** Reads the claims of a compact JWS of that `typ`. @throws Error when it is not signed by one of the keys for that purpose */
export type VerifySigned = (typ: string, jws: string) => Promise<unknown>;

const PrivateKey = z
	.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), d: z.string() })
	.describe('an Ed25519 private key as JWK: {"kty":"OKP","crv":"Ed25519","x":…,"d":…}');
const PublicKeys = z
	.object({ keys: z.array(z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() })).max(4) })
	.describe('Ed25519 public keys as a JWK set: {"keys":[{"kty":"OKP","crv":"Ed25519","x":…}]}');

/**
 * Opens a private key.
 *
 * @param setting name of the setting that holds the key, for the error
 * @param text a JWK (RFC 8037) with `kty`, `crv`, `x` and `d`
 * @throws SettingError when it is none
 */
export async function openSigner(setting: string, text: string): Promise<Signer> {
	const { kty, crv, x, d } = readJson(setting, PrivateKey, text);
	const kid = await calculateJwkThumbprint({ kty, crv, x });
	const key = await importJWK({ kty, crv, x, d } satisfies JWK, "Ed25519");
	return {
		kid,
		jwks: JSON.stringify({ keys: [{ kty, crv, x }] }),
		sign: (typ, claims) =>
			new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader({ alg: "Ed25519", typ, kid }).sign(key),
	};
}

/**
 * Opens public keys; two while one replaces the other.
 *
 * @param text a JWK set (RFC 7517)
 * @throws SettingError when it is none
 */
export async function openVerifier(setting: string, text: string): Promise<VerifySigned> {
	const { keys } = readJson(setting, PublicKeys, text);
	const known = await Promise.all(
		keys.map(async ({ kty, crv, x }) => ({ kty, crv, x, alg: "Ed25519", kid: await calculateJwkThumbprint({ kty, crv, x }) })),
	);
	const keyOf = createLocalJWKSet({ keys: known });
	return async (typ, jws) => {
		const { payload, protectedHeader } = await compactVerify(jws, keyOf, { algorithms: ["Ed25519"] });
		if (protectedHeader.typ !== typ) throw new TypeError(`The signature is not for ${typ}`);
		return JSON.parse(new TextDecoder().decode(payload));
	};
}

function readJson<Schema extends z.ZodType>(setting: string, schema: Schema, text: string): z.output<Schema> {
	const parsed = schema.safeParse(parseJson(text));
	if (parsed.success) return parsed.data;
	// Zod's own words could repeat a part of the key.
	throw new SettingError(`${setting} does not hold ${schema.description}.`);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
