import { expect, test } from "vitest";
import { ExecutionState, isOver } from "./executions.ts";

test("a command or call is over in each state but those before its end", () => {
	expect(ExecutionState.options.filter((state) => !isOver(state))).toEqual(["queued", "starting", "running", "cancelling"]);
});
