import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AccessTokenClaims, SessionRecord } from "@webhand/contracts/auth/tokens";
import { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";
import type { CryptoKey } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { signInKey } from "../src/guard.ts";
import { createIds } from "../src/ids.ts";

/** How the double answers: as auth would, with something else, or not at all. */
export type Manner = "good" | "garbage" | "empty" | "error" | "silent";

/** The two addresses of auth that services ask, with a key that tests may sign anything with, and counters of what was asked. */
export type AuthDouble = {
	readonly url: string;
	readonly issuer: string;
	readonly kid: string;
	readonly privateKey: CryptoKey;
	readonly asked: { keys: number; sessions: number };
	readonly answers: { keys: Manner; sessions: Manner };
	/** Sign-ins that auth itself knows as active, beside what Redis says. */
	readonly records: Map<SignInId, SessionRecord>;
	readonly claims: (change?: Readonly<Record<string, unknown>>) => AccessTokenClaims;
	readonly sign: (claims: object, header?: Readonly<Record<string, unknown>>) => Promise<string>;
	/** Makes a sign-in that auth knows and, unless told, Redis too. */
	readonly signIn: (wish?: SignInWish) => Promise<{ readonly token: string; readonly claims: AccessTokenClaims }>;
	readonly close: () => Promise<void>;
};

export type SignInWish = {
	readonly claims?: Readonly<Record<string, unknown>>;
	readonly record?: Partial<SessionRecord>;
	readonly isCopied?: boolean;
};

/** Starts the double on loopback. */
export async function startAuthDouble(redis: Redis): Promise<AuthDouble> {
	const ids = createIds();
	const { privateKey, publicKey } = await generateKeyPair("Ed25519", { extractable: true });
	const { x } = await exportJWK(publicKey);
	const kid = randomUUID();
	const keySet = { keys: [{ kty: "OKP", crv: "Ed25519", x, kid, use: "sig", alg: "Ed25519" }] };
	const asked = { keys: 0, sessions: 0 };
	const answers: { keys: Manner; sessions: Manner } = { keys: "good", sessions: "good" };
	const records = new Map<SignInId, SessionRecord>();

	const server = createServer((request, response) => {
		const isKeys = request.url === "/.well-known/jwks.json";
		asked[isKeys ? "keys" : "sessions"]++;
		const manner = answers[isKeys ? "keys" : "sessions"];
		const send = (status: number, body: string) => response.writeHead(status, { "content-type": "application/json" }).end(body);
		if (manner === "silent") return;
		if (manner === "garbage") return send(200, "<html>not a key set</html>");
		if (manner === "empty") return send(200, '{"keys":[]}');
		if (manner === "error") return send(500, "{}");
		if (isKeys) return send(200, JSON.stringify(keySet));
		const payload = request.headers.authorization?.split(".")[1] ?? "";
		const { sid } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sid: SignInId };
		const record = records.get(sid);
		return record === undefined ? send(401, "{}") : send(200, JSON.stringify(record));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("the double has no port");
	const issuer = "webhand-test";
	const seconds = () => Math.floor(Date.now() / 1_000);

	const claims = (change: Readonly<Record<string, unknown>> = {}) => {
		const sub = ids.prefixed(UserId, "usr");
		const made = {
			...{ iss: issuer, aud: "webhand", sub, tid: TenantId.parse(sub), sid: ids.prefixed(SignInId, "sid"), client_id: "webhand" },
			...{ roles: ["member", "admin"], iat: seconds(), nbf: seconds(), exp: seconds() + 3_600, jti: randomUUID(), ...change },
		};
		return made as AccessTokenClaims;
	};
	const sign: AuthDouble["sign"] = (payload, header = {}) =>
		new SignJWT({ ...payload })
			.setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid, ...header })
			.sign(privateKey, { crit: { b64: true } });
	return {
		...{ url: `http://127.0.0.1:${address.port}`, issuer, kid, privateKey, asked, answers, records, claims, sign },
		signIn: async (wish = {}) => {
			const made = claims(wish.claims);
			const record: SessionRecord = {
				...{ v: 1, s: "active", uid: made.sub, tid: made.tid, roles: [...made.roles], limits: {}, exp: made.exp, until: seconds() + 900 },
				...wish.record,
			};
			if (record.s === "active") records.set(made.sid, record);
			if (wish.isCopied !== false) await redis.set(signInKey(made.sid), JSON.stringify(record), "EX", 900);
			return { token: await sign(made), claims: made };
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
