import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { expect } from "vitest";
import { crashes, test } from "./documents-crash.ts";

// A process starts in each of these tests, and a lease runs out. Every failpoint has its turn in `faults/`.
const representatives = ["ingest.storing"];

test.for(crashes.filter(({ failpoint }) => representatives.includes(failpoint)))(
	"a document whose replica is killed at $failpoint is $ending on another one, and nothing is left over",
	async (row, { crash }) => {
		await crash(row);
	},
);

test("each failpoint of this service has a row, and each row a failpoint", async () => {
	const names = await failpointsIn(join(import.meta.dirname, "../src"));
	expect(names).toEqual(crashes.map(({ failpoint }) => failpoint).sort());
});
