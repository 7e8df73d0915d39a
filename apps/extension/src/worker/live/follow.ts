import { followSession } from "@webhand/client/live/follow";
import Pusher from "pusher-js/worker";
import type { Contact, SignIn } from "../../signed-in-api.ts";
import type { Follow } from "./following.ts";

export type FollowDeps = {
	readonly signIn: SignIn;
	readonly onContact: (contact: Contact) => void;
	/** The server refused the token. */
	readonly onRefused: (signIn: SignIn) => Promise<void>;
};

/** Follows chats with one sign-in; each request tells whether the server can be reached. */
export function followWith({ signIn, onContact, onRefused }: FollowDeps): Follow {
	const observed: typeof fetch = async (...request) => {
		try {
			const response = await fetch(...request);
			onContact({ kind: "online" });
			return response;
		} catch (cause) {
			const isAborted = request[1]?.signal?.aborted === true;
			if (!isAborted) onContact({ kind: "offline", message: "The server could not be reached." });
			throw cause;
		}
	};
	const api = { baseUrl: signIn.serverUrl, token: () => signIn.accessToken, fetch: observed };
	return ({ sessionId, cursor, onEvent, onCursor, onBehind, onState, onEnd }) =>
		followSession({
			api,
			sessionId,
			cursor,
			Pusher,
			onEvents: (events, last) => {
				for (const event of events) onEvent(event);
				onCursor(last);
			},
			// A thought that is being written has no number of its own.
			onChunk: onEvent,
			onReset: (last) => {
				onCursor(last);
				onBehind();
			},
			onState,
			onEnd: (code) => {
				if (code === "UNAUTHORIZED") void onRefused(signIn);
				onEnd();
			},
		});
}
