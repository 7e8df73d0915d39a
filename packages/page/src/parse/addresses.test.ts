import { expect, test } from "vitest";
import { maskPageAddress, maskSnapshotAddresses } from "./addresses.ts";
import { parsePage } from "./parse.ts";
import { viewFromSnapshot } from "./snapshot.ts";

const secret = "s3cr3t-value";
const raw = `https://shop.example/cart?token=${secret}&page=2#access_token=${secret}`;
const clean = "https://shop.example/cart?token=…&page=2#access_token=…";

test("a token in `@url` is removed, wherever the line stands in the header", () => {
	for (const start of ["@page 1\n", "\ufeff@page 1\r\n", "@page 1\n@title A @url b\n@epoch e1\n"]) {
		const text = `${start}@url ${raw}\n@focus 3\n\n@view\nhello`;
		expect(maskPageAddress(text)).toBe(text.replace(raw, clean));
		expect(parsePage(text).url).toBe(clean);
	}
});

test("other texts stay as they are", () => {
	for (const text of [
		`@page 1\n\n@view\nx\n@url ${raw}`,
		`<p>@url ${raw}</p>`,
		"prose",
		"@page 1\n@url\n\nx",
		`@page${"\n@".repeat(30_000)}`,
	])
		expect(maskPageAddress(text)).toBe(text);
});

test("links of page text and snapshots hold no token", () => {
	const page = parsePage(
		`@page 1\n\n@view\n<a 1 /reset?token=${secret}>Reset</>\n<form post pay.example/x?sid=${secret}> <button 2 submit>Go`,
	);
	expect([page.elements.get(1)?.href, page.forms[0]?.path]).toEqual(["/reset?token=…", "/x?sid=…"]);
	const bbox = { x: 0, y: 0, width: 0, height: 0 };
	const viewport = { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 };
	const link = { id: "agent-1", tag: "a", role: "", text: "Reset", ariaLabel: "", bbox, type: "", href: raw };
	const snapshot = { url: raw, title: "", visibleText: "", elements: [link], docEpoch: "", viewport, shown: 1, total: 1, timestamp: 0 };
	expect(JSON.stringify(viewFromSnapshot(snapshot))).not.toContain(secret);
	expect(viewFromSnapshot(snapshot).elements.get(1)?.href).toBe(clean);
	expect(JSON.stringify(maskSnapshotAddresses(snapshot))).not.toContain(secret);
});
