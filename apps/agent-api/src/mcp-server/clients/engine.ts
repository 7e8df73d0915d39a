import { hash, randomBytes } from "node:crypto";
import { McpClientId } from "@webhand/contracts/mcp-server/client-id";
import type { McpClient, NewMcpClient } from "@webhand/contracts/mcp-server/clients";
import { mcpClientLimits } from "@webhand/contracts/mcp-server/clients";
import { AppError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import type { Log } from "@webhand/service-kit/logs";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { z } from "zod";
import { dayMs } from "../../shared/retention.ts";
import type { Owner } from "../../shared/rows.ts";
import { clientStatusOf, isUseDue, refusalOfToken, shownClient } from "./policy.ts";
import type { ClientStore, StoredClient } from "./store.ts";

/** What connected clients need. `url` is where they connect to. `onRevoked` stops what a client asked for. */
export type ClientDeps = {
	readonly clients: ClientStore;
	/** May the person of a client work in its tenant now? @throws AppError AUTH_UNAVAILABLE */
	readonly isMember: (owner: Owner) => Promise<boolean>;
	readonly ids: Pick<Ids, "prefixed">;
	/** Those of one user are counted and connected one after the other. */
	readonly inTurn: InTurn;
	readonly now: () => Date;
	readonly url: string;
	readonly onRevoked: (owner: Owner, id: McpClientId) => Promise<void>;
	readonly log: Pick<Log, "warn">;
};

/** Starts every token, so that scanners of leaked secrets can name it. */
const tokenPrefix = "whmcp_";
/** How long the list still shows a client that has ended. */
const shownAfterEndMs = 30 * dayMs;

/** The person's clients, newest first. */
export async function listClients(deps: ClientDeps, owner: Owner): Promise<{ readonly clients: McpClient[]; readonly url: string }> {
	const now = deps.now();
	return { clients: (await deps.clients.list(owner)).map((client) => shownClient(client, now)), url: deps.url };
}

/**
 * Connects a client of a person. The token, 256 random bits, is in this reply only.
 *
 * @throws AppError LIMIT_REACHED
 */
export async function connectClient(deps: ClientDeps, { tenantId, userId }: Owner, wish: z.output<typeof NewMcpClient>) {
	const now = deps.now();
	const token = `${tokenPrefix}${randomBytes(32).toString("base64url")}`;
	const expiresAt = new Date(now.getTime() + wish.days * dayMs);
	const client: StoredClient = {
		_id: deps.ids.prefixed(McpClientId, "mcc"),
		tenantId,
		userId,
		name: wish.name,
		scopes: wish.scopes,
		tokenHash: hashOf(token),
		createdAt: now,
		expiresAt,
		lastUsedAt: null,
		revokedAt: null,
		expireAt: new Date(expiresAt.getTime() + shownAfterEndMs),
	};
	await deps.inTurn(`mcp_clients:${tenantId}:${userId}`, async () => {
		if ((await deps.clients.countOpen({ tenantId, userId }, now)) >= mcpClientLimits.open)
			throw new AppError("LIMIT_REACHED", `You have ${mcpClientLimits.open} connected clients. Revoke one first`);
		await deps.clients.insert(client);
	});
	return { client: shownClient(client, now), token, url: deps.url };
}

/** Ends a client and what it asked for. @throws AppError NOT_FOUND, for an unknown client and another user's alike */
export async function revokeClient(deps: ClientDeps, owner: Owner, id: McpClientId): Promise<void> {
	const at = deps.now();
	const isOwn = await deps.clients.revoke(owner, id, { at, expireAt: new Date(at.getTime() + shownAfterEndMs) });
	if (!isOwn) throw new AppError("NOT_FOUND", "You have no such client");
	await deps.onRevoked(owner, id);
}

/**
 * The client that a token belongs to, if its person may still work in its tenant.
 *
 * @throws AppError UNAUTHORIZED with what the person can do; AUTH_UNAVAILABLE when auth does not answer
 */
export async function identifyClient(deps: Pick<ClientDeps, "clients" | "isMember" | "now" | "log">, token: string): Promise<StoredClient> {
	const client = token.startsWith(tokenPrefix) ? await deps.clients.findByTokenHash(hashOf(token)) : null;
	if (client === null) throw new AppError("UNAUTHORIZED", refusalOfToken.unknown);
	const now = deps.now();
	const status = clientStatusOf(client, now);
	if (status !== "active") throw new AppError("UNAUTHORIZED", refusalOfToken[status]);
	if (!(await deps.isMember(client))) throw new AppError("UNAUTHORIZED", refusalOfToken.ended);
	// The time of the last use is for display only.
	if (isUseDue(client, now))
		deps.clients.touch(client, now).catch((err: unknown) => deps.log.warn({ err }, "a client's use was not noted"));
	return client;
}

const hashOf = (token: string) => hash("sha256", token, "hex");
