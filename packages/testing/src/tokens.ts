import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AccessTokenClaims, JwksReply, SessionRecord } from "@webhand/contracts/auth/tokens";
import { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

/** A signed-in user: the token, its header, and the ids in it. */
export type SignedIn = {
	readonly token: string;
	readonly headers: { readonly authorization: string };
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly sid: SignInId;
	readonly roles: AccessTokenClaims["roles"];
};

/** What to put in a token other than the usual; `header` replaces protected header fields, for forgeries. */
export type TokenWish = {
	readonly userId?: UserId;
	readonly tenantId?: TenantId;
	readonly sid?: SignInId;
	readonly roles?: AccessTokenClaims["roles"];
	/** Seconds until it expires, 3,600 by default; negative for an expired token. */
	readonly lifeSeconds?: number;
	readonly claims?: Readonly<Record<string, unknown>>;
	readonly header?: Readonly<Record<string, unknown>>;
};

/**
 * Signs tokens as auth does, so that the other services are tested without it: a key set on loopback, and the session record that auth
 * keeps in Redis. `url` is what a service takes for auth's own address; its `/internal/session` knows every record made here.
 */
export type TestIdentity = {
	readonly url: string;
	readonly issuer: string;
	readonly jwksUrl: string;
	readonly kid: string;
	/** A token alone: no record is written, so services that look for one refuse it. */
	readonly signToken: (wish?: TokenWish) => Promise<string>;
	/** A token with its record, active for 15 minutes. */
	readonly signIn: (redis: Redis, wish?: TokenWish) => Promise<SignedIn>;
	/** Marks the sign-in revoked, as auth does at logout. */
	readonly revoke: (redis: Redis, sid: SignInId) => Promise<void>;
	readonly close: () => Promise<void>;
};

const recordSeconds = 900;

/** Starts the key set's server and makes an Ed25519 key. */
export async function startIdentity(): Promise<TestIdentity> {
	const { privateKey, publicKey } = await generateKeyPair("Ed25519", { extractable: true });
	const jwk = await exportJWK(publicKey);
	const kid = await calculateJwkThumbprint(jwk);
	const keySet = { keys: [{ kty: "OKP", crv: "Ed25519", x: jwk.x ?? "", kid, use: "sig", alg: "Ed25519" }] } satisfies JwksReply;
	const records = new Map<string, SessionRecord>();

	const server = createServer((request, response) => {
		if (request.url === "/.well-known/jwks.json") return answer(response, { status: 200, body: keySet });
		const record = request.url === "/internal/session" ? records.get(sidOf(request.headers.authorization)) : undefined;
		if (record?.s === "active") return answer(response, { status: 200, body: record });
		const error = { code: "UNAUTHORIZED", message: "Sign in again" };
		return answer(response, { status: 401, body: { success: false, error, requestId: "test" } });
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the key set has no port");
	const url = `http://127.0.0.1:${address.port}`;
	const nowSeconds = () => Math.floor(Date.now() / 1_000);

	const signToken = (wish: TokenWish = {}) => {
		const userId = wish.userId ?? newUserId();
		const claims = {
			iss: url,
			aud: "webhand",
			sub: userId,
			tid: wish.tenantId ?? TenantId.parse(userId),
			sid: wish.sid ?? newSignInId(),
			client_id: "webhand",
			roles: wish.roles ?? ["member", "admin"],
			iat: nowSeconds(),
			nbf: nowSeconds(),
			exp: nowSeconds() + (wish.lifeSeconds ?? 3_600),
			jti: base62(22),
			...wish.claims,
		};
		return new SignJWT(claims).setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid, ...wish.header }).sign(privateKey);
	};
	const write = async (redis: Redis, sid: SignInId, record: SessionRecord) => {
		records.set(sid, record);
		await redis.set(`wh:sess:${sid}`, JSON.stringify(record), "EX", recordSeconds);
	};
	return {
		url,
		issuer: url,
		jwksUrl: `${url}/.well-known/jwks.json`,
		kid,
		signToken,
		signIn: async (redis, wish = {}) => {
			const userId = wish.userId ?? newUserId();
			const tenantId = wish.tenantId ?? TenantId.parse(userId);
			const sid = wish.sid ?? newSignInId();
			const roles = [...(wish.roles ?? (["member", "admin"] as const))];
			const exp = nowSeconds() + (wish.lifeSeconds ?? 3_600);
			await write(redis, sid, {
				v: 1,
				s: "active",
				uid: userId,
				tid: tenantId,
				roles,
				limits: {},
				exp,
				until: nowSeconds() + recordSeconds,
			});
			const token = await signToken({ ...wish, userId, tenantId, sid, roles });
			return { token, headers: { authorization: `Bearer ${token}` }, userId, tenantId, sid, roles };
		},
		revoke: async (redis, sid) => {
			const record = records.get(sid);
			if (record === undefined) throw new Error(`${sid} never signed in here`);
			await write(redis, sid, { ...record, v: record.v + 1, s: "revoked" });
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

/** A fresh id of a user. */
function newUserId(): UserId {
	return UserId.parse(`usr_${base62(22)}`);
}

/** A fresh id of a tenant that is an organization. */
export function newOrgTenantId(): TenantId {
	return TenantId.parse(`org_${base62(22)}`);
}

/** A fresh id of a sign-in. */
function newSignInId(): SignInId {
	return SignInId.parse(`sid_${base62(22)}`);
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(length: number): string {
	return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
}

// Read without checking the signature: only tests ask here, and forged tokens are refused before a service asks.
function sidOf(authorization: string | undefined): string {
	const payload = authorization?.split(".")[1];
	if (payload === undefined) return "";
	const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
	return typeof claims === "object" && claims !== null && "sid" in claims ? String(claims.sid) : "";
}

function answer(response: ServerResponse, { status, body }: { readonly status: number; readonly body: unknown }): void {
	response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
