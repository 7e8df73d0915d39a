import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { expect } from "vitest";
import { useModel } from "../scripted-model.ts";
import { killedAt, test } from "./crash.ts";

const model = useModel();

// Every other place is in `faults/`.
test("a task whose server is killed before the result of a change is stored goes on at another one, and the change is made once", async ({
	crashAt,
}) => {
	await crashAt("loop.before_result", model);
});

test("each failpoint of the loop has a crash test", async () => {
	const names = await failpointsIn(join(import.meta.dirname, "../../src/tasks/server"));
	expect(names.filter((name) => !killedAt.includes(name))).toEqual([]);
});
