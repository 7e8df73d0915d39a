import { expect, test } from "vitest";
import { generatePage, pageKinds } from "./generated.ts";

test.each(pageKinds)("a %s page has as many elements as asked for, and is the same each time", (kind) => {
	const { html } = generatePage(kind, 2_000);
	const elements = html.match(/<[a-z]/g)?.length ?? 0;
	expect(elements).toBeGreaterThanOrEqual(2_000);
	expect(elements).toBeLessThan(2_100);
	expect(generatePage(kind, 2_000).html).toBe(html);
});
