import { isLoopback } from "@webhand/contracts/auth/provider";
import type { ClientAuth, Configuration, CustomFetch } from "openid-client";
import * as oidc from "openid-client";
import { ProviderTrouble, requestSeconds, troubleIn } from "./web.ts";

/** This installation as a client of a provider. `secret` is `null` for a client without one. */
export type Client = { readonly issuer: string; readonly clientId: string; readonly secret: string | null };

/** What is remembered between the way to the provider and the way back; each is used once. */
export type Challenge = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Who the provider says a person is, checked. `email` only where the provider confirms it. */
export type ProviderUser = {
	readonly issuer: string;
	readonly subject: string;
	readonly email: string | null;
	readonly name: string | null;
};

/** Whether a provider takes our client id and secret; `untold` where its answer does not say. */
export type ClientVerdict = "accepted" | "refused" | "untold";

/** Talks to OpenID providers. All throw ProviderTrouble. */
export type Upstream = {
	/** Reads the discovery document and checks that it belongs to the issuer. */
	readonly discover: (client: Client) => Promise<void>;
	/** Shows the provider our client with a code that it never gave. */
	readonly tryClient: (client: Client) => Promise<ClientVerdict>;
	/** Where the browser goes: authorization code flow with PKCE (S256). */
	readonly authorizationUrl: (client: Client, challenge: Challenge, loginHint: string) => Promise<string>;
	/** Exchanges the code of `query` (the callback's) and checks the id token: issuer, audience, nonce, times, signature. */
	readonly exchange: (client: Client, challenge: Challenge, query: URLSearchParams) => Promise<ProviderUser>;
	readonly newChallenge: () => Challenge;
};

/** What talks to providers. `redirectUri` is the callback, as registered there; `isInside` is true for a host of this network. */
export type UpstreamOptions = { readonly fetch: CustomFetch; readonly redirectUri: string; readonly isInside: (host: string) => boolean };

export function createUpstream({ redirectUri, ...web }: UpstreamOptions): Upstream {
	const discover = (client: Client) => orTrouble("document", () => configure(client, web));
	return {
		newChallenge: () => ({ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }),
		discover: async (client) => {
			await discover(client);
		},
		tryClient: async (client) => {
			const config = await discover(client);
			const state = oidc.randomState();
			const { issuer } = config.serverMetadata();
			const query = new URLSearchParams({ code: `webhand-test-${oidc.randomNonce()}`, state, iss: issuer });
			const checks = { expectedState: state, expectedNonce: oidc.randomNonce(), pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
			return await oidc.authorizationCodeGrant(config, new URL(`?${query}`, redirectUri), checks).then(
				() => "untold" as const,
				(cause: unknown) => {
					const trouble = troubleIn(cause);
					if (trouble !== undefined) throw trouble;
					if (isServerError(cause)) throw new ProviderTrouble("silent", cause);
					return clientVerdict(cause);
				},
			);
		},
		authorizationUrl: async (client, { state, nonce, verifier }, loginHint) => {
			const config = await discover(client);
			const parameters = {
				redirect_uri: redirectUri,
				scope: "openid email profile",
				state,
				nonce,
				login_hint: loginHint,
				code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
				code_challenge_method: "S256",
			};
			return oidc.buildAuthorizationUrl(config, parameters).href;
		},
		exchange: async (client, { state, nonce, verifier }, query) => {
			const config = await discover(client);
			const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
			return orTrouble("answer", async () => {
				const tokens = await oidc.authorizationCodeGrant(config, new URL(`?${query}`, redirectUri), checks);
				const claims = tokens.claims();
				if (claims === undefined) throw new ProviderTrouble("answer");
				const isTold = claims["email"] !== undefined && claims["email_verified"] !== undefined;
				if (isTold || !config.serverMetadata().userinfo_endpoint) return userOf(claims, claims);
				return userOf(claims, await oidc.fetchUserInfo(config, tokens.access_token, claims.sub));
			});
		},
	};
}

type Web = Omit<UpstreamOptions, "redirectUri">;

async function configure({ issuer, clientId, secret }: Client, { fetch, isInside }: Web): Promise<Configuration> {
	const server = new URL(issuer);
	const isPlain = server.protocol === "http:";
	const found = await oidc.discovery(server, clientId, undefined, undefined, {
		[oidc.customFetch]: fetch,
		timeout: requestSeconds,
		execute: isPlain ? [oidc.allowInsecureRequests] : [],
	});
	const metadata = found.serverMetadata();
	// openid-client lets an issuer of Entra ID stand for many tenants; here one organization trusts one issuer.
	const isSame = URL.parse(metadata.issuer)?.href === server.href;
	if (!isSame || !isPageAddress(metadata.authorization_endpoint, isPlain)) throw new ProviderTrouble("document");
	// Else an admin whose provider names other ports inside learns from its test which of them answer.
	const asked = [metadata.token_endpoint, metadata.userinfo_endpoint, metadata.jwks_uri].map((text) => URL.parse(text ?? ""));
	if (asked.some((url) => url !== null && isInside(url.hostname) && url.origin !== server.origin)) throw new ProviderTrouble("address");
	const config = new oidc.Configuration(
		metadata,
		clientId,
		undefined,
		authenticationOf(secret, metadata.token_endpoint_auth_methods_supported),
	);
	config[oidc.customFetch] = fetch;
	config.timeout = requestSeconds;
	if (isPlain) oidc.allowInsecureRequests(config);
	// Without it the signature of an id token that came straight from the provider is not checked.
	oidc.enableNonRepudiationChecks(config);
	return config;
}

/** The browser opens it, so it is a web address and nothing that runs. */
function isPageAddress(text: string | undefined, isPlain: boolean): boolean {
	const url = text === undefined ? null : URL.parse(text);
	return url !== null && (url.protocol === "https:" || (isPlain && url.protocol === "http:" && isLoopback(url.hostname)));
}

function authenticationOf(secret: string | null, methods: readonly string[] | undefined): ClientAuth {
	if (secret === null) return oidc.None();
	return methods?.includes("client_secret_post") === true ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

/** Email and its confirmation come from one place, so that the one never vouches for another. */
function userOf({ iss: issuer, sub: subject }: oidc.IDToken, about: Readonly<Record<string, unknown>>): ProviderUser {
	const { email, email_verified: isVerified, name } = about;
	return {
		issuer,
		subject,
		email: typeof email === "string" && isVerified === true ? email : null,
		name: typeof name === "string" ? name : null,
	};
}

async function orTrouble<Result>(reason: "document" | "answer", work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		throw troubleIn(cause) ?? new ProviderTrouble(isServerError(cause) ? "silent" : reason, cause);
	}
}

/** The client is looked at before the code (RFC 6749, 5.2): a refused code means that the client was taken. */
function clientVerdict(error: unknown): ClientVerdict {
	if (error instanceof oidc.WWWAuthenticateChallengeError) return "refused";
	if (!(error instanceof oidc.ResponseBodyError)) return "untold";
	if (error.error === "invalid_grant") return "accepted";
	return error.status === 401 || error.error === "invalid_client" || error.error === "unauthorized_client" ? "refused" : "untold";
}

/** The provider answered with a status of 500 or above. */
function isServerError(error: unknown): boolean {
	const reply = error instanceof oidc.ResponseBodyError ? error : error instanceof Error ? error.cause : undefined;
	return (reply instanceof Response || reply instanceof oidc.ResponseBodyError) && reply.status >= 500;
}
