import { expect, test } from "vitest";
import { fillOf, pageText, readFill } from "./form.ts";

test("a page has the size asked for and holds the values", () => {
	const text = pageText(new Map([[3, "v3"]]), { fields: 40, size: 20_000 });
	expect(text.length).toBeGreaterThanOrEqual(20_000);
	expect(text.length).toBeLessThan(20_200);
	expect(text).toContain('<input 103 "Field 3" value="v3">');
	expect(text).toContain('<input 104 "Field 4">');
});

test("only the fill of a known field counts", () => {
	expect(readFill(fillOf(7))).toEqual({ field: 7, value: "v7" });
	expect(readFill("click(107)")).toBeNull();
	expect(readFill('setValue(99, "x")')).toBeNull();
});
