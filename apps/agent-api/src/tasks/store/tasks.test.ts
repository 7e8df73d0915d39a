import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createKeyedQueue } from "./tasks.ts";

test("works of one key follow each other, those of others do not wait, and a failure stops none of them", async () => {
	const inTurn = createKeyedQueue();
	const seen: string[] = [];
	const work = (name: string) => async () => {
		seen.push(`${name} begins`);
		await nextTurn();
		seen.push(`${name} ends`);
		if (name === "a1") throw new Error("lost");
		return name;
	};
	const all = [inTurn("a", work("a1")), inTurn("a", work("a2")), inTurn("b", work("b1"))];
	const [failed, ...others] = await Promise.allSettled(all);
	expect(failed?.status).toBe("rejected");
	expect(others).toMatchObject([{ value: "a2" }, { value: "b1" }]);
	expect(seen.indexOf("a2 begins")).toBeGreaterThan(seen.indexOf("a1 ends"));
	expect(seen.indexOf("b1 begins")).toBeLessThan(seen.indexOf("a1 ends"));
	expect(await inTurn("a", work("a3"))).toBe("a3");
});
