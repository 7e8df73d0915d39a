import { tenantEntriesRoute } from "@webhand/contracts/audit";
import type { QueryOf, ReplyOf } from "@webhand/contracts/routes";
import { fetchFrom } from "@webhand/service-kit/tracing/onward";

/** Reads rows of tasks and of the server host with the caller's token. @returns null without a good reply within 1.5 s; never throws */
export type AskAgent = (
	token: string,
	query: QueryOf<typeof tenantEntriesRoute>,
	signal: AbortSignal,
) => Promise<ReplyOf<typeof tenantEntriesRoute> | null>;

const limitMs = 1_500;
const fetchAgent = fetchFrom("agent-api");

/** Reads them over HTTP. */
export function createAskAgent(agentUrl: string): AskAgent {
	return async (token, query, signal) => {
		const address = new URL(tenantEntriesRoute.path, agentUrl);
		for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value));
		try {
			const response = await fetchAgent(address, {
				headers: { authorization: `Bearer ${token}` },
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (response.ok) return tenantEntriesRoute.reply.parse(await response.json());
			await response.body?.cancel();
			return null;
		} catch {
			return null;
		}
	};
}
