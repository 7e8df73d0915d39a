import { fileURLToPath } from "node:url";
import { createManualClock } from "@webhand/testing/clock";
import { startProcess } from "@webhand/testing/processes";
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect } from "vitest";
import { newAddress, settings, startAuth, test as base, users } from "./fixture.ts";
import { browse } from "./oidc/browse.ts";
import { begin, codeOf, comeBack, finish, pass, start } from "./oidc/journey.ts";
import type { Script } from "./oidc/scripted.ts";
import { honest, startScriptedProvider } from "./oidc/scripted.ts";

const secret = "client secret canary-5d1";
const unusedCode = "A".repeat(43);

const test = base
	.extend("provider", { scope: "file" }, async ({ auth }, { onCleanup }) => {
		const provider = await startScriptedProvider();
		onCleanup(provider.close);
		const { accessToken, tenantId } = await auth.signIn(users.admin);
		const body = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: secret, domains: ["kettles.example"] };
		const reply = await auth.call("PUT", `/api/v1/orgs/${tenantId}/provider`, { token: accessToken, body });
		if (reply.status !== 200) throw new Error(`the provider was not set: ${await reply.text()}`);
		return provider;
	})
	.extend("orgId", { scope: "file" }, async ({ auth }) => (await auth.signIn(users.admin)).tenantId);

let people = 0;
/** Somebody of the allowed domain whom nobody knows yet. */
const somebody = () => `person-${++people}@kettles.example`;

describe("a real provider", () => {
	test("a person of the allowed domain signs in through it, gets an account, and comes back to the same one", async ({ mongo, redis }) => {
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }));
		const redirectUri = "http://127.0.0.1:8787/api/v1/auth/provider/callback";
		const args = [fileURLToPath(new URL("oidc/main.ts", import.meta.url)), redirectUri, secret];
		const provider = await startProcess({ name: "oidc-provider", command: process.execPath, args });
		try {
			const [, issuer = ""] = await provider.printed(/listens on (\S+)/);
			const admin = await auth.signIn(users.admin);
			const path = `/api/v1/orgs/${admin.tenantId}/provider`;
			const body = { issuer, clientId: "webhand", clientSecret: secret, domains: ["real.example"] };
			expect((await auth.call("PUT", path, { token: admin.accessToken, body })).status).toBe(200);

			const signIn = async () => {
				const begun = await begin(auth, " Ann@Real.example ");
				const back = await browse(begun.url, issuer);
				expect(back.href.startsWith(redirectUri)).toBe(true);
				return finish(auth, begun.ticket, codeOf(await comeBack(auth, Object.fromEntries(back.searchParams))));
			};
			const first = await signIn();
			const reply = (await first.json()) as { user: { id: string }; accessToken: string };
			expect([first.status, reply]).toEqual([
				200,
				expect.objectContaining({
					user: { id: expect.stringMatching(/^usr_/), email: "ann@real.example", name: "Person ann" },
					...{ tenantId: admin.tenantId, tenantKind: "organization", roles: ["member"] },
				}),
			]);
			expect((await auth.call("GET", "/api/v1/auth/session", { token: reply.accessToken })).status).toBe(200);
			expect(await (await signIn()).json()).toMatchObject({ user: { id: reply.user.id } });
			expect((await auth.login({ email: "ann@real.example", password: "any password at all" })).status).toBe(401);

			const unconfirmed = await begin(auth, "unconfirmed@real.example");
			const back = await comeBack(auth, Object.fromEntries((await browse(unconfirmed.url, issuer)).searchParams));
			expect([back.status, await back.text()]).toEqual([403, expect.stringContaining("does not confirm your email")]);
		} finally {
			await provider.stop();
			await auth.call("DELETE", `/api/v1/orgs/${(await auth.signIn(users.admin)).tenantId}/provider`, {
				token: (await auth.signIn(users.admin)).accessToken,
			});
			await auth.close();
		}
	});
});
