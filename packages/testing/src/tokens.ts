import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SessionReply } from "@webhand/contracts/auth/sign-in";
import type { AccessTokenClaims, SessionRecord } from "@webhand/contracts/auth/tokens";
import type { Role } from "@webhand/contracts/ids";
import { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";
import type { CryptoKey } from "jose";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";

/** A signed-in user: the token, its claims and header, and the ids in it. */
export type SignedIn = {
	readonly token: string;
	readonly claims: AccessTokenClaims;
	readonly headers: { readonly authorization: string };
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly sid: SignInId;
	readonly roles: AccessTokenClaims["roles"];
	readonly limits: SessionRecord["limits"];
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

/** `record` replaces fields of the session record; without `isCopied` only auth knows it, not Redis. */
export type SignInWish = TokenWish & { readonly record?: Partial<SessionRecord>; readonly isCopied?: boolean };

/** How the fake auth answers: as auth would, with something else, or not at all. */
type Answer = "good" | "garbage" | "empty" | "error" | "silent";

/**
 * Signs tokens as auth does, so that the other services are tested without it: a key set on loopback, and the session record that auth
 * keeps in Redis. `url` is what a service takes for auth's own address; its `/internal/session` and `/api/v1/auth/session`
 * know every record made here.
 */
export type TestIdentity = {
	readonly url: string;
	readonly issuer: string;
	readonly jwksUrl: string;
	readonly kid: string;
	readonly privateKey: CryptoKey;
	/** Requests so far, and how the next ones are answered. */
	readonly asked: { keys: number; sessions: number };
	readonly answers: { keys: Answer; sessions: Answer };
	readonly claims: (wish?: TokenWish) => AccessTokenClaims;
	/** Signs any claims, for forgeries. */
	readonly sign: (claims: object, header?: Readonly<Record<string, unknown>>) => Promise<string>;
	/** A token alone: no record is written, so services that look for one refuse it. */
	readonly signToken: (wish?: TokenWish) => Promise<string>;
	/** A token with its record, active for 15 minutes. */
	readonly signIn: (redis: Redis, wish?: SignInWish) => Promise<SignedIn>;
	/** Marks the sign-in revoked, as auth does at logout. */
	readonly revoke: (redis: Redis, sid: SignInId) => Promise<void>;
	/** The user may not work in the tenant any more. */
	readonly removeMember: (user: Pick<SignedIn, "tenantId" | "userId">) => void;
	/** The user is something else in the tenant: as what they work there without a sign-in. A member at first. */
	readonly changeMember: (user: Pick<SignedIn, "tenantId" | "userId">, roles: readonly Role[]) => void;
	/** The user wants mails in the tenant, at this address. Nobody does at first. */
	readonly wantsMail: (user: Pick<SignedIn, "tenantId" | "userId">, email: string) => void;
	readonly close: () => Promise<void>;
};

const recordSeconds = 900;

/** Starts the key set's server and makes an Ed25519 key. */
export async function startIdentity(): Promise<TestIdentity> {
	const { privateKey, publicKey } = await generateKeyPair("Ed25519", { extractable: true });
	const jwk = await exportJWK(publicKey);
	const kid = await calculateJwkThumbprint(jwk);
	const keySet = { keys: [{ kty: "OKP", crv: "Ed25519", x: jwk.x ?? "", kid, use: "sig", alg: "Ed25519" }] };
	const records = new Map<string, SessionRecord>();
	const ended = new Set<string>();
	const roles = new Map<string, readonly Role[]>();
	const mailAddresses = new Map<string, string>();
	const asked = { keys: 0, sessions: 0 };
	const answers: TestIdentity["answers"] = { keys: "good", sessions: "good" };

	const server = createServer((request, response) => {
		if (request.url?.startsWith("/internal/members/") === true) {
			const member = request.url.slice("/internal/members/".length);
			if (member.endsWith("/mail-address")) {
				const email = mailAddresses.get(member.slice(0, -"/mail-address".length));
				return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ email }));
			}
			const reply = { isActive: !ended.has(member), hasLeft: ended.has(member), roles: roles.get(member) ?? ["member"], limits: {} };
			return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
		}
		const kind = request.url === "/.well-known/jwks.json" ? "keys" : "sessions";
		asked[kind] += 1;
		const send = (status: number, body: string) => void response.writeHead(status, { "content-type": "application/json" }).end(body);
		if (answers[kind] === "silent") return;
		if (answers[kind] === "garbage") return send(200, "<html>no JSON</html>");
		if (answers[kind] === "empty") return send(200, '{"keys":[]}');
		if (answers[kind] === "error") return send(500, "{}");
		if (kind === "keys") return send(200, JSON.stringify(keySet));
		const record = records.get(sidOf(request.headers.authorization));
		if (record?.s === "active" && request.url === "/internal/session") return send(200, JSON.stringify(record));
		if (record?.s === "active" && request.url === "/api/v1/auth/session") return send(200, JSON.stringify(sessionOf(record)));
		return send(401, '{"success":false,"error":{"code":"UNAUTHORIZED","message":"Sign in again"},"requestId":"test"}');
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const nowSeconds = () => Math.floor(Date.now() / 1_000);

	const claims = (wish: TokenWish = {}) => {
		const sub = wish.userId ?? UserId.parse(`usr_${base62(22)}`);
		const made = {
			iss: url,
			aud: "webhand",
			sub,
			tid: wish.tenantId ?? TenantId.parse(sub),
			sid: wish.sid ?? SignInId.parse(`sid_${base62(22)}`),
			client_id: "webhand",
			roles: wish.roles ?? ["member", "admin"],
			iat: nowSeconds(),
			nbf: nowSeconds(),
			exp: nowSeconds() + (wish.lifeSeconds ?? 3_600),
			jti: base62(22),
			...wish.claims,
		};
		return made as AccessTokenClaims;
	};
	const sign: TestIdentity["sign"] = (payload, header = {}) =>
		new SignJWT({ ...payload })
			.setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid, ...header })
			.sign(privateKey, { crit: { b64: true } });
	const copy = (redis: Redis, sid: SignInId, record: SessionRecord) =>
		redis.set(`wh:sess:${sid}`, JSON.stringify(record), "EX", recordSeconds);
	return {
		url,
		issuer: url,
		jwksUrl: `${url}/.well-known/jwks.json`,
		kid,
		privateKey,
		asked,
		answers,
		claims,
		sign,
		signToken: (wish = {}) => sign(claims(wish), wish.header),
		signIn: async (redis, wish = {}) => {
			const made = claims(wish);
			const { sub: userId, tid: tenantId, sid, roles, exp } = made;
			const record: SessionRecord = {
				v: 1,
				s: "active",
				uid: userId,
				tid: tenantId,
				roles: [...roles],
				limits: {},
				exp,
				until: nowSeconds() + recordSeconds,
				...wish.record,
			};
			records.set(sid, record);
			if (wish.isCopied !== false) await copy(redis, sid, record);
			const token = await sign(made, wish.header);
			return { token, claims: made, headers: { authorization: `Bearer ${token}` }, userId, tenantId, sid, roles, limits: record.limits };
		},
		revoke: async (redis, sid) => {
			const record = records.get(sid);
			if (record === undefined) throw new Error(`${sid} never signed in here`);
			const revoked: SessionRecord = { ...record, v: record.v + 1, s: "revoked" };
			records.set(sid, revoked);
			await copy(redis, sid, revoked);
		},
		removeMember: ({ tenantId, userId }) => void ended.add(`${tenantId}/${userId}`),
		changeMember: ({ tenantId, userId }, now) => void roles.set(`${tenantId}/${userId}`, now),
		wantsMail: ({ tenantId, userId }, email) => void mailAddresses.set(`${tenantId}/${userId}`, email),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}

/** The user of a record, as auth shows a sign-in. */
function sessionOf({ uid, tid, roles, exp }: SessionRecord): SessionReply {
	const user = { id: uid, email: `${uid}@example.com`, name: "Ada Lovelace" };
	const tenant = { tenantId: tid, tenantName: "Tea", tenantKind: "organization" } as const;
	return { expiresAt: new Date(exp * 1_000).toISOString(), user, ...tenant, roles: [...roles] };
}

/** A new id of a tenant that is an organization. */
export function newOrgTenantId(): TenantId {
	return TenantId.parse(`org_${base62(22)}`);
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(length: number): string {
	return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
}

// Read without checking the signature: only tests ask here, and services refuse forged tokens before they ask.
function sidOf(authorization: string | undefined): string {
	const payload = authorization?.split(".")[1];
	if (payload === undefined) return "";
	const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
	return typeof claims === "object" && claims !== null && "sid" in claims ? String(claims.sid) : "";
}
