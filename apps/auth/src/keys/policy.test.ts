import { expect, test } from "vitest";
import type { KeyFacts } from "./policy.ts";
import { keyRules, planKeys, successorOf } from "./policy.ts";

const now = new Date("2026-03-01T12:00:00Z");
const rules = keyRules(43_200);
const minutes = (count: number) => new Date(now.getTime() - count * 60_000);
const days = (count: number) => minutes(count * 24 * 60);
const key = (kid: string, state: KeyFacts["state"], since: Date): KeyFacts => ({ kid, state, since });

test.for([
	["an installation without keys makes one that signs at once", [], [{ kind: "create", state: "current" }]],
	["a young key signs alone", [key("a", "current", days(29))], []],
	["after 30 days a next key is published", [key("a", "current", days(30))], [{ kind: "create", state: "next" }]],
	["a key published 9 minutes ago does not sign yet", [key("a", "current", days(30)), key("b", "next", minutes(9))], []],
	[
		"a key published 10 minutes ago takes over",
		[key("a", "current", days(30)), key("b", "next", minutes(10))],
		[{ kind: "promote", kid: "b" }],
	],
	["a previous key is believed while a token of it may live", [key("b", "current", minutes(724)), key("a", "previous", minutes(724))], []],
	[
		"a previous key is retired 5 minutes after its last token ended",
		[key("b", "current", minutes(725)), key("a", "previous", minutes(725))],
		[{ kind: "retire", kid: "a" }],
	],
	["a published key without a current one takes over too", [key("b", "next", minutes(10))], [{ kind: "promote", kid: "b" }]],
] as const)("%s", ([, keys, steps]) => {
	expect(planKeys(keys, now, rules)).toEqual(steps);
});

test.for([
	["a previous key needs no successor", "previous", [], { kind: "none" }],
	["a next key needs no successor", "next", [key("a", "current", now)], { kind: "none" }],
	["a current key is followed by the next one at once", "current", [key("b", "next", now)], { kind: "promote", kid: "b" }],
	["a current key without a next one is followed by a fresh key", "current", [key("b", "previous", now)], { kind: "create" }],
] as const)("when it is retired, %s", ([, state, others, successor]) => {
	const retired = key("x", state, now);
	expect(successorOf(retired, [retired, ...others])).toEqual(successor);
});
