import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { sitesOfRun } from "./sites.ts";

const target = { role: "button", name: ["Pay"] };
const program = RoutineProgram.parse({
	inputs: [{ name: "number", label: "Number", type: "text" }],
	start: ["https://shop.example/orders/", { input: "number" }],
	steps: [
		{ id: "s1", do: "click", class: "navigate", target },
		{ id: "s2", do: "click", class: "commit", target: { ...target, where: { frame: "pay.example" } } },
	],
});
const called = RoutineProgram.parse({
	inputs: [],
	steps: [{ id: "s1", do: "open", class: "navigate", address: ["http://127.0.0.1:4400/stock"] }],
});

test("a run needs the hosts of its addresses and frames, those of routines that it calls, and what the policy names to act on", () => {
	expect(sitesOfRun([program, called], {})).toEqual(["shop.example", "pay.example", "127.0.0.1:4400"]);
	expect(sitesOfRun([program], { only: ["*.acme.example", "shop.example"] })).toEqual(["shop.example", "pay.example", "*.acme.example"]);
});
