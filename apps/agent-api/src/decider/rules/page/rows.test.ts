import { expect, test } from "vitest";
import { pageOf } from "../cases/play.ts";
import { layoutOf } from "./lay.ts";
import { spotsInCell } from "./rows.ts";

test("a row of 150,000 cells is read like any other", () => {
	const count = 150_000;
	const layout = layoutOf(pageOf(`|${" a |".repeat(count - 1)} last`));
	expect(spotsInCell(layout, 0, count - 1).map(({ text }) => text)).toEqual(["last"]);
});
