import { z } from "zod";

const SignIn = z.object({ accessToken: z.string(), tenantId: z.string() });
const limitMs = 10_000;

/** Where a demo account signs in, and as whom. */
export type DemoAccount = { readonly authUrl: string; readonly account: { readonly email: string; readonly password: string } };

/** Sends JSON. @throws Error when the reply is no success */
export async function sendJson(url: URL, { method = "POST", token, body }: Sending): Promise<unknown> {
	const headers = {
		...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		...(body === undefined ? {} : { "content-type": "application/json" }),
	};
	const init = { method, headers, signal: AbortSignal.timeout(limitMs), ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
	const reply = await fetch(url, init);
	if (!reply.ok) throw new Error(`${url.pathname} answered ${reply.status}`);
	return reply.status === 204 ? undefined : await reply.json();
}

type Sending = { readonly method?: "GET" | "POST"; readonly token?: string; readonly body?: unknown };

/** Works under the sign-in of a demo account, which ends with the work. @throws Error also when its password was changed */
export async function withSignIn<Result>(
	{ authUrl, account }: DemoAccount,
	work: (signIn: z.infer<typeof SignIn>) => Promise<Result>,
): Promise<Result> {
	const signIn = SignIn.parse(await sendJson(new URL("/api/v1/auth/login", authUrl), { body: account }));
	try {
		return await work(signIn);
	} finally {
		await sendJson(new URL("/api/v1/auth/logout", authUrl), { token: signIn.accessToken }).catch(() => undefined);
	}
}
