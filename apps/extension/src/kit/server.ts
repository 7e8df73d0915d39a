import { bindPageApi } from "../signed-in-api.ts";
import { send } from "./transport.ts";

/**
 * The server, called from our own pages with the stored address and token: `server.call(sessionListRoute, { query: { limit: 20 } })`.
 * A refused token is cleared by the worker, which shows the sign-in in each page. Rejects with `ApiError`, as `call` of packages/client.
 */
export const server = bindPageApi({
	onContact: () => undefined,
	onUnusable: async ({ expiresAt }, reason) => {
		// The call's own error is what the page shows.
		await send("signed_out_by_server", { expiresAt, reason }).catch(() => undefined);
	},
});
