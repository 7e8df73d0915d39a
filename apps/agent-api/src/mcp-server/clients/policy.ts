import type { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { McpClient, McpScope } from "@webhand/contracts/mcp-server/clients";

/** What is judged and shown of a stored client. */
type Client = {
	readonly _id: McpClientId;
	readonly name: string;
	readonly scopes: readonly McpScope[];
	readonly createdAt: Date;
	readonly expiresAt: Date;
	readonly lastUsedAt: Date | null;
	readonly revokedAt: Date | null;
};

/** `lastUsedAt` is written at most this often. */
const usedEveryMs = 60_000;

/** Does the client still act for its person? @throws never */
export function clientStatusOf({ revokedAt, expiresAt }: Pick<Client, "revokedAt" | "expiresAt">, now: Date): McpClient["status"] {
	if (revokedAt !== null) return "revoked";
	return expiresAt <= now ? "expired" : "active";
}

/** Is `lastUsedAt` old enough to be written again? @throws never */
export function isUseDue({ lastUsedAt }: Pick<Client, "lastUsedAt">, now: Date): boolean {
	return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= usedEveryMs;
}

/** A client as its person sees it. @throws never */
export function shownClient(client: Client, now: Date): McpClient {
	const { _id: id, name, scopes, createdAt, expiresAt, lastUsedAt } = client;
	return {
		id,
		name,
		scopes: [...scopes],
		status: clientStatusOf(client, now),
		createdAt: createdAt.toISOString(),
		expiresAt: expiresAt.toISOString(),
		lastUsedAt: lastUsedAt?.toISOString() ?? null,
	};
}

/** Why a token is refused, for the person who reads a client's log. @throws never */
export const refusalOfToken = {
	unknown:
		"This token is not one of Webhand. Connect the client in Webhand's settings, page Connected clients, and use the token shown there",
	revoked: "This client was revoked. Connect it again in Webhand's settings, page Connected clients",
	ended: "The account of this client may not be used any more. Its person can ask the organization's admin",
	expired: "This client's connection has expired. Connect it again in Webhand's settings, page Connected clients",
} as const;
