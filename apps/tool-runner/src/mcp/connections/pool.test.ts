import { AppError } from "@webhand/service-kit/errors";
import { expect, test } from "vitest";
import type { StoredWorkspace } from "../../workspaces/store.ts";
import type { StoredServer } from "../servers/store.ts";
import type { Connection } from "./connection.ts";
import { createPool } from "./pool.ts";

const server = (wish: Partial<StoredServer> = {}) =>
	({ _id: "mcp_1", revision: 1, served: [], accepted: [], ...wish }) as unknown as StoredServer;
const workspace = (id = "wsp_1", tenantId = "org_1") => ({ _id: id, tenantId, readOnly: false, inode: "1" }) as unknown as StoredWorkspace;

/** A pool of connections that are numbered as they are opened; `states` says what became of each. */
function opened() {
	const states: { isUsable: boolean; isClosed: boolean }[] = [];
	let now = 0;
	let failure: AppError | undefined;
	const pool = createPool({
		elapsed: () => now,
		open: async () => {
			if (failure !== undefined) throw failure;
			const state = { isUsable: true, isClosed: false };
			states.push(state);
			const close = async () => {
				state.isClosed = true;
			};
			return { isUsable: () => state.isUsable && !state.isClosed, close, number: states.length } as unknown as Connection;
		},
	});
	const lease = async (...given: Parameters<typeof pool.lease>) => {
		const { connection, release } = await pool.lease(...given);
		return { number: (connection as unknown as { readonly number: number }).number, release };
	};
	return {
		pool,
		lease,
		states,
		wait: (ms: number) => {
			now += ms;
			pool.sweep();
		},
		fail: (with_?: AppError) => {
			failure = with_;
		},
	};
}

test("one that is leased is not closed for its age, nor to make room for others", async () => {
	const { lease, states, wait } = opened();
	const { release } = await lease(server(), workspace());
	wait(600_000);
	const others = await Promise.all(
		Array.from({ length: 31 }, (_, index) => lease(server(), workspace(`wsp_${index}`, `org_${index + 2}`))),
	);
	await expect(lease(server(), workspace("wsp_one_more", "org_one_more"))).rejects.toMatchObject({ code: "QUEUE_FULL" });
	expect(states.some(({ isClosed }) => isClosed)).toBe(false);
	others[7]?.release();
	await lease(server(), workspace("wsp_one_more", "org_one_more"));
	expect(states.map(({ isClosed }, index) => (isClosed ? index : -1)).filter((index) => index >= 0)).toEqual([8]);
	release();
	release();
	expect((await lease(server(), workspace())).number).toBe(1);
});

test("one tenant has half of all connections at most, and the next tenant has one", async () => {
	const { lease } = opened();
	const mine = await Promise.all(Array.from({ length: 16 }, (_, index) => lease(server(), workspace(`wsp_${index}`))));
	await expect(lease(server(), workspace("wsp_more"))).rejects.toMatchObject({ code: "RATE_LIMIT", details: { scope: "tenant" } });
	await lease(server(), workspace("wsp_theirs", "org_2"));
	mine[0]?.release();
	await lease(server(), workspace("wsp_more"));
});

test("a server that hangs, or is reached another way, gets a new one; the old one ends with its last call", async () => {
	const { lease, states } = opened();
	const first = await lease(server(), workspace());
	Object.assign(states[0] ?? {}, { isUsable: false });
	const second = await lease(server(), workspace());
	expect([second.number, states[0]?.isClosed]).toEqual([2, false]);
	first.release();
	const third = await lease(server({ revision: 2 }), workspace());
	second.release();
	await expect.poll(() => states.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
	expect(third.number).toBe(3);
});

test("one that cannot be opened takes no place", async () => {
	const { lease, fail } = opened();
	fail(new AppError("MCP_SERVER_DOWN", "It is down"));
	for (let each = 0; each < 40; each += 1)
		await expect(lease(server(), workspace(`wsp_${each}`))).rejects.toMatchObject({ code: "MCP_SERVER_DOWN" });
	fail();
	expect((await lease(server(), workspace())).number).toBe(1);
});
