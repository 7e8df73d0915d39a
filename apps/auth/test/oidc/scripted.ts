import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JWTPayload } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

type Key = Parameters<SignJWT["sign"]>[0];

/** What a scripted provider answers; tests change it. */
export type Script = {
	/** Claims over the right ones; `undefined` leaves one out. */
	claims: Readonly<Record<string, unknown>>;
	/** Makes the id token from its claims; absent: signed with the published key. `null`: there is none. */
	idToken?: ((claims: JWTPayload) => Promise<string | null>) | undefined;
	metadata: Readonly<Record<string, unknown>>;
	userinfo: Readonly<Record<string, unknown>>;
	/** Paths that break the connection. */
	down: ReadonlySet<string>;
	/** Replies of paths that answer something else. */
	replies: Readonly<Record<string, { readonly status: number; readonly body: string; readonly location?: string }>>;
};

/** A provider over HTTP that answers what a test wants, right or wrong. `asked` are the requests it got. */
export type ScriptedProvider = {
	readonly issuer: string;
	readonly clientId: string;
	readonly privateKey: Key;
	script: Script;
	readonly asked: { readonly path: string; readonly body: string }[];
	/** Nonces of the sign-ins that were sent to it, by their PKCE challenges. */
	readonly nonces: Map<string, string>;
	readonly close: () => Promise<void>;
};

/** Claims of a person whose email is confirmed. */
const person = (email: string) => ({ sub: `subject of ${email}`, email, email_verified: true, name: "Ann Lee" });

/** A script in which everything is right, for the person with this email. */
export const honest = (email: string): Script => ({ claims: person(email), metadata: {}, userinfo: {}, down: new Set(), replies: {} });

/** Starts a provider; its access tokens hold the text `access-token-canary`. */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
	const { publicKey, privateKey } = await generateKeyPair("RS256");
	const jwk = { ...(await exportJWK(publicKey)), kid: "test", use: "sig", alg: "RS256" };
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider: ScriptedProvider = {
		issuer,
		clientId: "webhand-test",
		privateKey,
		script: honest("nobody@example.com"),
		asked: [],
		nonces: new Map(),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};

	const token = async (body: string) => {
		const verifier = new URLSearchParams(body).get("code_verifier") ?? "";
		const nonce = provider.nonces.get(createHash("sha256").update(verifier).digest("base64url"));
		const now = Math.floor(Date.now() / 1_000);
		const right = { iss: issuer, aud: provider.clientId, nonce, iat: now, exp: now + 300, ...provider.script.claims };
		const claims = Object.fromEntries(Object.entries(right).filter(([, value]) => value !== undefined));
		const sign = provider.script.idToken ?? ((of) => new SignJWT(of).setProtectedHeader({ alg: "RS256", kid: "test" }).sign(privateKey));
		const idToken = await sign(claims);
		return {
			access_token: "access-token-canary",
			token_type: "Bearer",
			expires_in: 60,
			...(idToken === null ? {} : { id_token: idToken }),
		};
	};
	const answers: Readonly<Record<string, (body: string) => unknown>> = {
		"/.well-known/openid-configuration": () => ({
			issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			jwks_uri: `${issuer}/jwks`,
			userinfo_endpoint: `${issuer}/userinfo`,
			response_types_supported: ["code"],
			subject_types_supported: ["public"],
			id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
			...provider.script.metadata,
		}),
		"/jwks": () => ({ keys: [jwk] }),
		"/token": token,
		"/userinfo": () => ({ sub: provider.script.claims["sub"], ...provider.script.userinfo }),
	};
	server.on("request", async (request, response) => {
		const path = new URL(request.url ?? "/", issuer).pathname;
		let body = "";
		for await (const chunk of request) body += String(chunk);
		provider.asked.push({ path, body });
		if (provider.script.down.has(path)) return request.socket.destroy();
		const other = provider.script.replies[path];
		const answer = answers[path];
		const type = { "content-type": "application/json" };
		if (other !== undefined) {
			const to = other.location === undefined ? {} : { location: other.location };
			return response.writeHead(other.status, { ...type, ...to }).end(other.body);
		}
		if (answer === undefined) return response.writeHead(404, type).end("{}");
		return response.writeHead(200, type).end(JSON.stringify(await answer(body)));
	});
	return provider;
}
