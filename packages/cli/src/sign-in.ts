import { loginRoute } from "@webhand/contracts/auth/sign-in";
import type { Server } from "./server.ts";
import { ask } from "./server.ts";
import type { Credentials } from "./types.ts";

/** The server at an address, with a way in. A password is exchanged for a token when one is needed first, and when it is about to end. */
export function serverOf(url: string, credentials: Credentials): Server {
	const baseUrl = originOf(url);
	if ("key" in credentials) return { baseUrl, token: () => credentials.key };
	let signedIn: { readonly token: string; readonly until: number } | undefined;
	return {
		baseUrl,
		token: async () => {
			if (signedIn === undefined || Date.now() > signedIn.until) {
				const { email, password } = credentials;
				const { accessToken, expiresAt } = await ask({ baseUrl, token: () => null }, loginRoute, { body: { email, password } });
				signedIn = { token: accessToken, until: Date.parse(expiresAt) - earlierMs };
			}
			return signedIn.token;
		},
	};
}

const earlierMs = 60_000;

/** The origin of a server's address. @throws TypeError where it is none */
export function originOf(url: string): string {
	const parsed = URL.parse(url);
	if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== "")
		throw new TypeError(`"${url}" is no address of a server: write it as https://webhand.example.com`);
	return parsed.origin;
}
