import { TenantId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { KnowledgeProvider, Search } from "../provider/port.ts";
import type { Scope } from "../scope.ts";
import { withCache } from "./cache.ts";

const acme = TenantId.parse("org_ACMEACMEACMEACMEACMEAC");
const other = TenantId.parse("org_OTHEROTHEROTHEROTHEROT");
const search: Search = { domain: "acme.com", url: "https://acme.com/", query: "travel", k: 8, maxChars: 1_000 };

function cachedProvider(isFailing: () => boolean = () => false) {
	const asked: { scope: Scope; version: string }[] = [];
	const provider: KnowledgeProvider = {
		search: async (scope, _search, { version }) => {
			asked.push({ scope, version });
			if (isFailing()) throw new Error("down");
			return { exists: true, chunks: [] };
		},
	};
	const cached = withCache(provider, { maxBytes: 1_000_000, lifeSeconds: 60, asked: () => undefined });
	const ask = (scope: Scope, version: string, more: Partial<Search> = {}) =>
		cached.search(scope, { ...search, ...more }, { version, signal: new AbortController().signal });
	return { asked, ask };
}

test("the same question is asked once per scope and version", async () => {
	const { asked, ask } = cachedProvider();
	for (const scope of [acme, acme, other, "public", "public"] as const) await ask(scope, "v1");
	await ask(acme, "v2");
	expect(asked.map(({ scope, version }) => `${scope} ${version}`)).toEqual([`${acme} v1`, `${other} v1`, "public v1", `${acme} v2`]);
});

test.for([{ domain: "b.com" }, { url: "https://acme.com/other" }, { query: "trip" }, { k: 7 }, { maxChars: 999 }])(
	"with %o it is another question",
	async (more) => {
		const { asked, ask } = cachedProvider();
		await ask(acme, "v1");
		await ask(acme, "v1", more);
		expect(asked).toHaveLength(2);
	},
);

test("a failure is not remembered", async () => {
	let isFailing = true;
	const { ask } = cachedProvider(() => isFailing);
	await expect(ask(acme, "v1")).rejects.toThrow("down");
	isFailing = false;
	await expect(ask(acme, "v1")).resolves.toMatchObject({ exists: true });
});
