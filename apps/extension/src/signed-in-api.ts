import { ApiError } from "@webhand/client/api-error";
import type { Api, CallArguments } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import type { UploadInput } from "@webhand/client/upload";
import { upload } from "@webhand/client/upload";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import type { StoredAuth } from "./storage.ts";
import { authItem, serverUrlItem } from "./storage.ts";

/** The configured server with its token. */
export type SignedInApi = {
	readonly call: <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<ReplyOf<R>>;
};

/** The same for our own pages, which can also tell how far an upload has come. */
export type PageApi = SignedInApi & {
	readonly upload: <R extends Route>(route: R, input: UploadInput<R>) => Promise<ReplyOf<R>>;
};

export type Contact = { readonly kind: "online" } | { readonly kind: "offline"; readonly message: string };
export type SignIn = Extract<StoredAuth, { kind: "token" }>;

/**
 * What a context does beside the call. `onUnusable`: the stored sign-in is of another server, has expired, or was refused with 401.
 */
export type CallEvents = {
	readonly onContact: (contact: Contact) => void;
	readonly onUnusable: (signIn: SignIn, reason: "expired" | "other_server") => Promise<void>;
};

/** Binds the client to the stored server and token, the same in the worker and in our pages. */
export function bindApi(events: CallEvents): SignedInApi {
	return { call: (route, ...input) => withSignIn(events, (api) => call(api, route, ...input)) };
}

/** Binds the client for a page. */
export function bindPageApi(events: CallEvents): PageApi {
	return { ...bindApi(events), upload: (route, input) => withSignIn(events, (api) => upload(api, route, input)) };
}

async function withSignIn<Reply>(events: CallEvents, ask: (api: Api) => Promise<Reply>): Promise<Reply> {
	const signIn = await usableSignIn(events);
	if (signIn === null) throw new ApiError({ status: 401, code: "UNAUTHORIZED", message: "Sign in first" });
	try {
		const reply = await ask({ baseUrl: signIn.serverUrl, token: () => signIn.accessToken });
		events.onContact({ kind: "online" });
		return reply;
	} catch (error) {
		if (error instanceof ApiError) {
			events.onContact(error.status === 0 ? { kind: "offline", message: error.message } : { kind: "online" });
			// A wrong password or code says nothing about the sign-in.
			if (error.status === 401 && error.code !== "INVALID_CREDENTIALS") await events.onUnusable(signIn, "expired");
		}
		throw error;
	}
}

/** A token is valid for its own server until it expires. */
async function usableSignIn({ onUnusable }: Pick<CallEvents, "onUnusable">): Promise<SignIn | null> {
	const [auth, serverUrl] = await Promise.all([authItem.get(), serverUrlItem.get()]);
	if (auth.kind === "none") return null;
	const reason = auth.serverUrl !== serverUrl ? "other_server" : Date.parse(auth.expiresAt) <= Date.now() ? "expired" : null;
	if (reason === null) return auth;
	await onUnusable(auth, reason);
	return null;
}
