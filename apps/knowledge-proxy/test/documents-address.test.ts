import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { describe, expect } from "vitest";
import { createFetchDocument } from "../src/documents/upstream.ts";
import type { Pages } from "./documents-fixture.ts";
import { test } from "./documents-fixture.ts";

const page = (text: string, title = "Travel rules") =>
	`<!doctype html><html><head><title>${title}</title></head><body><h2>Travel</h2><p>${text}</p></body></html>`;
type Headers = Readonly<Record<string, string>>;
const sends =
	(status: number, headers: Headers, body: string | Buffer = "") =>
	(_request: unknown, response: ServerResponse) => {
		response.writeHead(status, headers).end(body);
	};
/** Sends the beginning of a body and then nothing, or with `isCut` the end of the connection. */
const begins =
	(headers: Headers, { isCut }: { readonly isCut: boolean }) =>
	(_request: unknown, response: ServerResponse) => {
		response.writeHead(200, { "content-type": "text/html", ...headers });
		response.write("<p>", () => isCut && response.destroy());
	};
const html = (text: string) => sends(200, { "content-type": "text/html; charset=utf-8" }, text);
const redirect = (location: string, more: Headers = {}) => sends(302, { location, ...more });
const never = new AbortController().signal;

describe("the page of an address", () => {
	test("becomes a document with its title, read in the encoding that it names; credentials and query go nowhere", async ({
		admin,
		pages,
		mongo,
	}) => {
		pages.answers.set("/travel", (request, response) => {
			response.writeHead(200, { "content-type": "text/html; charset=windows-1251", "x-seen": request.headers.authorization ?? "" });
			// "Поездки" in the encoding of older Russian pages.
			response.end(
				Buffer.concat([
					Buffer.from("<title>Rules</title><p>"),
					Buffer.from("cfeee5e7e4eae8", "hex"),
					Buffer.from(" are booked by the office.</p>"),
				]),
			);
		});
		const url = `${pages.url.replace("//", "//user:secret@")}/travel?token=canary#top`;
		const reply = await admin.send("POST", "documents", { url });
		expect(reply).toMatchObject({
			status: 202,
			body: { document: { domain: "127.0.0.1", status: "processing", sourceUrl: `${pages.url}/travel` } },
		});
		const { document } = reply.body;
		expect(await admin.settled(document.id)).toMatchObject({
			status: "ready",
			title: "Rules",
			format: "html",
			sourceUrl: `${pages.url}/travel`,
		});
		expect((await admin.send("GET", `documents/${document.id}/chunks`)).body.chunks[0]?.content).toContain("Поездки are booked");
		expect(pages.asked).toContain("/travel?token=canary");
		const stored = JSON.stringify(await mongo.db.collection("documents").find({ tenantId: admin.tenantId }).toArray());
		expect([stored.includes("secret"), stored.includes("canary")]).toEqual([false, false]);
		expect((await admin.send("POST", "documents", { url })).body).toMatchObject({ added: false, document: { id: document.id } });
	});

	test("is fetched again by a replacement, and the old one stays when that fails", async ({ admin, pages }) => {
		pages.answers.set("/news", html(page("Old words.")));
		const { id } = (await admin.send("POST", "documents", { url: `${pages.url}/news`, title: "News" })).body.document;
		expect(await admin.settled(id)).toMatchObject({ status: "ready", title: "News" });
		const answer = Promise.withResolvers<void>();
		pages.answers.set("/slow", (request, response) => void answer.promise.then(() => html(page("Slow."))(request, response)));
		const { document } = (await admin.send("POST", "documents", { url: `${pages.url}/slow` })).body;
		await expect.poll(() => pages.asked).toContain("/slow");
		await admin.send("PUT", `documents/${document.id}`, { title: "Chosen meanwhile" });
		answer.resolve();
		expect(await admin.settled(document.id)).toMatchObject({ status: "ready", title: "Chosen meanwhile" });
		pages.answers.set("/news", html(page("New words.")));
		await admin.send("PUT", `documents/${id}`, { url: `${pages.url}/news` });
		expect(await admin.settled(id)).toMatchObject({ status: "ready", version: 2 });
		pages.answers.delete("/news");
		await admin.send("PUT", `documents/${id}`, { url: `${pages.url}/news` });
		expect(await admin.settled(id)).toMatchObject({ status: "failed", error: "FETCH_FAILED", hasActive: true });
		expect((await admin.send("GET", `documents/${id}/chunks`)).body.chunks[0]?.content).toContain("New words.");
	});

	test("at a private address fails with its reason, unless an operator allowed the host", async ({ admin, pages }) => {
		const url = pages.url.replace("127.0.0.1", "localhost");
		const { document } = (await admin.send("POST", "documents", { url, title: "Intranet" })).body;
		expect(await admin.settled(document.id)).toMatchObject({ status: "failed", error: "FETCH_REFUSED" });
	});
});

const publicAddress = { address: "93.184.215.14", family: 4 };
const network = (pages: Pages, resolve: Network["resolve"] = async () => [publicAddress]): Network => ({
	resolve,
	detour: Number(new URL(pages.url).port),
});
const fetchOver = (pages: Pages, resolve?: Network["resolve"]) =>
	createFetchDocument({ hosts: [], limitMs: 15_000, network: network(pages, resolve) });

describe("an address", () => {
	test.for([
		"http://localhost/",
		"http://127.0.0.1/",
		"http://127.1/",
		"http://0x7f.1/",
		"http://2130706433/",
		"http://0177.0.0.1/",
		"http://１２７.0.0.1/",
		"http://[::1]/",
		"http://[::ffff:127.0.0.1]/",
		"http://[::ffff:0:7f00:1]/",
		"http://[64:ff9b::a00:1]/",
		"http://[fd00::1]/",
		"http://[fe80::1]/",
		"http://0.0.0.0/",
		"http://10.1.2.3/",
		"http://100.64.0.1/",
		"http://169.254.169.254/latest/meta-data/",
		"http://172.16.0.1/",
		"http://192.168.0.1/",
		"http://acme.com@127.0.0.1/",
		"http://127.0.0.1./",
		"https://192.168.0.1/",
	])("%s is refused before a byte is sent", async (url, { pages }) => {
		const before = pages.asked.length;
		const resolve = async (host: string) => [/^(localhost|127)/.test(host) ? { address: "127.0.0.1", family: 4 } : publicAddress];
		expect(await fetchOver(pages, resolve)(url, never)).toEqual({ kind: "refused" });
		expect(pages.asked.length).toBe(before);
	});

	test.for([
		["a private one", [{ address: "192.168.1.5", family: 4 }]],
		["a public and a private one", [publicAddress, { address: "fe80::1", family: 6 }]],
	] as const)("whose name leads to %s is refused", async ([_what, addresses], { pages }) => {
		expect(await fetchOver(pages, async () => addresses)("http://wiki.example/", never)).toEqual({ kind: "refused" });
	});

	test("whose name changes its answer between two connections is refused at the second", async ({ pages }) => {
		pages.answers.set("/moves", redirect("http://other.example/", { connection: "close" }));
		let asked = 0;
		const send = fetchOver(pages, async () => [asked++ === 0 ? publicAddress : { address: "127.0.0.1", family: 4 }]);
		expect([await send("http://wiki.example/moves", never), asked]).toEqual([{ kind: "refused" }, 2]);
	});

	test.for([
		["http://127.0.0.1/", "refused"],
		["http://169.254.169.254/latest", "refused"],
		["//[::1]/", "refused"],
		["file:///etc/passwd", "refused"],
		["javascript:alert(1)", "refused"],
		["http://", "failed"],
		["/goal", "fetched"],
		["http://user:secret@other.example/goal", "fetched"],
	] as const)("that sends us to %s is %s", async ([location, kind], { pages }) => {
		pages.answers.set("/from", redirect(location));
		pages.answers.set("/goal", html(page("Words.")));
		expect(await fetchOver(pages)("http://wiki.example/from", never)).toMatchObject({ kind });
	});

	test("is followed over five redirects and not over six", async ({ pages }) => {
		for (const left of [1, 2, 3, 4, 5, 6]) pages.answers.set(`/hop${left}`, redirect(left === 1 ? "/goal" : `/hop${left - 1}`));
		pages.answers.set("/goal", html(page("Words.")));
		expect(await fetchOver(pages)("http://wiki.example/hop5", never)).toMatchObject({ kind: "fetched", mediaType: "text/html" });
		expect(await fetchOver(pages)("http://wiki.example/hop6", never)).toEqual({ kind: "failed" });
	});

	const gzip = { "content-type": "text/html", "content-encoding": "gzip" };
	test.for([
		["a picture", sends(200, { "content-type": "image/png" }, "x")],
		["JSON", sends(200, { "content-type": "application/json" }, "{}")],
		["bytes without a type", sends(200, {}, "words")],
		["nothing", html("")],
		["a redirect that leads nowhere", sends(302, {})],
		["a refusal", sends(403, { "content-type": "text/html" }, "Sign in")],
		["11 MB", html("a".repeat(11_000_000))],
		["11 KB that unpack to 11 MB", sends(200, gzip, gzipSync(Buffer.alloc(11_000_000, "a")))],
		["broken gzip", sends(200, gzip, "no gzip")],
		["half a reply", begins({ "content-length": "100" }, { isCut: true })],
	] as const)("that answers with %s gives no document", async ([_what, answer], { pages }) => {
		pages.answers.set("/bad", answer);
		expect(await fetchOver(pages)("http://wiki.example/bad", never)).toEqual({ kind: "failed" });
	});

	test("that never ends its answer is given up, and one that is stopped says so", async ({ pages }) => {
		pages.answers.set("/slow", begins({}, { isCut: false }));
		const send = createFetchDocument({ hosts: [], limitMs: 100, network: network(pages) });
		expect(await send("http://wiki.example/slow", never)).toEqual({ kind: "failed" });
		const stopped = AbortSignal.abort(new Error("stopped"));
		await expect(send("http://wiki.example/slow", stopped)).rejects.toThrow("stopped");
	});
});
