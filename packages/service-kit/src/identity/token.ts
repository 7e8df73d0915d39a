import { hash } from "node:crypto";
import { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import type { JWTPayload } from "jose";
import { errors, jwtVerify } from "jose";
import type { KeySet } from "./key-set.ts";
import { createLru } from "./lru.ts";

/** Why a token was refused; for the metric only, a client gets one wording. `keys_missing`: no key set was ever loaded. */
export const refusalCauses = ["malformed", "header", "unknown_key", "keys_missing", "signature", "expired", "claims", "revoked"] as const;
export type RefusalCause = (typeof refusalCauses)[number];

/** What a token proves. `expired` still carries the claims of a well-signed token, which a repeated sign-out needs. */
export type TokenVerdict =
	| { readonly kind: "valid"; readonly claims: AccessTokenClaims }
	| { readonly kind: "expired"; readonly claims: AccessTokenClaims }
	| { readonly kind: "refused"; readonly cause: RefusalCause };

/** Verifies one token offline. */
export type VerifyToken = (token: string) => Promise<TokenVerdict>;

const toleranceSeconds = 30;
const cacheMs = 60_000;
const cacheCapacity = 10_000;
const headerKeys = new Set(["alg", "typ", "kid"]);

type CachedVerdict = { readonly claims: AccessTokenClaims; readonly kid: string; readonly until: number };

/**
 * Makes the verifier: JWS compact, Ed25519 only, `typ: at+jwt`, our issuer and audience, all claims present, 30 s tolerance. A good
 * verdict is kept by the token's SHA-256 for up to 60 s, and only while its key is in the set.
 *
 * @param options `now` in milliseconds since the epoch
 */
export function createTokenVerifier(options: { readonly keys: KeySet; readonly issuer: string; readonly now: () => number }): VerifyToken {
	const { keys, issuer, now } = options;
	const cache = createLru<CachedVerdict>(cacheCapacity);
	return async (token) => {
		const digest = hash("sha256", token, "base64");
		const cached = cache.get(digest);
		if (cached !== undefined && cached.until > now() && keys.has(cached.kid)) return { kind: "valid", claims: cached.claims };
		const kid = keyIdOf(token);
		if (kid === undefined) return { kind: "refused", cause: "header" };
		const key = await keys.find(kid);
		if (key === undefined) return { kind: "refused", cause: keys.isLoaded() ? "unknown_key" : "keys_missing" };
		try {
			const { payload } = await jwtVerify(token, key, {
				algorithms: ["Ed25519"],
				typ: "at+jwt",
				issuer,
				audience: "webhand",
				clockTolerance: toleranceSeconds,
				requiredClaims: ["sub", "iat", "nbf", "exp", "jti"],
				currentDate: new Date(now()),
			});
			const claims = claimsOf(token, payload);
			if (claims === undefined) return { kind: "refused", cause: "claims" };
			cache.set(digest, { claims, kid, until: Math.min(now() + cacheMs, (claims.exp + toleranceSeconds) * 1_000) });
			return { kind: "valid", claims };
		} catch (cause) {
			if (cause instanceof errors.JWTExpired) {
				const claims = claimsOf(token, cause.payload);
				return claims === undefined ? { kind: "refused", cause: "claims" } : { kind: "expired", claims };
			}
			if (cause instanceof errors.JWTClaimValidationFailed) return { kind: "refused", cause: "claims" };
			return { kind: "refused", cause: cause instanceof errors.JWSSignatureVerificationFailed ? "signature" : "malformed" };
		}
	};
}

/** The key id of a header with exactly `alg`, `typ` and `kid`: so `jwk`, `jku`, `x5u`, `crit`, `cty`, `b64` and all the rest are refused. */
function keyIdOf(token: string): string | undefined {
	const parts = token.split(".");
	if (parts.length !== 3) return undefined;
	// The last character of a signature has bits to spare: without this one token would have sixteen spellings.
	if (Buffer.from(parts[2] ?? "", "base64url").toString("base64url") !== parts[2]) return undefined;
	const header = canonicalJson(parts[0] ?? "");
	if (header === undefined || !Object.keys(header).every((key) => headerKeys.has(key))) return undefined;
	const { alg, typ, kid } = header;
	return alg === "Ed25519" && typ === "at+jwt" && typeof kid === "string" && kid.length <= 64 ? kid : undefined;
}

function claimsOf(token: string, payload: JWTPayload): AccessTokenClaims | undefined {
	if (canonicalJson(token.split(".")[1] ?? "") === undefined) return undefined;
	const parsed = AccessTokenClaims.safeParse(payload);
	return parsed.success ? parsed.data : undefined;
}

/** Our signer writes plain `JSON.stringify`, so text that does not come back the same has a repeated key or a foreign origin. */
function canonicalJson(segment: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const text = Buffer.from(segment, "base64url").toString("utf8");
		const value: unknown = JSON.parse(text);
		const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
		return isRecord && JSON.stringify(value) === text ? (value as Readonly<Record<string, unknown>>) : undefined;
	} catch {
		return undefined;
	}
}
