import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { expect, test } from "vitest";
import { problemsIn } from "./policy.ts";

const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" };
const model = { name: "openai/gpt-x", isPriced: true };
const unpriced = { name: "ollama/qwen", isPriced: false };

type Parts = Partial<OrgPolicy>;

test.for([
	["nothing set", {}, {}, model, []],
	["sites that the operator does not allow", { only: ["a.example"] }, { only: ["b.example"] }, model, ["only"]],
	["one site that they do", { only: ["a.example", "b.example"] }, { only: ["b.example"] }, model, []],
	["hours at night under office hours", { hours: { ...office, from: "19:00", to: "07:00" } }, { hours: office }, model, ["hours.from"]],
	["a weekend under working days", { hours: { ...office, days: [6, 7] } }, { hours: office }, model, ["hours.from"]],
	["one minute that both share", { hours: { ...office, from: "17:59", to: "20:00" } }, { hours: office }, model, []],
	["the same day in another time zone", { hours: { ...office, from: "16:30", timeZone: "UTC" } }, { hours: office }, model, ["hours.from"]],
	["models without the one that is set up", { models: ["openai/gpt-y"] }, {}, model, ["models"]],
	["no model at all", { models: [] }, {}, model, []],
	["any model where the rules decide", { models: ["openai/gpt-y"] }, {}, { name: null, isPriced: true }, []],
	["dollars for a model without a price", { spend: { person: { usd: 5 } } }, {}, unpriced, ["spend.person.tokens"]],
	["tokens beside the dollars", { spend: { person: { usd: 5, tokens: 9 } } }, {}, unpriced, []],
	["dollars for a model with a price", { spend: { organization: { usd: 5 } } }, {}, model, []],
] as const)("%s", ([_name, own, installation, inForce, expected]) => {
	const problems = problemsIn(
		{ ...openPolicy, ...(own as Parts) },
		{
			above: { ...openPolicy, ...(installation as Parts) },
			model: inForce,
		},
	);
	expect(problems.map(({ path }) => path.join("."))).toEqual(expected);
});
