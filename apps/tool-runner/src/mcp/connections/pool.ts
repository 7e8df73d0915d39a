import type { TenantId } from "@webhand/contracts/ids";
import type { McpServerId } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { mayTake } from "@webhand/service-kit/shares/policy";
import type { StoredWorkspace } from "../../workspaces/store.ts";
import type { StoredServer } from "../servers/store.ts";
import { mayWrite } from "../servers/view.ts";
import type { Connection } from "./connection.ts";
import type { OpenConnection } from "./open.ts";

/** A connection that stays open until it is released, once. */
export type Lease = { readonly connection: Connection; readonly release: () => void };

/** Connections that stay open between calls, one for a server, tenant and workspace. */
export type Pool = {
	/** Leases the connection for calls in a workspace. @throws AppError of `OpenConnection`; QUEUE_FULL, RATE_LIMIT when all are in use, or too many by this tenant */
	readonly lease: (server: StoredServer, workspace: StoredWorkspace) => Promise<Lease>;
	readonly isConnected: (id: McpServerId, tenantId?: TenantId) => boolean;
	/** Ends the connections of a server. */
	readonly drop: (id: McpServerId) => void;
	/** Ends those that nobody has used for five minutes. */
	readonly sweep: () => void;
	/** Ends all. */
	readonly close: () => Promise<void>;
};

type Entry = {
	readonly server: McpServerId;
	readonly tenantId: TenantId;
	/** Server, tenant and workspace; null once another connection has its place. */
	place: string | null;
	/** How it was opened: another way needs another one. */
	readonly way: string;
	readonly connection: Promise<Connection>;
	opened?: Connection;
	leases: number;
	usedAt: number;
};

const limits = { connections: 32, idleMs: 300_000 } as const;

/** Opens the pool. @param elapsed milliseconds from any start */
export function createPool({ open, elapsed }: { readonly open: OpenConnection; readonly elapsed: () => number }): Pool {
	const entries = new Set<Entry>();
	const ending = new Set<Promise<void>>();
	const closing = new AbortController();
	const end = (entry: Entry) => {
		if (!entries.delete(entry)) return;
		const done = entry.connection.then(
			({ close }) => close(),
			() => undefined,
		);
		ending.add(done);
		void done.finally(() => ending.delete(done));
	};
	/** Gives its place away; it ends with the last of its leases. */
	const retire = (entry: Entry) => {
		entry.place = null;
		if (entry.leases === 0) end(entry);
	};
	const makeRoom = (tenantId: TenantId) => {
		const used = [...entries].filter(({ leases }) => leases > 0);
		const ofTenant = used.filter((entry) => entry.tenantId === tenantId).length;
		const free = limits.connections - used.length;
		if (free > 0 && !mayTake({ free, ofTenant, ofUser: 0 }))
			throw new AppError("RATE_LIMIT", `Your organization uses ${ofTenant} MCP servers at once already. Wait for a call to end`, {
				details: { scope: "tenant", limit: ofTenant },
				retryAfterSeconds: 5,
			});
		if (entries.size < limits.connections) return;
		const [oldest] = [...entries].filter(({ leases }) => leases === 0).sort((one, other) => one.usedAt - other.usedAt);
		if (oldest === undefined)
			throw new AppError("QUEUE_FULL", "Too many MCP servers are in use at once. Try again in a moment", { retryAfterSeconds: 5 });
		end(oldest);
	};
	const entryFor = (server: StoredServer, workspace: StoredWorkspace): Entry => {
		const place = `${server._id}:${workspace.tenantId}:${workspace._id}`;
		const way = `${server.revision}:${mayWrite(server)}:${workspace.readOnly}:${workspace.inode}`;
		const before = [...entries].find((entry) => entry.place === place);
		if (before !== undefined && before.way === way && before.opened?.isUsable() !== false) return before;
		if (before !== undefined) retire(before);
		makeRoom(workspace.tenantId);
		const connection = open(server, workspace, closing.signal);
		const entry: Entry = { server: server._id, tenantId: workspace.tenantId, place, way, connection, leases: 0, usedAt: elapsed() };
		entries.add(entry);
		connection.then(
			(opened) => {
				entry.opened = opened;
			},
			() => entries.delete(entry),
		);
		return entry;
	};
	return {
		lease: async (server, workspace) => {
			const entry = entryFor(server, workspace);
			entry.leases += 1;
			entry.usedAt = elapsed();
			let isHeld = true;
			const release = () => {
				if (!isHeld) return;
				isHeld = false;
				entry.leases -= 1;
				entry.usedAt = elapsed();
				if (entry.place === null && entry.leases === 0) end(entry);
			};
			try {
				return { connection: await entry.connection, release };
			} catch (cause) {
				release();
				throw cause;
			}
		},
		isConnected: (id, tenantId) =>
			[...entries].some(
				(entry) => entry.server === id && (tenantId ?? entry.tenantId) === entry.tenantId && entry.opened?.isUsable() === true,
			),
		drop: (id) => {
			for (const entry of entries) if (entry.server === id) end(entry);
		},
		sweep: () => {
			for (const entry of entries) {
				const isOld = entry.leases === 0 && elapsed() - entry.usedAt > limits.idleMs;
				if (isOld || entry.opened?.isUsable() === false) retire(entry);
			}
		},
		close: async () => {
			for (const entry of entries) end(entry);
			await Promise.allSettled(ending);
			closing.abort();
		},
	};
}
