import { long } from "@webhand/testing/long";
import { expect, test } from "vitest";
import { racedOperations } from "./raced-operations.ts";
import { race } from "./races.ts";

const operations = Object.entries(racedOperations);
const play = async ([, operation]: (typeof operations)[number]) => {
	const end = await race(operation, 2_000);
	expect(end).toMatchObject({ escapes: [], failures: [] });
	expect(end.swaps).toBeGreaterThan(100);
	expect(end.done).toBeGreaterThan(0);
};
test.for(operations.slice(0, 2))("%s never leaves the workspace while folders and links are swapped", play);
test.for(operations.slice(2))("%s never leaves the workspace while folders and links are swapped", long, play);
