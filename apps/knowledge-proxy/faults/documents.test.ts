import { crashes, test } from "../test/documents-crash.ts";

test.for(crashes)(
	"a document whose replica is killed at $failpoint is $ending on another one, and nothing is left over",
	async (row, { crash }) => {
		await crash(row);
	},
);
