import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { healProgram } from "./policy.ts";

const click = (id: string, name: string): RoutineStep => ({
	id,
	do: "click",
	class: "press_unknown",
	target: { role: "button", name: [name] },
});
const program = (...steps: RoutineStep[]): RoutineProgram => ({ inputs: [], steps });
const found = (step: string, name: string) => ({ step, target: { role: "button", name: [name] } });

const made = program(click("s1", "Next"), {
	id: "s2",
	do: "if",
	class: "observe",
	says: ["x"],
	then: [click("s3", "Save")],
	otherwise: [],
});

test("controls found another way take the place of the old ones, inside blocks, too", () => {
	const healed = healProgram(made, made, [found("s3", "Save now"), found("s1", "Further")]);
	expect(healed?.steps).toEqual(["s3", "s1"]);
	expect(JSON.stringify(healed?.program)).toMatch(/Further.*Save now/);
});

test.for([
	["nothing was found another way", made, []],
	["it is what the version says", made, [found("s1", "Next")]],
	["the step was edited since the run began", program(click("s1", "Onwards")), [found("s1", "Further")]],
	["the step is gone", program(click("s9", "Next")), [found("s1", "Further")]],
] as const)("nothing is proposed where %s", ([_name, current, heals]) => {
	expect(healProgram(current, made, heals)).toBeNull();
});
