import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { coverOf } from "./policy.ts";

test("only commits on a control are offered, and no secret that is typed", () => {
	const target = (role: string, name: string) => ({ role, name: [name] });
	const program: RoutineProgram = {
		inputs: [],
		start: ["https://shop.example/"],
		steps: [
			{ id: "s1", do: "fill", class: "fill", target: target("input", "Name"), value: ["Ann"] },
			{ id: "s2", do: "fill", class: "fill_sensitive", target: target("input", "Card number"), value: ["4111"] },
			{ id: "s3", do: "press", class: "commit", keys: "Enter" },
			{ id: "s4", do: "click", class: "commit", target: target("button", "Save") },
		],
	};
	expect(coverOf(program)).toMatchObject({ steps: [{ step: { id: "s4" }, deletes: false }], texts: ["Click “Save”"] });
});
