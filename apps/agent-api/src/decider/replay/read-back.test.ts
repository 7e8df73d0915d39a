import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { readBackOf } from "./read-back.ts";

const save: RoutineStep = { id: "s1", do: "click", class: "commit", target: { role: "button", name: ["Save"] } };
const open: RoutineStep = { id: "s2", do: "open", class: "navigate", address: ["https://shop.example/invoices"] };
const check: RoutineStep = { id: "s3", do: "check", class: "observe", fields: [{ label: "Amount", value: ["1"], as: "number" }] };
const program = (...steps: RoutineStep[]): RoutineProgram => ({ inputs: [], steps });

test("what stands behind the last commit reads back, from the address that it opens", () => {
	expect(readBackOf(program(save, open, save, open, check))?.steps).toEqual([open, check]);
});

test.for([
	["without a check", program(save, open)],
	["that checks the page which it saved on", program(save, check)],
	["that checks before it goes anywhere", program(save, check, open)],
	["whose way there stands before its commit", program(open, save, check)],
] as const)("a program %s cannot read back by itself", ([_name, given]) => {
	expect(readBackOf(given)).toBeNull();
});
