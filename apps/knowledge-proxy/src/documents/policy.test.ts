import { describe, expect, test } from "vitest";
import type { Given } from "./policy.ts";
import { cleanAddress, isCoveredDocument, readRequest } from "./policy.ts";

const bytes = new TextEncoder().encode("Travel is booked by the office.");
const file = { filename: "handbook.pdf", bytes };
const text = { content: "Travel is booked by the office.", format: "text" } as const;
const named = { title: "Handbook", domain: "acme.com" };
const add = (given: Partial<Given>, scope: "org" | "public" = "org") => readRequest({ files: [], ...given }, { kind: "add", scope });
const replace = (given: Partial<Given>) => readRequest({ files: [], ...given }, { kind: "replace" });

describe("a new document", () => {
	test.for([
		[
			"content with its format",
			{ ...named, ...text },
			{ title: "Handbook", domain: "acme.com", source: { kind: "content", format: "text" } },
		],
		["a file with a title", { ...named, files: [file] }, { title: "Handbook", source: { kind: "file", filename: "handbook.pdf" } }],
		["a file, which names itself", { domain: "acme.com", files: [file] }, { title: "handbook" }],
		[
			"a file with folders in its name",
			{ domain: "acme.com", files: [{ bytes, filename: "..\\..\\etc/rules v1.2.docx" }] },
			{ title: "rules v1.2" },
		],
		[
			"a file with hidden characters in its name",
			{ domain: "acme.com", files: [{ bytes, filename: "fdp\u202Egnp.docx" }] },
			{ title: "fdpgnp" },
		],
		[
			"an address alone",
			{ url: "https://wiki.acme.com/travel/?page=2#top" },
			{
				title: "wiki.acme.com/travel",
				domain: "wiki.acme.com",
				takesTitle: true,
				sourceUrl: "https://wiki.acme.com/travel/",
				source: { kind: "address", url: "https://wiki.acme.com/travel/?page=2" },
			},
		],
		["an address with a title and a domain", { ...named, url: "https://wiki.acme.com/travel" }, { title: "Handbook", domain: "acme.com" }],
		[
			"an address with credentials",
			{ url: "https://user:secret@wiki.acme.com/" },
			{ source: { kind: "address", url: "https://wiki.acme.com/" } },
		],
		[
			"an original with credentials",
			{ ...named, ...text, sourceUrl: "https://user:secret@acme.com/a?b=c" },
			{ sourceUrl: "https://acme.com/a?b=c" },
		],
		["a domain in another spelling", { ...named, ...text, domain: " *.ACME.com. " }, { domain: "*.acme.com" }],
		["a path", { ...named, ...text, pathPrefix: "/a/../büro" }, { pathPrefix: "/b%C3%BCro" }],
	] as const)("takes %s", ([_what, given, wish]) => {
		expect(add(given)).toMatchObject({ kind: "wish", wish });
	});

	test("takes every site for public documents alone", () => {
		expect(add({ ...named, ...text, domain: "*" }, "public")).toMatchObject({ wish: { domain: "*" } });
		expect(add({ ...named, ...text, domain: "*" })).toMatchObject({ problems: [{ field: "domain" }] });
	});

	test.for([
		["nothing", {}, ["content", "domain"]],
		["content and a file", { ...named, content: "x", format: "text", files: [file] }, ["content"]],
		["an address and a file", { ...named, url: "https://acme.com", files: [file] }, ["url"]],
		["a format alone", { ...named, format: "text" }, ["content"]],
		["a file and a format", { ...named, format: "text", files: [file] }, ["format"]],
		["an address and a format", { ...named, format: "text", url: "https://acme.com" }, ["format"]],
		["two files", { ...named, files: [file, file] }, ["file"]],
		["an empty file", { ...named, files: [{ filename: "a.txt", bytes: new Uint8Array() }] }, ["file"]],
		["content without title and domain", text, ["title", "domain"]],
		["a file without a name", { domain: "acme.com", files: [{ bytes, filename: ".pdf" }] }, ["title"]],
		["a site of many owners", { ...named, ...text, domain: "*.co.uk" }, ["domain"]],
		["a URL as domain", { ...named, ...text, domain: "https://acme.com" }, ["domain"]],
	] as const)("is refused with %s", ([_what, given, fields]) => {
		const read = add(given);
		expect(read.kind === "refused" ? read.problems.map(({ field }) => field) : read).toEqual(fields);
	});

	test.for([
		["content", { ...named, content: "é".repeat(1_000_001), format: "text" }, 2_000_000],
		["file", { ...named, files: [{ filename: "a.txt", bytes: new Uint8Array(10_000_001) }] }, 10_000_000],
	] as const)("says that its %s is too large", ([field, given, maxBytes]) => {
		expect(add(given)).toMatchObject({ wish: { isTooLarge: { field, maxBytes } } });
	});
});

describe("a replacement", () => {
	test("keeps what it does not name", () => {
		expect(replace({ files: [file] })).toEqual({ kind: "wish", wish: { source: { kind: "file", ...file } } });
		expect(replace({ title: "Rules", pathPrefix: "/rules" })).toEqual({ kind: "wish", wish: { title: "Rules", pathPrefix: "/rules" } });
	});

	test("of nothing is refused", () => {
		expect(replace({})).toMatchObject({ kind: "refused", problems: [{ field: "content" }] });
	});
});

test.for([
	["acme.com", ["acme.com"], true],
	["acme.com", ["*.acme.com"], false],
	["app.acme.com", ["*.acme.com"], true],
	["*.acme.com", ["*.acme.com"], true],
	["*.acme.com", ["app.acme.com"], true],
	["*.acme.com", ["*.app.acme.com"], true],
	["*.app.acme.com", ["*.acme.com"], true],
	["*.acme.com", ["acme.com"], false],
	["*.acme.com", ["*.evil-acme.com", "acme.org"], false],
	["acme.com", [], false],
] as const)("a document of %s under %j is covered: %s", ([domain, patterns, covered]) => {
	expect(isCoveredDocument(domain, patterns)).toBe(covered);
});

test("an address is stored without credentials and fragment", () => {
	expect(cleanAddress("HTTPS://u:p@Acme.com:443/a?b=c#d")).toBe("https://acme.com/a?b=c");
});
