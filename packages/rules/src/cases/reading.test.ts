import { describe, expect, test } from "vitest";
import { acts } from "./play.ts";

const table = `# Products
| Product | Inventory | Price
| <a 1 /a>Oak table</> | 10 in stock | €249.00
| <a 2 /b>Wool rug</> | 20 in stock | €199.00
3 results
Subtotal: 48.00 €
Shipping
4.00 €
Total: 52.00 €
Status | Paid
Order number: H-4711
<input 5 "Voucher" value="SPRING">`;

describe("a question is answered where one value stands with all its words", () => {
	test.each([
		["Read the total", "52.00 €"],
		["What is the subtotal?", "48.00 €"],
		["Read the shipping", "4.00 €"],
		["What is the order number?", "H-4711"],
		["What is the price of the wool rug?", "€199.00"],
		["What is the inventory of the oak table?", "10 in stock"],
		["Read the voucher", "SPRING"],
		["How many results are there?", "3"],
		["How many products are there?", "2"],
	])("%s", (query, answer) => expect(acts(query, table)).toEqual([`finish(${JSON.stringify(answer)})`]));

	test.each([
		["the value of another row", "What is the price of the lamp?", table],
		["a value without those words", "What is the delivery fee?", table],
		["two values", "What is the price?", "Price: 3 €\nPrice: 4 €"],
		["a list that goes on", "How many books are there?", "# Books\n- Emma\n- Momo\n<button 1>Next"],
		["the number of a neighbour", 'What is the number of "B"?', "| Name | Number\n| A | 1\n| B | "],
	])("it is not told: %s", (_what, query, body) => expect(acts(query, body)).toEqual(["fail"]));

	test("the price of the thing that the page is about is told", () => {
		expect(acts("What is the price of the blue kettle?", "# Blue kettle\nfrom 39.00 €\n<button 1>Add to cart")).toEqual([
			'finish("39.00 €")',
		]);
	});
});
