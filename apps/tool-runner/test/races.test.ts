import { expect, test } from "vitest";
import { racedOperations } from "./raced-operations.ts";
import { race } from "./races.ts";

test.for(Object.entries(racedOperations))("%s never leaves the workspace while folders and links are swapped", async ([, operation]) => {
	const end = await race(operation, 2_000);
	expect(end).toMatchObject({ escapes: [], failures: [] });
	expect(end.swaps).toBeGreaterThan(100);
	expect(end.done).toBeGreaterThan(0);
});
