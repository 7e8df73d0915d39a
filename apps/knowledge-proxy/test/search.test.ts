import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { test as base } from "@webhand/testing/database";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { startReplica } from "./replica.ts";
import { createShelf } from "./shelf.ts";

const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("instances", { scope: "file" }, async ({ mongo, redis, identity }, { onCleanup }) => {
		const first = await startReplica({ mongo, redis, identity });
		const second = await startReplica({ mongo, redis, identity });
		onCleanup(async () => {
			await first.close();
			await second.close();
		});
		return [first.url, second.url] as const;
	})
	.extend("shelf", { scope: "file" }, ({ mongo }) => createShelf(mongo))
	.extend("user", async ({ identity, redis, instances, shelf }) => {
		const signedIn = await identity.signIn(redis.client, { tenantId: newOrgTenantId() });
		await shelf.allow(signedIn.tenantId, "*.acme.com");
		const ask = async (body: object, instance: 0 | 1 = 0) => {
			const reply = await fetch(`${instances[instance]}/internal/retrieve`, {
				method: "POST",
				headers: { ...signedIn.headers, "content-type": "application/json" },
				body: JSON.stringify({ url: "https://app.acme.com/", query: "", ...body }),
			});
			expect(reply.status).toBe(200);
			return RetrieveReply.parse(await reply.json());
		};
		return { ...signedIn, ask };
	});
const contentsOf = ({ chunks }: RetrieveReply) => chunks.map(({ content }) => content);

describe("a change holds for the next question, on every instance", () => {
	test("a removed document is absent from the other instance's next answer", async ({ user, shelf }) => {
		const { id } = await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Travel is booked by the office."] });
		const question = { query: "who books travel" };
		for (const instance of [0, 1] as const) expect(contentsOf(await user.ask(question, instance))).toHaveLength(1);
		await shelf.remove(user.tenantId, id);
		for (const instance of [1, 0] as const)
			expect(await user.ask(question, instance)).toMatchObject({ hasOrgKnowledge: false, chunks: [] });
	});

	test("the other documents of the site are still found after one is removed, and after one is replaced", async ({ user, shelf }) => {
		const add = (...contents: readonly string[]) => shelf.add(user.tenantId, { domain: "app.acme.com", contents });
		const [one, two] = [await add("Travel is booked by the office."), await add("Travel by train.", "Travel to Berne takes an hour.")];
		await add("Travel needs a cost centre and the approval of a lead.");
		expect(contentsOf(await user.ask({ query: "travel" }))).toHaveLength(4);
		await shelf.remove(user.tenantId, one.id);
		expect(await user.ask({ query: "travel" })).toMatchObject({ status: "ok", hasOrgKnowledge: true, chunks: { length: 3 } });
		await shelf.replace(user.tenantId, two.id, 3, { domain: "app.acme.com", contents: ["Travel by bus."] });
		expect(await user.ask({ query: "travel" })).toMatchObject({ status: "ok", hasOrgKnowledge: true, chunks: { length: 2 } });
	});

	test("a domain that is no longer allowed silences its documents", async ({ user, shelf }) => {
		await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Travel is booked by the office."] });
		expect(await user.ask({ query: "travel" }, 1)).toMatchObject({ hasOrgKnowledge: true });
		await shelf.disallow(user.tenantId, "*.acme.com");
		expect(await user.ask({ query: "travel" }, 1)).toMatchObject({ hasOrgKnowledge: false, chunks: [] });
	});

	test("the same question has the same answer until the tenant knows more", async ({ user, shelf }) => {
		await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Travel is booked by the office."] });
		const ask = async () => contentsOf(await user.ask({ query: "travel" }, 1));
		const first = await ask();
		expect(await ask()).toEqual(first);
		await shelf.add("public", { domain: "elsewhere.example", contents: ["Something public."] });
		expect(await ask()).toEqual(first);
		await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Travel by train only."] });
		expect([first.length, (await ask()).length]).toEqual([1, 2]);
	});

	test("while a document is replaced again and again, each answer is wholly of one version", async ({ user, shelf }) => {
		const contentOf = (version: number) => ["first", "second", "third"].map((part) => `Travel rule ${part} of edition${version}.`);
		const shelved = (version: number) => ({ domain: "app.acme.com", contents: contentOf(version) });
		const { id } = await shelf.add(user.tenantId, shelved(2));
		let version = 2;
		let isOver = false;
		const answers: { readonly atLeast: number; readonly contents: readonly string[] }[] = [];
		const asking = ([0, 1, 0, 1] as const).map(async (instance, asker) => {
			for (let count = 0; !isOver; count += 1) {
				const atLeast = version;
				const reply = await user.ask({ query: `travel rule ${asker} ${count}` }, instance);
				// An answer that took longer than its limit has no chunks, and says so.
				if (reply.status === "ok") answers.push({ atLeast, contents: contentsOf(reply) });
			}
		});
		while (version < 22) {
			await shelf.replace(user.tenantId, id, version + 1, shelved(version + 1));
			version += 1;
		}
		isOver = true;
		await Promise.all(asking);
		expect(answers.length).toBeGreaterThan(40);
		for (const { atLeast, contents } of answers) {
			const edition = Number(/edition(\d+)/.exec(contents[0] ?? "")?.[1]);
			expect(contents.toSorted()).toEqual(contentOf(edition).toSorted());
			expect(edition).toBeGreaterThanOrEqual(atLeast);
		}
	});
});

describe("what comes first", () => {
	test("a document for the page's path stands before an equal one, and the others are found, too", async ({ user, shelf }) => {
		const add = (pathPrefix: string, content: string) =>
			shelf.add(user.tenantId, { domain: "app.acme.com", pathPrefix, contents: [content] });
		await add("/orders", "Refunds of orders take a day.");
		await add("/trips", "Refunds of trips take a week.");
		const first = async (path: string) => contentsOf(await user.ask({ url: `https://app.acme.com${path}`, query: "refunds" }));
		expect(await first("/trips/7")).toEqual(["Refunds of trips take a week.", "Refunds of orders take a day."]);
		expect(await first("/orders")).toEqual(["Refunds of orders take a day.", "Refunds of trips take a week."]);
		expect(await first("/")).toHaveLength(2);
	});

	test("without a question the words of the path count, then the newest documents", async ({ user, shelf }) => {
		const add = (content: string, date: string) =>
			shelf.add(user.tenantId, { domain: "app.acme.com", contents: [content, "A second part."], updatedAt: new Date(date) });
		await add("Holidays are thirty days.", "2026-03-01");
		await add("Expenses are claimed in a month.", "2026-01-01");
		await add("Parking is free.", "2026-03-02");
		const ask = async (path: string, k = 8) => contentsOf(await user.ask({ url: `https://app.acme.com${path}`, k }));
		expect(await ask("/finance/expenses")).toEqual(["Expenses are claimed in a month.", "Parking is free.", "Holidays are thirty days."]);
		expect(await ask("/", 1)).toEqual(["Parking is free."]);
	});

	test("documents of a pattern and of the host itself answer together", async ({ user, shelf }) => {
		await shelf.add(user.tenantId, { domain: "*.acme.com", contents: ["Passwords change every year."] });
		await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Passwords have twelve letters."] });
		await shelf.add(user.tenantId, { domain: "wiki.acme.com", contents: ["Passwords of the wiki."] });
		expect(contentsOf(await user.ask({ query: "passwords" })).toSorted()).toEqual([
			"Passwords change every year.",
			"Passwords have twelve letters.",
		]);
	});

	test.for([
		{ language: "en", content: "Approvals are given by the manager.", query: "who approves" },
		{ language: "de", content: "Die Häuser werden vermietet.", query: "Haus mieten" },
		{ language: "ru", content: "Расходы на командировку возмещаются.", query: "возмещение расходов" },
	] as const)("a document in $language is found by other forms of its words", async ({ language, content, query }, { user, shelf }) => {
		await shelf.add(user.tenantId, { domain: "app.acme.com", language, contents: [content] });
		expect(contentsOf(await user.ask({ query }))).toEqual([content]);
	});
});

test("a person who switches tenants gets the new tenant's knowledge, and the old token still the old one's", async ({
	user,
	identity,
	redis,
	instances,
	shelf,
}) => {
	await shelf.add(user.tenantId, { domain: "app.acme.com", contents: ["Old tenant's travel rule."] });
	const other = await identity.signIn(redis.client, { tenantId: newOrgTenantId(), userId: user.userId });
	await shelf.allow(other.tenantId, "app.acme.com");
	await shelf.add(other.tenantId, { domain: "app.acme.com", contents: ["New tenant's travel rule."] });
	const ask = async (headers: Record<string, string>) => {
		const reply = await fetch(`${instances[0]}/internal/retrieve`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify({ url: "https://app.acme.com/", query: "travel rule" }),
		});
		return contentsOf(RetrieveReply.parse(await reply.json()));
	};
	expect(await ask(user.headers)).toEqual(["Old tenant's travel rule."]);
	expect(await ask(other.headers)).toEqual(["New tenant's travel rule."]);
	expect(await ask(user.headers)).toEqual(["Old tenant's travel rule."]);
});
