import { layoutOf } from "@webhand/page/layout/build";
import { nodesIn } from "@webhand/page/layout/layout";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { cardsOf } from "./cards.ts";
import { describeTarget } from "./describe.ts";
import { resolveTarget } from "./resolve.ts";

const viewOf = (body: string) => parsePage(`@page 1\n@url https://shop.example/\n@epoch e\n\n${body}`);

/** The cards of the one list of a page, as the names and texts in each. */
function cardsIn(body: string): readonly string[] | undefined {
	const layout = layoutOf(viewOf(body));
	const [group] = layout.groups.filter(({ kind }) => kind === "card");
	return (
		group &&
		cardsOf(layout, group).clear.map((block) =>
			nodesIn(layout, block)
				.map(({ text }) => text)
				.join(" "),
		)
	);
}

type Product = readonly [name: string, price: string, badge?: string];
/** Cards that stand side by side: the last control of one and the title of the next share a line. */
function shelf(products: readonly Product[], { before = "", after = "" } = {}): string {
	let id = 0;
	const next = () => {
		id += 1;
		return id;
	};
	const cards = products.map(
		([name, price, badge]) =>
			`<a ${next()} /p/${name.toLowerCase()}>${name}\n${badge === undefined ? "" : `${badge}\n`}${price}\n<button ${next()}>Add to cart</> <button ${next()} "Wishlist">♡`,
	);
	return `# Kitchen\n${before}${cards.join("</> ")}${after}`;
}

const three: readonly Product[] = [
	["Mug", "9 €"],
	["Kettle", "39 €"],
	["Lamp", "59 €"],
];
const whole = ["Mug 9 € Add to cart Wishlist ♡", "Kettle 39 € Add to cart Wishlist ♡", "Lamp 59 € Add to cart Wishlist ♡"];

test.each([
	["alone below their heading", shelf(three), whole],
	["behind a sentence", shelf(three, { before: "3 products\n" }), whole],
	["before a button that belongs to none", shelf(three, { after: "\n<button 50>Load more" }), whole],
	["between both", shelf(three, { before: "3 products\n", after: "\n<button 50>Load more" }), whole],
	[
		"with a text that one of them has more",
		shelf([
			["Mug", "9 €"],
			["Kettle", "39 €", "Sale"],
			["Lamp", "59 €"],
		]),
		[whole[0], "Kettle Sale 39 € Add to cart Wishlist ♡", whole[2]],
	],
])("cards %s are cut where they begin", (_, body, expected) => {
	expect(cardsIn(body)).toEqual(expected);
});

test("cards of links and texts alone are cut at their links", () => {
	expect(cardsIn("# Kitchen\n<a 1 /p/1>Mug\n9 €\n<a 2 /p/2>Kettle\n39 €\n<a 3 /p/3>Lamp\n59 €")).toEqual([
		"Mug 9 €",
		"Kettle 39 €",
		"Lamp 59 €",
	]);
});

test("a control is found in its card after the cards changed their order", () => {
	const before = viewOf(shelf(three));
	const target = describeTarget(before, 5);
	expect(target).toMatchObject({ name: ["Add to cart"], row: [["Kettle"]] });
	const after = viewOf(shelf(three.toReversed()));
	expect(target && resolveTarget(after, target, { values: {}, isCommit: true })).toMatchObject({ kind: "one", id: 5 });
	expect(
		target &&
			resolveTarget(
				viewOf(
					shelf([
						["Mug", "9 €"],
						["Lamp", "59 €"],
					]),
				),
				target,
				{ values: {}, isCommit: true },
			),
	).toMatchObject({
		kind: "none",
	});
});

test("a card without its button gives its title to none", () => {
	const shelfOf = (sold: string) =>
		`# Kitchen\n${["Mug", "Kettle", "Lamp", "Rug"].map((name, at) => `<a ${10 + at} /p/${at}>${name}\n${at}9 €\n${name === sold ? "" : `<button ${20 + at}>Add to cart</> `}`).join("")}`;
	const target = describeTarget(viewOf(shelfOf("")), 21);
	expect(target).toMatchObject({ row: [["Kettle"]] });
	expect(target && resolveTarget(viewOf(shelfOf("Mug")), target, { values: {}, isCommit: true })).toMatchObject({ kind: "one", id: 21 });
	expect(target && resolveTarget(viewOf(shelfOf("Kettle")), target, { values: {}, isCommit: true })).toMatchObject({ kind: "none" });
});

/** Cards below a heading each, uneven: one has no button, some have a mark. */
const uneven = (order: readonly (readonly [name: string, mark?: string])[]) =>
	`# Shop\n${order
		.map(([name, mark = ""], at) => {
			const button = mark === "Sold out" ? "" : `<button ${20 + at}>Add to cart\n`;
			return `### ${name}\n9 €\n${mark === "" ? "" : `${mark}\n`}<number ${10 + at} "Quantity" value="1">\n${button}`;
		})
		.join("")}## News\n- <a 40 /n/1>The office moves`;

test("cards below a heading each have one title, however uneven they are", () => {
	const shelf = [["Desk lamp"], ["Floor lamp", "Sold out"], ["Desk"], ["Chair", "New"], ["Shelf"]] as const;
	const target = describeTarget(viewOf(uneven(shelf)), 22);
	expect(target).toMatchObject({ row: [["Desk"]] });
	const after = (order: (typeof shelf)[number][]) => target && resolveTarget(viewOf(uneven(order)), target, { values: {}, isCommit: true });
	expect(after(shelf.toReversed())).toMatchObject({ kind: "one", id: 22 });
	expect(after([shelf[0], shelf[2], shelf[1], shelf[4]])).toMatchObject({ kind: "one", id: 21 });
	expect(after([shelf[3], shelf[1], shelf[4]])).toMatchObject({ kind: "none" });
});

test("a control above the title of its card is of that card", () => {
	const shelf = (names: readonly string[], marked = "") =>
		`# Shop\n${names.map((name, at) => `<button ${20 + at}>Add to cart\n${name === marked ? "New\n" : ""}### ${name}\n${at}9 €\n`).join("")}`;
	const target = describeTarget(viewOf(shelf(["Mug", "Kettle", "Lamp"])), 21);
	expect(target).toMatchObject({ row: [["Kettle"]] });
	const after = (body: string) => target && resolveTarget(viewOf(body), target, { values: {}, isCommit: true });
	expect(after(shelf(["Mug", "Jug", "Kettle", "Lamp"]))).toMatchObject({ kind: "one", id: 22 });
	expect(after(shelf(["Kettle", "Mug", "Lamp"], "Mug"))).toMatchObject({ kind: "one", id: 20 });
	expect(after(shelf(["Mug", "Jug", "Lamp"]))).toMatchObject({ kind: "none" });
});

test("sections of a page with tables are no cards", () => {
	const page = "## Open\n<button 1>Print\n| A | <button 2>Pay</>\n| B | <button 3>Pay</>\n## Paid\n<button 4>Print\n| C | <button 5>Pay</>";
	expect(cardsIn(page)).toBeUndefined();
	expect(describeTarget(viewOf(page), 3)).toMatchObject({ row: [["B"]] });
});

test("two cards that are left are no list, and a title on the line of another button tells nothing", () => {
	const target = describeTarget(viewOf(shelf(three)), 8);
	const left = viewOf("# Kitchen\n<a 4 /p/kettle>Kettle\n39 €\n<button 5>Add to cart</> <a 7 /p/lamp>Lamp\n59 €\n<button 8>Add to cart");
	expect(target && resolveTarget(left, target, { values: {}, isCommit: true })).not.toMatchObject({ id: 5 });
});

test("a control with twins and nothing to tell them is not pressed once it is the only one", () => {
	const chips = "# Filters\nAnna <button 1>×</> Bob <button 2>×</>";
	const target = describeTarget(viewOf(chips), 1);
	expect(target && resolveTarget(viewOf("# Filters\nBob <button 2>×</>"), target, { values: {}, isCommit: false })).toMatchObject({
		kind: "none",
	});
});

test("of records in one line each is told by its text, and by none where only one button is left", () => {
	const tags = "# Tags\nred <button 1>×</> green <button 2>×</> blue <button 3>×</>";
	const target = describeTarget(viewOf(tags), 3);
	expect(target).toMatchObject({ row: [["blue"]] });
	const after = (body: string) => target && resolveTarget(viewOf(body), target, { values: {}, isCommit: true });
	expect(after("# Tags\nblue <button 1>×</> red <button 2>×</>")).toMatchObject({ kind: "one", id: 1 });
	expect(after("# Tags\nred green <button 2>×</> blue")).toMatchObject({ kind: "none" });
	expect(after("# Tags\nblue <button 3>×</>")).toMatchObject({ kind: "one", id: 3 });
	expect(after("# Tags\nred <button 1>×</>")).toMatchObject({ kind: "none" });
});

test("the record of a page is its heading or region, never another text of it", () => {
	const list = "# Invoices\n| INV-17 | <button 1>Delete</>\n| INV-18 | <button 2>Delete</>";
	const target = describeTarget(viewOf(list), 1);
	const after = (body: string) => target && resolveTarget(viewOf(body), target, { values: {}, isCommit: true });
	expect(after("# INV-17\nOpen since May\n<button 9>Delete</>")).toMatchObject({ kind: "one", id: 9 });
	expect(after("# INV-18\nReplaces\nINV-17\n<button 9>Delete</>")).toMatchObject({ kind: "none" });
	expect(after("## INV-17\nPaid\n## INV-18\n<button 9>Delete</>")).toMatchObject({ kind: "none" });
});
