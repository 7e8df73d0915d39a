import { AccessTokenClaims, SessionRecord } from "@webhand/contracts/auth/tokens";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { expect } from "vitest";
import { test as withDatabases } from "../src/database.ts";
import { startIdentity } from "../src/tokens.ts";

const test = withDatabases.extend("identity", { scope: "file" }, async ({ redis: _redis }, { onCleanup }) => {
	const identity = await startIdentity();
	onCleanup(identity.close);
	return identity;
});

test("a token has every claim of the contract and its key is in the key set", async ({ identity, redis }) => {
	const signedIn = await identity.signIn(redis.client);
	const keys = createRemoteJWKSet(new URL(identity.jwksUrl));
	const { payload, protectedHeader } = await jwtVerify(signedIn.token, keys, {
		issuer: identity.issuer,
		audience: "webhand",
		typ: "at+jwt",
	});
	expect(AccessTokenClaims.parse(payload)).toMatchObject({ sub: signedIn.userId, tid: signedIn.tenantId, sid: signedIn.sid });
	expect(protectedHeader).toEqual({ alg: "Ed25519", typ: "at+jwt", kid: identity.kid });
});

test("a sign-in leaves the record that services look for, and revoking it raises its version", async ({ identity, redis }) => {
	const { sid, userId } = await identity.signIn(redis.client);
	const read = async () => SessionRecord.parse(JSON.parse((await redis.client.get(`wh:sess:${sid}`)) ?? ""));
	expect(await read()).toMatchObject({ v: 1, s: "active", uid: userId });
	await identity.revoke(redis.client, sid);
	expect(await read()).toMatchObject({ v: 2, s: "revoked" });
});

test("the internal door answers for an active sign-in only", async ({ identity, redis }) => {
	const { sid, headers } = await identity.signIn(redis.client);
	const ask = () => fetch(`${identity.url}/internal/session`, { headers });
	expect((await ask()).status).toBe(200);
	await identity.revoke(redis.client, sid);
	expect((await ask()).status).toBe(401);
});
