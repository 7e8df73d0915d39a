import { expect, test } from "vitest";
import { demoModel } from "./demo-script.ts";

const home = '<search 4 "Search products" placeholder="Kettle, lamp, blanket …">\n<button 5 submit>Search';
const results =
	'<search 4 "Search products" value="blue kettle">\n- <a 12 /products/blue-kettle>Blue kettle</> 29.90 €\n- <a 13>Blue travel kettle';
const product = (value: string, cart: string) =>
	`<a 3 /cart>${cart}\n<form "Order" post>\n <select 9 "Size" required value="${value}" options="Choose|1.0 l|1.5 l|1.7 l">\n <button 10 submit>Add to cart`;

test.for([
	{ page: "the home page", path: "/", body: home, action: 'setValue(4, "blue kettle", true)' },
	{ page: "the results", path: "/search?q=blue+kettle", body: results, action: "click(12)" },
	{ page: "the product without a size", path: "/products/blue-kettle", body: product("Choose", "Cart (0)"), action: 'select(9, "1.5 l")' },
	{ page: "the product with its size", path: "/products/blue-kettle", body: product("1.5 l", "Cart (0)"), action: "click(10)" },
	{ page: "the product in the cart", path: "/products/blue-kettle", body: product("1.5 l", "Cart (1)"), action: "click(3)" },
	{ page: "the cart", path: "/cart", body: "Total: 34.90 €", action: 'finish("34.90 €")' },
	{ page: "a page it does not know", path: "/elsewhere", body: "Nothing here", action: "fail()" },
])("on $page the demo model says $action", ({ path, body, action }) => {
	const content = `TASK: buy\n\n<page nonce=1>\n@page 1\n@url http://127.0.0.1:8788${path}\n\n${body}\n</page>`;
	expect(demoModel({ model: "scripted", messages: [{ role: "user", content }] })).toMatchObject({
		kind: "text",
		text: expect.stringContaining(`<Action>${action}</Action>`),
	});
});

test.for([
	{
		question: "whether an action had its effect",
		text: "ACTION: click(3)\nOBSERVATIONS:\n- the URL changed",
		answer: { verdict: "success" },
	},
	{
		question: "whether the task is done, on the cart",
		text: "PROPOSED ANSWER: 34.90 €\n@page 1\n\nTotal: 34.90 €",
		answer: { verdict: "complete" },
	},
	{ question: "whether the task is done, elsewhere", text: "PROPOSED ANSWER: (none)\n@page 1\n\nWelcome", answer: { verdict: "continue" } },
])("asked $question the demo model answers $answer", ({ text, answer }) => {
	const reply = demoModel({ model: "scripted", messages: [{ role: "user", content: text }] });
	expect(JSON.parse(reply.kind === "text" ? reply.text : "")).toMatchObject(answer);
});
