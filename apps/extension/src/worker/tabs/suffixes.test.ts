import fc from "fast-check";
import { getDomain } from "tldts-icann";
import { expect, test } from "vitest";
import { packSuffixes } from "../../../build/pack-suffixes.ts";
import { domainOf, unpackSuffixes } from "./suffixes.ts";

const packed = packSuffixes();
const suffixes = unpackSuffixes(packed);

test("each known suffix divides names as the whole list does", () => {
	for (const rule of [...suffixes.rules, ...suffixes.exceptions]) {
		const name = rule.replaceAll("*", "any");
		for (const host of [name, `shop.${name}`, `www.shop.${name}`]) expect(domainOf(host, suffixes), host).toBe(getDomain(host));
	}
	expect(suffixes.rules.size).toBeGreaterThan(5_000);
});

test("any name is divided as the whole list does", () => {
	const label = fc.constantFrom(
		"com",
		"co",
		"uk",
		"jp",
		"kyoto",
		"ck",
		"www",
		"no",
		"er",
		"city",
		"kobe",
		"shop",
		"a-b",
		"x",
		"xn--p1ai",
		"a1",
		"_dmarc",
	);
	const host = fc.oneof(
		fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join(".")),
		fc.domain(),
		fc.ipV4(),
	);
	fc.assert(
		fc.property(host, (name) => {
			const lower = name.toLowerCase();
			expect(domainOf(lower, suffixes)).toBe(getDomain(lower));
		}),
		{ numRuns: 200 },
	);
});

test("the list is small", () => {
	expect(packed.length).toBeLessThan(45_000);
});
