import { expect, test } from "vitest";
import { GivenSnapshot } from "./runs-snapshot.ts";

const given = (element: unknown) => GivenSnapshot.safeParse({ url: "https://a.example/", elements: [element] });

test("what a page does not say may be null", () => {
	const { elements } = GivenSnapshot.parse({
		url: "https://a.example/",
		elements: [{ id: "agent-1", tag: "button", role: null, ariaLabel: null, value: null, checked: null }],
	});
	expect(elements[0]).toMatchObject({ role: "", ariaLabel: "" });
	expect(elements[0]).not.toHaveProperty("value");
	expect([given(null).success, given({ id: null, tag: "a" }).success]).toEqual([false, false]);
});
