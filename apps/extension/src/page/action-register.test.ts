import type { ActResult } from "@webhand/page/execute/page-action";
import { expect, test } from "vitest";
import { createActionRegister } from "./action-register.ts";

test("an action that is asked for twice is done once and answered twice", async () => {
	const register = createActionRegister();
	let times = 0;
	const work = async (): Promise<ActResult> => {
		times += 1;
		return { success: true, actualState: { value: "x" } };
	};
	const first = await register.once("task:0", work);
	expect(await register.once("task:0", work)).toEqual(first);
	expect(times).toBe(1);
	expect(register.outcomeOf("task:0")).toEqual({ state: "done", result: first });
	expect(register.outcomeOf("task:1")).toEqual({ state: "unknown" });
});

test("an action that is under way is not begun a second time", async () => {
	const register = createActionRegister();
	const gate = Promise.withResolvers<ActResult>();
	const first = register.once("task:0", () => gate.promise);
	expect(register.outcomeOf("task:0")).toEqual({ state: "begun" });
	expect(await register.once("task:0", () => Promise.reject(new Error("done twice")))).toMatchObject({
		isOpen: true,
		code: "OUTCOME_UNKNOWN",
	});
	gate.resolve({ success: true });
	expect(await first).toEqual({ success: true });
});
