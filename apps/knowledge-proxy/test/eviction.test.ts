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
		const read: string[] = [];
		const stored = createIndexStore(mongo.db);
		const store: typeof stored = {
			...stored,
			chunksOf: (scope, documents) => {
				read.push(...documents.map(({ id }) => id));
				return stored.chunksOf(scope, documents);
			},
		};
		let builds = 0;
		const shards = createShards(store, {
			maxBytes,
			stopping: new AbortController().signal,
			built: () => {
				builds += 1;
			},
		});
		return { store, shards, catalogs: createCatalogs(store, maxBytes), read, builds: () => builds };
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
	const { own: version } = await index.versions.versionsFor(tenantId, []);
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

test("documents that need more than all memory are refused at once, until they are fewer", async ({ index }) => {
	const tenantId = newOrgTenantId();
	const domain = "app.acme.com";
	const contents = (count: number) => Array.from({ length: count }, (_, n) => `Rule ${n} about refunds of kind${n} and place${n}.`);
	const { id } = await index.shelf.add(tenantId, { domain, contents: contents(200) });
	const small = index.open(80_000);
	const ask = async () => {
		const { own: version } = await index.versions.versionsFor(tenantId, []);
		return await searchIndex(small, tenantId, { domain, url: `https://${domain}/`, query: "refunds", k: 3, version });
	};
	for (const _ of [1, 2, 3]) await expect(ask()).rejects.toThrow("more memory");
	expect(small.read).toEqual([id]);
	await index.shelf.replace(tenantId, id, 3, { domain, contents: contents(3) });
	expect((await ask()).chunks).toHaveLength(3);
});

test("many first questions at once share one build, and a change indexes the changed document only", async ({ index }) => {
	const tenantId = newOrgTenantId();
	const domain = "app.acme.com";
	const add = (content: string) => index.shelf.add(tenantId, { domain, contents: [content] });
	await add("Refunds take a week.");
	const counted = index.open(10_000_000);
	const { read } = counted;
	const ask = async () => {
		const { own: version } = await index.versions.versionsFor(tenantId, []);
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
