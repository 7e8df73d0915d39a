import { test as base } from "@webhand/testing/database";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { createCatalogs } from "../src/index/catalogs.ts";
import { searchIndex } from "../src/index/engine.ts";
import { createShards } from "../src/index/shards.ts";
import { createIndexStore } from "../src/index/store.ts";
import { createVersionStore } from "../src/versions/store.ts";
import { createShelf } from "./shelf.ts";

const test = base.extend("index", { scope: "file" }, async ({ mongo }) => {
	const shelf = createShelf(mongo);
	const versions = createVersionStore(mongo.db);
	const open = (maxBytes: number) => {
		const store = createIndexStore(mongo.db);
		let builds = 0;
		const shards = createShards(store, {
			maxBytes,
			stopping: new AbortController().signal,
			built: () => {
				builds += 1;
			},
		});
		return { store, shards, catalogs: createCatalogs(store, maxBytes), builds: () => builds };
	};
	return { shelf, versions, open };
});

test("with room for two shards of ten every site is still answered right", async ({ index }) => {
	const tenantId = newOrgTenantId();
	const sites = Array.from({ length: 10 }, (_, n) => `site${n}.example`);
	for (const domain of sites) {
		await index.shelf.add(tenantId, { domain, contents: Array.from({ length: 20 }, (_, n) => `Rule ${n} of ${domain} about refunds.`) });
	}
	const maxBytes = 60_000;
	const small = index.open(maxBytes);
	const { own: version } = await index.versions.versionsFor(tenantId);
	for (const domain of [...sites, ...sites.toReversed()]) {
		const question = { domain, url: `https://${domain}/`, query: "rule 7 refunds", k: 3, version };
		const { chunks } = await searchIndex(small, tenantId, question);
		expect(chunks.map((chunk) => chunk.domain)).toEqual([domain, domain, domain]);
		expect(chunks[0]?.content).toBe(`Rule 7 of ${domain} about refunds.`);
		expect(small.shards.bytes()).toBeLessThanOrEqual(maxBytes);
	}
	expect(small.builds()).toBeGreaterThan(10);
	expect(small.shards.bytes()).toBeGreaterThan(0);
});

test("many first questions at once share one build, and a change indexes the changed document only", async ({ index }) => {
	const tenantId = newOrgTenantId();
	const domain = "app.acme.com";
	const add = (content: string) => index.shelf.add(tenantId, { domain, contents: [content] });
	await add("Refunds take a week.");
	const opened = index.open(10_000_000);
	const read: string[] = [];
	const store: typeof opened.store = {
		...opened.store,
		chunksOf: (scope, documents) => {
			read.push(...documents.map(({ id }) => id));
			return opened.store.chunksOf(scope, documents);
		},
	};
	const counted = {
		...opened,
		shards: createShards(store, { maxBytes: 10_000_000, stopping: new AbortController().signal, built: () => undefined }),
	};
	const ask = async () => {
		const { own: version } = await index.versions.versionsFor(tenantId);
		const { chunks } = await searchIndex(counted, tenantId, { domain, url: `https://${domain}/`, query: "refunds", k: 8, version });
		return chunks.map(({ content }) => content);
	};
	const answers = await Promise.all(Array.from({ length: 20 }, ask));
	expect(new Set(answers.map((answer) => answer.join()))).toEqual(new Set(["Refunds take a week."]));
	expect(read).toHaveLength(1);
	const second = await add("Refunds need a receipt.");
	expect(await ask()).toHaveLength(2);
	expect(read.slice(1)).toEqual([second.id]);
	await index.shelf.add(tenantId, { domain: "wiki.acme.com", contents: ["Another site."] });
	expect(await ask()).toHaveLength(2);
	expect(read).toHaveLength(2);
});
