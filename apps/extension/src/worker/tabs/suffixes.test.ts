import fc from "fast-check";
import { getDomain } from "tldts-icann";
import { expect, test } from "vitest";
import { packSuffixes } from "../../../build/pack-suffixes.ts";
import { domainOf, unpackSuffixes } from "./suffixes.ts";

const packed = packSuffixes();
const labels = packed.split("\n").flatMap((line, index) => (index === 0 ? [] : [line.slice(0, line.indexOf(" "))]));
const suffixes = new Map(labels.map((label) => [label, unpackSuffixes(packed, label)]));
const below = (label: string) => suffixes.get(label) ?? unpackSuffixes(packed, label);

test("each known suffix divides names as the whole list does", () => {
	const names = [...suffixes.values()].flatMap(({ rules, exceptions }) => [...rules, ...exceptions]);
	const divided = names.flatMap((rule) => {
		const name = rule.replaceAll("*", "any");
		return [name, `shop.${name}`, `www.shop.${name}`];
	});
	expect(divided.filter((host) => domainOf(host, below) !== getDomain(host))).toEqual([]);
	expect(names.length).toBeGreaterThan(5_000);
	expect(names.filter((name) => name.split(".").length < 2 || /[A-Z~(),!\s]/.test(name))).toEqual([]);
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
			expect(domainOf(lower, below)).toBe(getDomain(lower));
		}),
		{ numRuns: 200 },
	);
});

test("the list is small", () => {
	expect(packed.length).toBeLessThan(32_000);
});
