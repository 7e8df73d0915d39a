import { expect, test } from "vitest";
import { z } from "zod";
import { wrongWords } from "./wrong-words.ts";

const Order = z.object({
	name: z.string().min(1).max(5),
	count: z.number().int().min(1).max(9),
	id: z.uuid(),
	mode: z.enum(["careful", "autonomous"]),
	isGift: z.boolean(),
	lines: z.array(z.string()).min(2),
	place: z.url().refine((url) => url.startsWith("https"), "must be reached by https"),
	port: z.coerce.number(),
	question: z.string().regex(/^que_[0-9A-Za-z]{22}$/),
	from: z.iso.date(),
	at: z.iso.datetime(),
	key: z.string().startsWith("sk-"),
	kinds: z.array(z.string()).min(1),
});
const right = { name: "Ada", count: 1, id: "0199b1c2-0000-7000-8000-000000000000", mode: "careful", isGift: true, lines: ["a", "b"] };
const rest = {
	place: "https://a.example",
	port: "80",
	question: `que_${"a".repeat(22)}`,
	from: "2026-01-30",
	at: "2026-01-30T10:00:00Z",
	key: "sk-1",
	kinds: ["a"],
};

test.for([
	["name", undefined, "is missing"],
	["name", 7, "must be a text"],
	["name", "", "must not be empty"],
	["name", "too long", "must be at most 5 characters"],
	["count", "1", "must be a number"],
	["count", 1.5, "must be a whole number"],
	["count", 10, "must be at most 9"],
	["id", "7", "must be a UUID"],
	["mode", "bold", "must be one of careful, autonomous"],
	["mode", undefined, "is missing"],
	["isGift", "yes", "must be true or false"],
	["lines", ["a"], "must be at least 2 entries"],
	["place", "x", "must be a web address"],
	["place", "http://a.example", "must be reached by https"],
	["port", "many", "must be a number"],
	["question", "7", "must match /^que_[0-9A-Za-z]{22}$/"],
	["from", "30.1.2026", "must be a date such as 2026-01-30"],
	["at", "today", "must be a time such as 2026-01-30T10:00:00Z"],
	["key", "7", "must begin with sk-"],
	["kinds", [], "must not be empty"],
] as const)("%s as %j: %s", ([field, value, words]) => {
	const result = Order.safeParse({ ...right, ...rest, [field]: value }, { error: wrongWords });
	expect(result.error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)).toContain(words);
});
