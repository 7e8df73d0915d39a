import { createPlaces } from "@webhand/service-kit/shares/places";
import { test } from "@webhand/testing/database";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { claimByShare } from "../src/documents/ingest/loop.ts";
import { createIngestStore } from "../src/documents/ingest/store.ts";
import type { DocumentRow } from "../src/documents/rows.ts";
import { indexDocuments } from "../src/documents/store.ts";
import type { Scope } from "../src/scope.ts";
import { createVersionStore } from "../src/versions/store.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
let count = 0;

function waiting(tenantId: Scope, minute: number): DocumentRow {
	count += 1;
	return {
		_id: `doc_${String(count).padStart(22, "0")}` as DocumentRow["_id"],
		tenantId,
		title: `Page ${count}`,
		domain: "acme.com",
		format: "text",
		status: "processing",
		sha256: String(count),
		version: 1,
		by: "usr_test",
		pending: { version: 1, bytes: 1, stage: "waiting", mostChunks: 100, attempts: 0 },
		createdAt: at(minute),
		updatedAt: at(minute),
	};
}

test("a long queue of some tenants keeps no other tenant waiting, and each queue is read in its order", async ({ mongo }) => {
	const store = createIngestStore(mongo, createVersionStore(mongo.db));
	await indexDocuments(mongo.db);
	const [first, second, late] = [newOrgTenantId(), newOrgTenantId(), newOrgTenantId()];
	const rows = [...Array.from({ length: 30 }, (_, n) => waiting(n % 2 === 0 ? first : second, n)), waiting(late, 59)];
	await mongo.db.collection<DocumentRow>("documents").insertMany(rows);
	const places = createPlaces({ places: 8, mostWaiting: 0 });
	const claims = [];
	for (let n = 0; n < 8; n += 1) claims.push(await claimByShare(store, places, { leaseMs: 60_000 }));
	const taken = claims.flatMap((claim) => (claim === null ? [] : [claim.job.row]));
	expect(new Set(taken.slice(0, 3).map(({ tenantId }) => tenantId))).toEqual(new Set([first, second, late]));
	// Of eight places some are left for tenants that have none yet.
	expect(taken.map(({ updatedAt }) => updatedAt.getUTCMinutes()).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 59]);
	expect(claims.at(-1)).toBeNull();
	// A document that has ended gives its place to the next.
	claims.find((claim) => claim?.job.row.tenantId === first)?.release();
	expect((await claimByShare(store, places, { leaseMs: 60_000 }))?.job.row.tenantId).toBe(first);
});
