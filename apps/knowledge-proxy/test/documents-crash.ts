import { expect } from "vitest";
import type { Admin } from "./documents-fixture.ts";
import { adminAt, test as base, handbook, leftovers } from "./documents-fixture.ts";

const old = "# Travel\n\nTravel was booked by everybody.";

/** What is asked of the replica that dies: the answer is `gone`, unless it dies later. */
type Deed = "add" | "add-address" | "replace" | "remove";

/** Where a replica is killed, and what is there once another one has taken over. */
type CrashRow = { readonly failpoint: string; readonly deed: Deed; readonly ending: "ready" | "old" | "absent" };

/** MongoDB keeps the rows of a replica that dies within a transaction for a minute, and looks every 30 s. */
const takeoverMs = 150_000;

/** One row for each failpoint of this service. */
export const crashes: readonly CrashRow[] = [
	{ failpoint: "document.uploaded", deed: "add", ending: "absent" },
	{ failpoint: "document.added", deed: "add", ending: "ready" },
	{ failpoint: "ingest.claimed", deed: "add", ending: "ready" },
	{ failpoint: "ingest.fetched", deed: "add-address", ending: "ready" },
	{ failpoint: "ingest.read", deed: "add-address", ending: "ready" },
	{ failpoint: "ingest.storing", deed: "replace", ending: "ready" },
	{ failpoint: "ingest.switching", deed: "replace", ending: "ready" },
	{ failpoint: "ingest.switched", deed: "replace", ending: "ready" },
	{ failpoint: "document.replacing", deed: "replace", ending: "old" },
	{ failpoint: "document.replaced", deed: "replace", ending: "ready" },
	{ failpoint: "document.removed", deed: "remove", ending: "absent" },
];

/** `test` with `crash`: kills a replica in a deed and waits until another one has made good what it left. */
export const test = base.extend("crash", { scope: "file" }, async ({ mongo, redis, identity, start, fork, pages }) => {
	return async ({ failpoint, deed, ending }: CrashRow): Promise<void> => {
		const signedIn = await identity.signIn(redis.client);
		pages.answers.set(
			"/travel",
			(_request, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>Travel is booked by the office.</p>"),
		);
		// A version that is there before, made by a replica that ends before the other one begins.
		const first = await start();
		const before = adminAt(first.url, signedIn, mongo);
		const isNew = deed === "add" || deed === "add-address";
		const { id } = isNew ? { id: "" } : (await before.add({ content: old })).body.document;
		if (!isNew) await before.settled(id);
		await first.close();

		const dying = await fork({ FAILPOINTS: `${failpoint}=kill`, LOG_LEVEL: "info" });
		await act(adminAt(dying.url, signedIn, mongo), { deed, id, page: `${pages.url}/travel?token=canary` });
		expect((await dying.process.ended).signal).toBe("SIGKILL");
		expect(dying.process.output()).not.toContain("canary");

		const healthy = await start();
		const after = adminAt(healthy.url, signedIn, mongo);
		const { documents } = (await after.send("GET", "documents")).body;
		const [settled] = await Promise.all(documents.map((document) => after.settled(document.id, takeoverMs)));
		const text = settled === undefined ? undefined : (await after.send("GET", `documents/${settled.id}/chunks`)).body.chunks[0]?.content;
		const found = settled === undefined ? "absent" : text?.includes("everybody") ? "old" : settled.status;
		expect([documents.length, found]).toEqual([ending === "absent" ? 0 : 1, ending]);
		await expect.poll(() => leftovers(mongo, signedIn.tenantId), { timeout: takeoverMs }).toEqual({ orphans: [], files: 0 });
		await healthy.close();
	};
});

async function act(admin: Admin, { deed, id, page }: { readonly deed: Deed; readonly id: string; readonly page: string }): Promise<void> {
	const { content, format } = handbook;
	const calls = {
		add: () => admin.add(),
		"add-address": () => admin.send("POST", "documents", { url: page }),
		replace: () => admin.send("PUT", `documents/${id}`, { content, format }),
		remove: () => admin.send("DELETE", `documents/${id}`),
	};
	await calls[deed]().catch(() => "gone");
}
