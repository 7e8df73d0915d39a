import fc from "fast-check";
import { expect, test } from "vitest";
import { activeDomainOf, matchesDomainPattern, patternsCovering, patternsOverlap } from "./patterns.ts";

const long = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;

test.for([
	// The same host.
	["acme.com", "acme.com"],
	["app.acme.com", "app.acme.com"],
	["ACME.com", "acme.com"],
	["acme.com", "ACME.com"],
	["acme.com.", "acme.com"],
	["acme.com", "acme.com."],
	["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
	["co.uk", "co.uk"],
	["my_host.acme.com", "my_host.acme.com"],
	[long, long],
	// Subdomains at any depth.
	["app.acme.com", "*.acme.com"],
	["a.b.c.acme.com", "*.acme.com"],
	["APP.acme.com.", "*.acme.com"],
	["xn--mnchen-3ya.acme.de", "*.acme.de"],
	["acme.co.uk", "*.co.uk"],
	["1.acme.com", "*.acme.com"],
	// Intranet names and addresses.
	["localhost", "localhost"],
	["wiki", "wiki"],
	["127.0.0.1", "127.0.0.1"],
	["10.1.2.3", "10.1.2.3"],
	["[::1]", "[::1]"],
	["[2001:db8::1]", "[2001:db8::1]"],
] as const)("%s is covered by %s", ([domain, pattern]) => {
	expect(matchesDomainPattern(domain, pattern)).toBe(true);
});

test.for([
	// Other hosts.
	["acme.org", "acme.com"],
	["app.acme.com", "acme.com"],
	["acme.com", "app.acme.com"],
	["acme.com", "*.acme.com"],
	["acme.com", "*.app.acme.com"],
	// Near misses.
	["evil-acme.com", "acme.com"],
	["evil-acme.com", "*.acme.com"],
	["evilacme.com", "*.acme.com"],
	["acme.com.evil.io", "acme.com"],
	["acme.com.evil.io", "*.acme.com"],
	["acmecom", "acme.com"],
	["acmeXcom", "acme.com"],
	["app.acme.com.evil.io", "*.acme.com"],
	["xn--acm-hoa.com", "acme.com"],
	["аcme.com", "acme.com"],
	["acme.com", "xn--cme-7cd.com"],
	[".acme.com", "*.acme.com"],
	["..acme.com", "*.acme.com"],
	["app..acme.com", "*.acme.com"],
	// A star in a place without meaning.
	["acme.com", "*"],
	["acme.com", "*.com"],
	["app.localhost", "*.localhost"],
	["app.acme.com", "*acme.com"],
	["app.acme.com", "app.*.com"],
	["app.acme.com", "a*.acme.com"],
	["a.b.acme.com", "*.*.acme.com"],
	["a.acme.com", "**.acme.com"],
	["*.acme.com", "*.acme.com"],
	["a.acme.com", "*."],
	["a.acme.com", "*.."],
	// Addresses have no subdomains.
	["1.2.3.4", "*.2.3.4"],
	["9.1.2.3.4", "*.1.2.3.4"],
	["1.2.3.4", "*.3.4"],
	["127.0.0.1", "localhost"],
	["[::1]", "127.0.0.1"],
	["[::2]", "[::1]"],
	["a.[::1]", "*.[::1]"],
	// Invalid host names.
	["", ""],
	["acme.com", ""],
	["", "acme.com"],
	[".", "."],
	["acme.com", "https://acme.com"],
	["acme.com", "acme.com/wiki"],
	["acme.com", "acme.com:443"],
	["acme.com:443", "acme.com"],
	["acme.com@evil.io", "acme.com"],
	["evil.io", "acme.com@evil.io"],
	["acme.com", " acme.com"],
	["acme com", "acme com"],
	[`${"a".repeat(64)}.com`, `${"a".repeat(64)}.com`],
	[`${long}.e`, `${long}.e`],
	["münchen.de", "münchen.de"],
	["acme.com\n", "acme.com"],
] as const)("%j is not covered by %j", ([domain, pattern]) => {
	expect(matchesDomainPattern(domain, pattern)).toBe(false);
});

test.for([
	["https://App.ACME.com/path?q=1#x", "app.acme.com"],
	["https://acme.com:8443/", "acme.com"],
	["https://acme.com./wiki", "acme.com"],
	["https://acme.com@evil.io/", "evil.io"],
	["https://acme.com:secret@evil.io/", "evil.io"],
	["http://münchen.de/", "xn--mnchen-3ya.de"],
	["http://2130706433/", "127.0.0.1"],
	["http://0x7f.1/", "127.0.0.1"],
	["http://[::1]:8788/", "[::1]"],
	["http://localhost:8788/cart", "localhost"],
] as const)("the active domain of %s is %s", ([url, domain]) => {
	expect(activeDomainOf(url)).toBe(domain);
});

test("a text that is no URL has no active domain", () => {
	expect(() => activeDomainOf("acme.com")).toThrow(TypeError);
});

test("of 2,000 patterns the one of a host is found", () => {
	const patterns = Array.from({ length: 2_000 }, (_, index) => `*.tenant-${index}.acme.com`);
	expect(patterns.filter((pattern) => matchesDomainPattern("app.tenant-1999.acme.com", pattern))).toEqual(["*.tenant-1999.acme.com"]);
});

test("a star covers what ends in its labels, and no text makes the comparison throw", () => {
	const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
	fc.assert(
		fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), label, (below, parent) => {
			const pattern = `*.${parent}.example`;
			expect(matchesDomainPattern(`${below.join(".")}.${parent}.example`, pattern)).toBe(true);
			expect(matchesDomainPattern(`${below.join(".")}${parent}.example`, pattern)).toBe(false);
		}),
	);
	fc.assert(fc.property(fc.string(), fc.string(), (domain, pattern) => typeof matchesDomainPattern(domain, pattern) === "boolean"));
});

test.for([
	["app.eu.acme.com", ["app.eu.acme.com", "*.eu.acme.com", "*.acme.com"]],
	["ACME.com.", ["acme.com"]],
	["localhost", ["localhost"]],
	["127.0.0.1", ["127.0.0.1"]],
	["[::1]", ["[::1]"]],
	["a..com", []],
	["", []],
] as const)("%s is covered by the patterns %j alone", ([domain, patterns]) => {
	expect(patternsCovering(domain)).toEqual(patterns);
	for (const pattern of patterns) expect(matchesDomainPattern(domain, pattern)).toBe(true);
});

test.for([
	["acme.com", "acme.com", true],
	["acme.com", "*.acme.com", false],
	["app.acme.com", "*.acme.com", true],
	["*.acme.com", "*.acme.com", true],
	["*.eu.acme.com", "*.acme.com", true],
	["*.evil-acme.com", "*.acme.com", false],
	["*.acme.com", "*.acme.org", false],
	["127.0.0.1", "127.0.0.1", true],
] as const)("%s and %s have a host in common: %s", ([one, other, expected]) => {
	expect([patternsOverlap(one, other), patternsOverlap(other, one)]).toEqual([expected, expected]);
});
