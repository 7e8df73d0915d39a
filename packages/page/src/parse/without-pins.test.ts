import { expect, test } from "vitest";
import { readPageText } from "./page-text.ts";
import { withoutPins } from "./without-pins.ts";

test("a page without the texts that somebody pointed at is the page as nobody pointed at them", () => {
	const page = (pinned: (id: number, text: string) => string) =>
		readPageText(
			`@page 1\n@url https://shop.example/\n\n- Ada ${pinned(7, "Deposit: 20 €")} Room: 4\n| Name | ${pinned(8, "Tea")}\n<a 1 /x>Open ${pinned(9, "it")} now</> <input 2 "Note">`,
		);
	const { lines, elements } = withoutPins(page((id, text) => `<text ${id}>${text}</>`));
	const plain = page((_, text) => text);
	expect(lines).toEqual(plain.lines);
	expect(elements).toEqual(plain.elements);
});
