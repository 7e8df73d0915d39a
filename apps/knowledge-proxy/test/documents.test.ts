import { setTimeout as pause } from "node:timers/promises";
import { armFailpoints } from "@webhand/service-kit/failpoints";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { handbook, leftovers, test } from "./documents-fixture.ts";

const fieldsOf = (details: { readonly fields?: readonly { readonly field: string }[] } = {}) =>
	(details.fields ?? []).map(({ field }) => field);

describe("a new document", () => {
	test("is accepted at once, read in the background, and found on its site from then on", async ({ admin, mongo }) => {
		await admin.allow("app.acme.com");
		const reply = await admin.add();
		expect(reply).toMatchObject({
			status: 202,
			body: {
				added: true,
				document: {
					title: "Handbook",
					domain: "app.acme.com",
					covered: true,
					format: "markdown",
					status: "processing",
					version: 1,
					scope: "org",
					hasActive: false,
					chunks: 0,
				},
			},
		});
		const ready = await admin.settled(reply.body.document.id);
		expect(ready).toMatchObject({ status: "ready", hasActive: true, chunks: 1, bytes: handbook.content.length });
		expect(ready).not.toHaveProperty("stage");
		expect(await admin.ask("app.acme.com", "who books travel?")).toMatchObject({
			hasOrgKnowledge: true,
			context: [{ content: expect.stringContaining("booked by the office"), documentTitle: "Handbook" }],
		});
		expect(await leftovers(mongo, admin.tenantId)).toEqual({ orphans: [], files: 0 });
	});

	test("whose site nobody allowed is stored and says that it stays silent", async ({ admin }) => {
		const { document } = (await admin.add()).body;
		expect(await admin.settled(document.id)).toMatchObject({ status: "ready", covered: false });
		expect(await admin.ask("app.acme.com", "travel")).toMatchObject({ hasOrgKnowledge: false, context: [] });
	});

	test("comes as a file, which names itself and tells its format", async ({ admin }) => {
		const page = "<!doctype html><html><body><h1>Rules</h1><h2>Receipts</h2><p>Receipts are kept for ten years.</p></body></html>";
		const reply = await admin.upload(
			"POST",
			"documents",
			{ domain: "app.acme.com", pathPrefix: "/rules" },
			{ filename: "rules.html", bytes: page },
		);
		expect(reply).toMatchObject({ status: 202, body: { document: { title: "rules", format: "html", pathPrefix: "/rules" } } });
		const { document } = reply.body;
		expect(await admin.settled(document.id)).toMatchObject({ status: "ready" });
		const { chunks, total } = (await admin.send("GET", `documents/${document.id}/chunks`)).body;
		expect(total).toBe(1);
		expect(chunks).toEqual([
			{
				id: expect.stringMatching(/^chk_\w{22}$/),
				content: expect.stringContaining("ten years"),
				section: expect.stringContaining("Receipts"),
				charStart: expect.any(Number),
				charEnd: expect.any(Number),
			},
		]);
	});

	test("that is there already is not added again, whoever is first", async ({ admin }) => {
		const replies = await Promise.all([admin.add(), admin.add(), admin.add()]);
		expect(replies.map(({ body }) => body.added).sort()).toEqual([false, false, true]);
		expect(new Set(replies.map(({ body }) => body.document.id)).size).toBe(1);
		const others = await Promise.all([
			admin.add({ title: "Manual" }),
			admin.add({ domain: "acme.com" }),
			admin.add({ content: "Other words" }),
		]);
		expect(others.map(({ body }) => body.added)).toEqual([true, true, true]);
		expect((await admin.send("GET", "documents")).body.total).toBe(4);
	});

	test("that cannot be read is failed with the reason", async ({ admin, mongo }) => {
		const { document } = (await admin.add({ content: " \u200b\n" })).body;
		expect(await admin.settled(document.id)).toMatchObject({ status: "failed", error: "NO_TEXT", hasActive: false });
		expect((await admin.send("GET", `documents/${document.id}/chunks`)).body).toEqual({ chunks: [], total: 0, nextCursor: null });
		await expect.poll(() => leftovers(mongo, admin.tenantId)).toEqual({ orphans: [], files: 0 });
	});

	test.for([
		["an empty body", {}, ["content", "domain"]],
		["content without a format", { ...handbook, format: undefined }, ["format"]],
		["content and an address", { ...handbook, url: "https://acme.com/" }, ["url"]],
		["an address that is none", { url: "ftp://acme.com/" }, ["url"]],
		["a title of 201 characters", { ...handbook, title: "a".repeat(201) }, ["title"]],
		["a path without a slash", { ...handbook, pathPrefix: "rules" }, ["pathPrefix"]],
		["every site", { ...handbook, domain: "*" }, ["domain"]],
		["a site of many owners", { ...handbook, domain: "*.github.io" }, ["domain"]],
		["a tenant", { ...handbook, tenantId: newOrgTenantId() }, ["tenantId"]],
		["PDF as content", { ...handbook, format: "pdf" }, ["format"]],
	] as const)("with %s is refused by name", async ([_what, body, fields], { admin }) => {
		const { status, body: refused } = await admin.send("POST", "documents", body);
		expect([status, refused.error?.code, fieldsOf(refused.error?.details)]).toEqual([400, "VALIDATION_ERROR", fields]);
	});

	test("with a file of another part's name, or two, is refused by name", async ({ admin, service }) => {
		const part = { filename: "a.txt", bytes: "Words" };
		const two = await admin.upload("POST", "documents", { domain: "acme.com" }, part, part);
		expect([two.status, fieldsOf(two.body.error?.details)]).toEqual([400, ["file"]]);
		const form = new FormData();
		form.append("picture", new Blob(["x"]), "a.png");
		const named = await fetch(`${service.url}/api/knowledge/documents`, { method: "POST", headers: admin.headers, body: form });
		expect(named.status).toBe(400);
	});

	test.for([
		["content", { ...handbook, content: "a".repeat(2_000_001) }],
		["content in bytes", { ...handbook, content: "é".repeat(1_000_001) }],
	] as const)("with too much %s is 413", async ([_what, body], { admin }) => {
		expect(await admin.send("POST", "documents", body)).toMatchObject({
			status: 413,
			body: { error: { code: "PAYLOAD_TOO_LARGE", details: { maxBytes: 2_000_000 } } },
		});
	});

	test("with a file beyond 10 MB is 413, and so is a body beyond that", async ({ admin }) => {
		const send = (length: number) =>
			admin.upload("POST", "documents", { domain: "acme.com" }, { filename: "a.txt", bytes: "a".repeat(length) });
		expect(await send(10_000_001)).toMatchObject({ status: 413, body: { error: { details: { field: "file", maxBytes: 10_000_000 } } } });
		expect((await send(10_300_000)).status).toBe(413);
	});

	test.for([
		["a picture", { filename: "a.png", bytes: Buffer.from("89504e470d0a1a0a", "hex") }],
		["a picture that says it is a text", { filename: "a.txt", bytes: Buffer.from("89504e470d0a1a0a00", "hex") }],
		["a PDF that says it is a page", { filename: "a.html", bytes: "%PDF-1.7\n" }],
		["an archive", { filename: "a.docx", bytes: Buffer.from("504b0304140000", "hex") }],
	] as const)("of %s is 415", async ([_what, part], { admin }) => {
		const reply = await admin.upload("POST", "documents", { domain: "acme.com" }, part);
		expect([reply.status, reply.body.error?.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
	});

	test("beyond the tenant's limit is 409, to the document, and one too long for its chunks fails", async ({ newAdmin }) => {
		const few = await newAdmin({ limits: { documents: 2 } });
		const replies = await Promise.all(["a", "b", "c"].map((content) => few.add({ content, title: content })));
		expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 409]);
		expect(replies.find(({ status }) => status === 409)?.body.error).toMatchObject({
			code: "LIMIT_REACHED",
			details: { limit: "documents", most: 2 },
		});
		const short = await newAdmin({ limits: { chunks: 2 } });
		const long = (await short.add({ content: "Travel is booked by the office. ".repeat(200) })).body.document;
		expect(await short.settled(long.id)).toMatchObject({ status: "failed", error: "TOO_MANY_CHUNKS" });
		const both = await Promise.all(["# A\n\nOne\n\n# B\n\nTwo", "# C\n\nThree\n\n# D\n\nFour"].map((content) => short.add({ content })));
		const settled = await Promise.all(both.map(({ body }) => short.settled(body.document.id)));
		expect(settled.map(({ status, error }) => error ?? status).sort()).toEqual(["TOO_MANY_CHUNKS", "ready"]);
		expect(await short.add({ content: "More" })).toMatchObject({ status: 409, body: { error: { details: { limit: "chunks" } } } });
	});

	test("the 31st change of a tenant within a minute waits", async ({ admin }) => {
		const replies = await Promise.all(Array.from({ length: 31 }, () => admin.add({ domain: "" })));
		expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
		expect((await admin.send("GET", "documents")).status).toBe(200);
	});
});

describe("documents are listed", () => {
	test("newest first, page by page, by title, site and state", async ({ newAdmin, mongo }) => {
		const admin = await newAdmin();
		const first = (await admin.add({ title: "The (first) one" })).body.document;
		await admin.settled(first.id);
		const row = await mongo.db.collection("documents").findOne({ _id: first.id as never });
		const rows = Array.from({ length: 120 }, (_, index) => ({
			...row,
			_id: `doc_${String(index).padStart(22, "0")}` as never,
			title: `Page ${index}`,
			sha256: String(index),
			createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 3))),
		}));
		await mongo.db.collection("documents").insertMany(rows);
		const list = (query: string) => admin.send("GET", `documents?${query}`);
		const ids: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const { body } = await list(cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`);
			expect(body.total).toBe(121);
			ids.push(...body.documents.map(({ id }) => id));
			cursor = body.nextCursor;
		}
		expect(ids).toEqual([first.id, ...rows.map(({ _id }) => String(_id)).reverse()]);
		expect((await list("q=(FIRST)")).body.documents.map(({ id }) => id)).toEqual([first.id]);
		expect((await list("domain=other.com")).body).toMatchObject({ documents: [], total: 0 });
		expect((await list("status=failed")).body.total).toBe(0);
		const ofOtherList = Buffer.from("doc_1\nacme.com").toString("base64url");
		for (const cursor of ["%00", ofOtherList]) expect((await list(`cursor=${cursor}`)).status).toBe(400);
		expect((await admin.send("GET", `documents/${first.id}/chunks?cursor=${ofOtherList}`)).status).toBe(400);
	});
});

describe("a replacement", () => {
	test("is searched once it is ready, and a failed one leaves what was there", async ({ admin, mongo }) => {
		await admin.allow("app.acme.com");
		const { id } = (await admin.add()).body.document;
		await admin.settled(id);
		const put = (body: object) => admin.send("PUT", `documents/${id}`, body);
		expect(
			await put({ format: "markdown", content: "# Travel\n\nTravel is booked by the people team.", title: "Guide", pathPrefix: "/travel" }),
		).toMatchObject({
			status: 202,
			body: { document: { status: "processing", version: 2, hasActive: true, title: "Guide", pathPrefix: "/travel" } },
		});
		expect(await admin.settled(id)).toMatchObject({ status: "ready", version: 2 });
		expect((await admin.ask("app.acme.com", "travel")).context.map(({ content }) => content)).toEqual([
			expect.stringContaining("people team"),
		]);
		await put({ format: "text", content: " \u200b" });
		expect(await admin.settled(id)).toMatchObject({ status: "failed", error: "NO_TEXT", version: 3, hasActive: true, chunks: 1 });
		expect((await admin.ask("app.acme.com", "travel")).context.map(({ content }) => content)).toEqual([
			expect.stringContaining("people team"),
		]);
		await expect.poll(() => leftovers(mongo, admin.tenantId)).toEqual({ orphans: [], files: 0 });
	});

	test("of the title alone reads nothing again, and the same content is no news", async ({ admin }) => {
		const { id } = (await admin.add()).body.document;
		await admin.settled(id);
		const { title, domain, ...content } = handbook;
		expect((await admin.send("PUT", `documents/${id}`, { title: "Guide" })).body.document).toMatchObject({
			title: "Guide",
			version: 1,
			status: "ready",
		});
		expect((await admin.send("PUT", `documents/${id}`, content)).body.document).toMatchObject({ version: 1, status: "ready" });
		expect([title, domain]).toEqual(["Handbook", "app.acme.com"]);
	});

	test("by the content that is there counts when another one came between", async ({ admin }) => {
		const { id } = (await admin.add()).body.document;
		await admin.settled(id);
		const put = (content: string) => admin.send("PUT", `documents/${id}`, { format: "markdown", content });
		armFailpoints("document.replacing=delay:1000");
		try {
			const first = put("# Travel\n\nTravel is booked by nobody.");
			await pause(400);
			await Promise.all([first, put(handbook.content)]);
		} finally {
			armFailpoints("");
		}
		expect(await admin.settled(id)).toMatchObject({ status: "ready", version: 3, bytes: handbook.content.length });
	});

	test("that would be the same as another document is refused by name", async ({ admin }) => {
		const { id } = (await admin.add({ content: "One" })).body.document;
		await admin.add({ content: "Two" });
		const reply = await admin.send("PUT", `documents/${id}`, { format: "markdown", content: "Two" });
		expect([reply.status, fieldsOf(reply.body.error?.details)]).toEqual([400, ["content"]]);
	});

	test("during a replacement wins, and a reader sees the old or the new one as a whole", async ({ admin, mongo }) => {
		await admin.allow("app.acme.com");
		const text = (word: string) =>
			Array.from({ length: 8 }, (_, index) => `# Part ${index}\n\nThe rule about travel is ${word}.`).join("\n\n");
		const { id } = (await admin.add({ content: text("version0") })).body.document;
		await admin.settled(id);
		let isOver = false;
		const seen: string[] = [];
		const reader = (async () => {
			while (!isOver) {
				const { status, body } = await admin.send("GET", `documents/${id}/chunks`);
				if (status === 200) seen.push([...new Set(body.chunks.map(({ content }) => /version\d/.exec(content)?.[0]))].join("+"));
			}
		})();
		for (const version of [1, 2, 3]) await admin.send("PUT", `documents/${id}`, { format: "markdown", content: text(`version${version}`) });
		expect(await admin.settled(id)).toMatchObject({ status: "ready", version: 4, chunks: 8 });
		isOver = true;
		await reader;
		expect(seen.filter((found) => !/^version\d$/.test(found))).toEqual([]);
		expect((await admin.ask("app.acme.com", "rule")).context.every(({ content }) => content.includes("version3"))).toBe(true);
		await expect.poll(() => leftovers(mongo, admin.tenantId)).toEqual({ orphans: [], files: 0 });
	});
});

describe("a document that is removed", () => {
	test("is absent from the next request on another replica, with everything that belonged to it", async ({ admin, start, mongo }) => {
		await admin.allow("app.acme.com");
		const other = admin.at((await start()).url);
		const { id } = (await admin.add()).body.document;
		await other.settled(id);
		expect(await other.ask("app.acme.com", "travel")).toMatchObject({ hasOrgKnowledge: true });
		expect((await admin.send("DELETE", `documents/${id}`)).status).toBe(204);
		expect(await other.ask("app.acme.com", "travel")).toMatchObject({ hasOrgKnowledge: false, context: [] });
		expect((await other.send("DELETE", `documents/${id}`)).status).toBe(404);
		expect(await mongo.db.collection("chunks").countDocuments({ tenantId: admin.tenantId })).toBe(0);
		expect(await leftovers(mongo, admin.tenantId)).toEqual({ orphans: [], files: 0 });
	});

	test("while it is read leaves nothing behind", async ({ admin, mongo }) => {
		const { id } = (await admin.add({ content: "Travel is booked by the office. ".repeat(20_000) })).body.document;
		expect((await admin.send("DELETE", `documents/${id}`)).status).toBe(204);
		await expect
			.poll(async () => [
				await mongo.db.collection("chunks").countDocuments({ tenantId: admin.tenantId }),
				(await leftovers(mongo, admin.tenantId)).files,
			])
			.toEqual([0, 0]);
	});
});

describe("only those who may", () => {
	test("manage documents: admins their tenant's, operators the public ones", async ({ newAdmin }) => {
		const [member, operator, admin] = await Promise.all([
			newAdmin({ roles: ["member"] }),
			newAdmin({ roles: ["member", "operator"] }),
			newAdmin(),
		]);
		expect((await member.add()).status).toBe(403);
		expect((await admin.add({ scope: "public" })).status).toBe(403);
		expect((await operator.add()).status).toBe(403);
		const added = await operator.add({ scope: "public", domain: "*", title: `Public ${operator.tenantId}` });
		expect(added).toMatchObject({ status: 202, body: { document: { scope: "public", covered: true, domain: "*" } } });
		const { id } = added.body.document;
		for (const path of [`documents/${id}`, `documents/${id}/chunks`]) expect((await admin.send("GET", path)).status).toBe(404);
		await expect.poll(async () => (await operator.send("GET", `documents/${id}?scope=public`)).body.document.status).toBe("ready");
		expect((await operator.send("DELETE", `documents/${id}?scope=public`)).status).toBe(204);
	});

	test("another tenant's document looks like none at all", async ({ newAdmin }) => {
		const [owner, stranger] = await Promise.all([newAdmin(), newAdmin()]);
		const { id } = (await owner.add()).body.document;
		const calls = [
			["GET", `documents/${id}`],
			["GET", `documents/${id}/chunks`],
			["DELETE", `documents/${id}`],
			["PUT", `documents/${id}`, { title: "Mine" }],
		] as const;
		for (const [method, path, body] of calls) {
			const [foreign, none] = await Promise.all(
				[path, path.replace(id, `doc_${"0".repeat(22)}`)].map((asked) => stranger.send(method, asked, body)),
			);
			expect([foreign?.status, foreign?.body.error]).toEqual([404, none?.body.error]);
		}
		expect((await stranger.send("GET", "documents")).body).toMatchObject({ documents: [], total: 0 });
		expect((await stranger.add()).body.added).toBe(true);
		expect(await owner.settled(id)).toMatchObject({ status: "ready", title: "Handbook" });
	});
});

test("time and outcomes of reading are counted", async ({ admin, service }) => {
	const { id } = (await admin.add()).body.document;
	await admin.settled(id);
	const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
	await expect.poll(metrics).toContain('webhand_knowledge_ingest_seconds_count{format="markdown"}');
	expect(await metrics()).toContain('webhand_knowledge_ingest_total{outcome="ready"}');
});
