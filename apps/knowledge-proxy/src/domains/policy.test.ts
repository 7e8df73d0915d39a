import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalPattern, patternsOf } from "./policy.ts";

const label63 = "a".repeat(63);
const host253 = `${label63}.${label63}.${label63}.${"a".repeat(57)}.com`;

test.for([
	// A host stands for itself.
	["acme.com", "acme.com"],
	["app.acme.com", "app.acme.com"],
	["ACME.com", "acme.com"],
	["  acme.com  ", "acme.com"],
	["acme.com.", "acme.com"],
	["acme.co.uk", "acme.co.uk"],
	["acme.github.io", "acme.github.io"],
	["my_host.acme.com", "my_host.acme.com"],
	["-acme.com", "-acme.com"],
	["3com.com", "3com.com"],
	["wiki.corp.internal", "wiki.corp.internal"],
	[host253, host253],
	// A star covers what is below.
	["*.acme.com", "*.acme.com"],
	["*.ACME.com.", "*.acme.com"],
	["*.app.acme.com", "*.app.acme.com"],
	["*.acme.co.uk", "*.acme.co.uk"],
	["*.acme.github.io", "*.acme.github.io"],
	["*.corp.internal", "*.corp.internal"],
	// International names are stored as A-labels.
	["münchen.de", "xn--mnchen-3ya.de"],
	["MÜNCHEN.de", "xn--mnchen-3ya.de"],
	["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
	["*.münchen.de", "*.xn--mnchen-3ya.de"],
	["почта.рф", "xn--80a1acny.xn--p1ai"],
	["例え。jp", "xn--r8jz45g.jp"],
	["ａｃｍｅ.com", "acme.com"],
	["acme\u00ad.com", "acme.com"],
	["faß.de", "xn--fa-hia.de"],
	// Homographs show that they are another host.
	["аcme.com", "xn--cme-5cd.com"],
	["acmе.com", "xn--acm-tdd.com"],
	["xn--cme-5cd.com", "xn--cme-5cd.com"],
	// Single labels and addresses.
	["localhost", "localhost"],
	["wiki", "wiki"],
	["hr", "hr"],
	["127.0.0.1", "127.0.0.1"],
	["10.1.2.3", "10.1.2.3"],
	["[::1]", "[::1]"],
	["::1", "[::1]"],
	["[2001:DB8:0:0::1]", "[2001:db8::1]"],
	["[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
] as const)("%j is stored as %s", ([text, pattern]) => {
	expect(canonicalPattern(text)).toEqual({ kind: "pattern", pattern });
});

test.for([
	["", "must not be empty"],
	["   ", "must not be empty"],
	// Stars in other places.
	["*", "a star alone would cover every site"],
	["**", "a star alone would cover every site"],
	["*.", "a star alone would cover every site"],
	["*acme.com", "star alone before the first dot"],
	["a*.acme.com", "star alone before the first dot"],
	["app.*.com", "star alone before the first dot"],
	["acme.*", "star alone before the first dot"],
	["**.acme.com", "star alone before the first dot"],
	["*.*.acme.com", "star alone before the first dot"],
	["＊.acme.com", "only letters, digits"],
	// Sites of many owners.
	["*.com", "such as *.acme.com"],
	["*.co.uk", "such as *.acme.co.uk"],
	["*.github.io", "such as *.acme.github.io"],
	["*.xn--55qx5d.cn", "such as *.acme.xn--55qx5d.cn"],
	["*.公司.cn", "such as *.acme.xn--55qx5d.cn"],
	["*.anything.ck", "sites of many owners"],
	["co.uk", "such as acme.co.uk"],
	["CO.UK.", "such as acme.co.uk"],
	["github.io", "such as acme.github.io"],
	["com", "such as acme.com"],
	// No subdomains.
	["*.localhost", "a single label covers itself only"],
	["*.wiki", "a single label covers itself only"],
	["*.127.0.0.1", "must be the address alone, 127.0.0.1"],
	["*.[::1]", "must be the address alone, [::1]"],
	["*.::1", "must be the address alone, [::1]"],
	// Parts of a URL.
	["https://acme.com", "without a scheme: write acme.com"],
	["https://acme.com/wiki?q=1", "without a scheme: write acme.com"],
	["https:\\\\acme.com", "without a scheme: write acme.com"],
	["//acme.com", "without a scheme: write acme.com"],
	["*.https://acme.com", "without a scheme: write acme.com"],
	["https://acme.com@evil.io/", "without a scheme: write evil.io"],
	["https://", "without a scheme: write a host such as acme.com"],
	["acme.com@evil.io", "without a user name: write evil.io"],
	["user:secret@acme.com", "without a user name: write acme.com"],
	["acme.com/wiki", "without a path: write acme.com"],
	["acme.com/", "without a path: write acme.com"],
	["acme.com?x", "without a path: write acme.com"],
	["acme.com#x", "without a path: write acme.com"],
	["acme.com\\@evil.io", "without a user name"],
	["acme.com:8443", "without a port: write acme.com"],
	["acme.com:", "without a port"],
	["[::1]:8787", "without a port: write [::1]"],
	["javascript:alert(1)", "without a port"],
	["mailto:office@acme.com", "without a user name"],
	// Other spellings of an address.
	["2130706433", "must be written as 127.0.0.1"],
	["0x7f.1", "must be written as 127.0.0.1"],
	["0x7f000001", "must be written as 127.0.0.1"],
	["0177.0.0.1", "must be written as 127.0.0.1"],
	["127.1", "must be written as 127.0.0.1"],
	["１２７.0.0.1", "must be written as 127.0.0.1"],
	["1.2.3.4.5", "valid host name or IP address"],
	["999.1.2.3", "valid host name or IP address"],
	["[::1", "valid host name or IP address"],
	["[::g]", "valid host name or IP address"],
	["[fe80::1%eth0]", "without %"],
	// Texts that are no host.
	["acme .com", "without spaces"],
	["acme.com other.com", "without spaces"],
	["acme\t.com", "without spaces"],
	["acme.com\nevil.io", "without spaces"],
	["acme\u0000.com", "without spaces"],
	["acme%2ecom", "without %"],
	["a..com", "between its dots"],
	[".acme.com", "between its dots"],
	["acme.com..", "between its dots"],
	[".", "between its dots"],
	["*..acme.com", "between its dots"],
	["acme,evil.com", "only letters, digits"],
	["acme!.com", "only letters, digits"],
	["<acme>.com", "valid host name or IP address"],
	["xn--\u00fc.com", "valid host name or IP address"],
	[`${"a".repeat(64)}.com`, "at most 63 characters"],
	[`a.${host253}`, "at most 253 characters"],
	[`*.a.${host253}`, "at most 253 characters"],
] as const)("%j is refused: %s", ([text, reason]) => {
	expect(canonicalPattern(text)).toEqual({ kind: "refused", reason: expect.stringContaining(reason) });
});

describe("with subdomains", () => {
	test.for([
		["acme.com", ["acme.com", "*.acme.com"]],
		["Acme.co.uk.", ["acme.co.uk", "*.acme.co.uk"]],
		["*.acme.com", ["*.acme.com"]],
	] as const)("%s allows %j", ([text, patterns]) => {
		expect(patternsOf(text, { includeSubdomains: true })).toEqual({ kind: "patterns", patterns });
	});

	test.for([
		["localhost", "includeSubdomains"],
		["10.0.0.5", "includeSubdomains"],
		["[::1]", "includeSubdomains"],
		["com", "pattern"],
		["https://acme.com", "pattern"],
	] as const)("%s is refused for its %s", ([text, field]) => {
		expect(patternsOf(text, { includeSubdomains: true })).toMatchObject({ kind: "refused", field });
	});

	test("without them a host allows itself alone", () => {
		expect(patternsOf("acme.com", { includeSubdomains: false })).toEqual({ kind: "patterns", patterns: ["acme.com"] });
	});
});

test("no text makes it throw, and what it stores is canonical and covers something", () => {
	const text = fc.oneof(fc.string({ unit: "binary" }), fc.domain(), fc.ipV4(), fc.ipV6());
	fc.assert(
		fc.property(fc.constantFrom("", "*."), text, (star, given) => {
			const result = canonicalPattern(`${star}${given}`);
			if (result.kind === "refused") return void expect(result.reason).toMatch(/^must /);
			const { pattern } = result;
			expect(canonicalPattern(pattern)).toEqual(result);
			expect(matchesDomainPattern(pattern.replace("*", "www"), pattern)).toBe(true);
			expect(new URL(`https://${pattern.replace("*", "www")}/`).hostname).toBe(pattern.replace("*", "www"));
		}),
		{ numRuns: 100 },
	);
});
