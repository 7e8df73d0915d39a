import { expect, test } from "vitest";
import { lastAction } from "./status.ts";

test("behind the engine's own waiting the newest deed is the one it waits for, and a wait that was decided on is a deed", () => {
	const click = { stepIndex: 3 };
	const waits = [4, 5].map((stepIndex) => ({ stepIndex, proves: 3 }));
	expect(lastAction([{ stepIndex: 2 }, click, ...waits])).toBe(click);
	const ownWait = { stepIndex: 4 };
	expect(lastAction([click, ownWait])).toBe(ownWait);
	expect(lastAction([])).toBeUndefined();
});
