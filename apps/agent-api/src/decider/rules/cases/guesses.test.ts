import { formatAction } from "@webhand/contracts/action/format";
import { describe, expect, test } from "vitest";
import { decideByRules } from "../run/run.ts";
import { pageOf, play, turnOf } from "./play.ts";

const signIn = (button: string) => `<form "F" post>\n <input 1 "User">\n <password 2 "Password">\n <button 9 submit>${button}`;
const first = (query: string, body: string, head = "") =>
	formatAction(decideByRules(turnOf({ query, page: pageOf(body, { head }) })).action);
const still = (query: string, body: string) => play(query, pageOf(body), () => ({ page: pageOf(body) }));

const orders = Array.from(
	{ length: 6 },
	(_, row) => `| H-9000${row} | ${10 + row}.94 € | <button ${row + 1} "Order H-9000${row} again" submit>Order again`,
).join("\n");
const entrance = `<nav> <a 9 /sign-in>Sign in</> <a 10 /cart>Cart (2)\n<form "Sign in" post>\n <email 1 "Email">\n <password 2 "Password">\n <button 3 submit>Sign in`;
const cart =
	'| Product | Price | Sum |\n| Green tea | 14.00 € | 28.00 € | <button 1 "Remove Green tea">×\n| Cup | 4.40 € | 4.40 € | <button 2 "Remove Cup">×';
const asking = '<form "Contact" post>\n <input 1 "Your name" required>\n <email 2 "Reply by" required>\n <button 4 submit>Send message';

describe("what a button does is not what was asked for", () => {
	test.each(["Delete", "Cancel", "Show", "Open", "View", "Track", "Archive", "Remove"])("%s an order orders nothing", (verb) => {
		const { actions, last } = still(`${verb} order H-90002`, orders);
		expect(last.failure?.category).toBe("not_understood");
		expect(actions.filter((action) => action.startsWith("click"))).toEqual([]);
		expect(still(`${verb} H-90002`, orders).actions.filter((action) => action.startsWith("click"))).toEqual([]);
	});

	test("its very words press it", () => {
		expect(first("Order H-90002 again", orders)).toBe("click(3)");
		expect(first('Click "Order again" for H-90002', orders)).toBe("click(3)");
	});
});

describe("signing in", () => {
	test.each([
		'Type "ada@example.com" into Email, type "hearth-1843" into Password and click "Sign in"',
		"Sign in with ada@example.com and password hearth-1843",
		"Sign in as ada@example.com with password hearth-1843",
	])("%s", (query) => {
		expect(still(query, entrance).actions).toEqual([
			'setValue(1, "ada@example.com")',
			'setValue(2, "hearth-1843")',
			"click(3)",
			"finish()",
		]);
	});

	test("a link to the page that is open is not pressed in the place of its form's button", () => {
		const page = pageOf(entrance, { url: "https://shop.example/sign-in" });
		expect(formatAction(decideByRules(turnOf({ query: 'Click "Sign in"', page })).action)).toBe("click(3)");
		expect(first('Click "Sign in"', entrance)).toBe("click(9)");
	});
});

test.each([
	'<form "Search">\n <combobox 4 "Destination"></> Dates\n <button 5>Search',
	'<form "Search">\n Destination <input 4></> Dates\n <button 5>Search',
])("what stands behind an empty field is not its value: %s", (body) => {
	expect(still("What is the destination?", body).last.action.name).toBe("fail");
});

describe("what the page has worked out is not added up again", () => {
	test.each(["Read the total of the cart", "What is the total of my cart", "Read the total"])("%s", (query) => {
		expect(first(query, `${cart}\nTotal: 32.40 €`)).toBe('finish("32.40 €")');
	});

	test("nor where it is not shown", () => {
		expect(still("Read the total of the cart", "<a 1 /cart>Cart (1)</>\n# Welcome\n| 1 |").last.failure?.category).toBe("not_understood");
	});
});

test.each([
	"Fill in the form with my answers and stop before sending",
	"Fill out the form",
	"Fill in all the fields",
	"Type my name into Your name",
])("%s: nobody said what to write", (query) => {
	const { actions, last } = still(query, asking);
	expect(last.failure?.category).toBe("not_understood");
	expect(actions.some((action) => action.startsWith("setValue"))).toBe(false);
});

test("what the person asks for while a task runs is done after it, once", () => {
	const body = '<form "Contact" post>\n <input 1 "Your name">\n <input 2 "Town">\n</>\nTotal: 5 €';
	const values = new Map<string, string>();
	const page = () =>
		pageOf(
			`<form "Contact" post>\n <input 1 "Your name"${values.has("1") ? ' value="Ada"' : ""}>\n <input 2 "Town"${values.has("2") ? ' value="Bath"' : ""}>\nTotal: 5 €`,
		);
	const { actions } = play('Type "Ada" into Your name', pageOf(body), (action) => {
		const isFirst = values.size === 0;
		if (action.name === "setValue") values.set(String(action.id), action.text);
		return { page: page(), ...(isFirst ? { note: 'The person said: type "Bath" into Town and read the total' } : {}) };
	});
	expect(actions).toEqual(['setValue(1, "Ada")', 'setValue(2, "Bath")', 'finish("5 €")']);
});

/** Fields that are called "Box A0", "Box B1" …, with the values of some. */
const boxName = (index: number) => `Box ${String.fromCharCode(65 + (index % 26))}${index}`;
const boxes = (values: ReadonlyMap<number, string>) =>
	pageOf(
		Array.from({ length: 40 }, (_, index) => {
			const value = values.get(index + 1);
			return `<input ${index + 1} "${boxName(index)}"${value === undefined ? "" : ` value="${value}"`}>`;
		}).join("\n"),
	);

test.each([
	["one by one, more than the engine keeps", 34, (done: number) => (done < 34 ? [done] : [])],
	["many at once, more than there is room for", 9, (done: number) => (done === 1 ? [1, 2, 3, 4, 5, 6, 7, 8] : [])],
])("what is asked for while a task runs is all done, once: %s", (_name, count, asked) => {
	const values = new Map<number, string>();
	const { actions, last } = play(`Type "v0" into ${boxName(0)}`, boxes(values), (action) => {
		if (action.name === "setValue") values.set(action.id, action.text);
		const notes = asked(values.size).map((index) => `The person said: type "v${index}" into ${boxName(index)}`);
		return { page: boxes(values), notes };
	});
	expect([last.action.name, actions.slice(0, -1)]).toEqual([
		"finish",
		Array.from({ length: count }, (_, index) => `setValue(${index + 1}, "v${index}")`),
	]);
});

describe("what is not there is not guessed", () => {
	test.each([
		["a button that registers is no login", 'Enter "ada" in the user field and click login', signIn("Register")],
		["nor one that deletes", 'Enter "ada" in the user field and press save', signIn("Delete account")],
		["the row of another thing", "Remove the green tea", "| Black tea | <button 1>Remove</> |\n| Green coffee | <button 2>Remove</> |"],
		["a field that only begins like a short word", 'Enter "1234" in the pin field', '<input 1 "Pinboard name">\n<input 2 "Shipping">'],
		["a link of that name, which opens it and sends nothing", "Send INV-4", "| <a 1>INV-4</> | Draft |\n| <a 2>INV-5</> | Draft |"],
		["a place where things lie, for putting them there", "Delete Photos", "<treeitem 1>Photos</> <treeitem 2>Recycle bin"],
		["nor a link among others", "Archive Lunch", '<nav "Mail">\n <a 1>Inbox</>\n <a 2>Archive\n</>\n# Inbox\nLunch'],
		["all tickets for one", "Open the refund ticket", "<nav>\n <a 1>Tickets</> <a 2>Customers\n</>\n# Tickets\nRefund"],
		["a heading for what stands below it", "Open the ticket from Ada", "# Tickets\n- Refund Bob\n- Login Cyd"],
		["a comment in the place of a search", "Search for tea", '<input 1 "Comment">\n<button 2>Post'],
		[
			"an address for letters in the place of a search",
			'Search for "tea"',
			'<input 1 "E-mail for newsletter">\n<button 2 submit>Subscribe',
		],
	] as const)("%s", (_name, query, body) => {
		expect(still(query, body).last.failure?.category).toBe("not_understood");
	});

	test.each([
		["a plain button sends what was filled in", 'Enter "ada" in the user field and click login', signIn("OK"), "click(9)"],
		["one word for signing in is another", 'Enter "ada" in the user field and click login', signIn("Sign in"), "click(9)"],
		["whatever sends the form is what submits it", 'Enter "ada" in the user field and submit', signIn("Register"), "click(9)"],
	] as const)("%s", (_name, query, body, action) => {
		expect(still(query, body).actions[1]).toBe(action);
	});

	test("what is listed is sent by the button of its row", () => {
		const row = (at: number) => `| <a ${at}>INV-${at}</> | Draft | <button ${at + 1}>Send`;
		expect(first("Send INV-4", `${row(2)}\n${row(4)}`)).toBe("click(5)");
	});

	test("two lists that fit equally well are asked about", () => {
		const body = '<select 1 "Billing country" options="France|Spain">\n<select 2 "Shipping country" options="France|Spain">';
		expect(first("Select France as country", body)).toBe(
			'ask("Which one do you mean by “country”?", "Billing country", "Shipping country")',
		);
		expect(first("Select France as shipping country", body)).toBe('select(2, "France")');
	});
});

describe("an order that is bounded is not carried out without its bounds", () => {
	test.each([
		["Click everything except Delete", "<button 1>Save</> <button 2>Delete"],
		["Select all boxes except Newsletter", '<checkbox 1 "A"></> <checkbox 2 "Newsletter">'],
		["Tick all boxes but not Newsletter", '<checkbox 1 "A"></> <checkbox 2 "Newsletter">'],
		["Tick all boxes other than Newsletter", '<checkbox 1 "A"></> <checkbox 2 "Newsletter">'],
		["Click Save unless it is locked", "<button 1>Save"],
		["Click Save if the box is ticked", "<button 1>Save"],
		["Click Buy only if the price is below 10", "Price: 50 €\n<button 1>Buy"],
		["If the price is over 10 click Buy", "Price: 50 €\n<button 1>Buy"],
		["If the price is below 10, click Buy", "Price: 5 €\n<button 1>Buy"],
		["If there is no popup, click Next", "<button 1>Next"],
		["Click any button other than Delete", "<button 1>Delete</> <button 2>Save"],
		["Click any button except Delete", "<button 1>Delete</> <button 2>Save"],
		["Click Save rather than Delete", "<button 1>Delete</> <button 2>Save"],
		["Click Save only when all fields are filled", '<input 1 "A">\n<button 2>Save'],
		["When the total is above 10, click Buy", "Total 5\n<button 1>Buy"],
	] as const)("%s", (query, body) => {
		const { actions, last } = still(query, body);
		expect(last.failure?.category).toBe("not_understood");
		expect(actions).toHaveLength(1);
	});

	test.each([
		["Click Save instead of Delete", "<button 1>Save</> <button 2>Delete", "click(1)"],
		['Enter "if not all, except one" in the name field', '<input 1 "Name">', 'setValue(1, "if not all, except one")'],
	] as const)("words that bound nothing are no bounds: %s", (query, body, action) => {
		expect(first(query, body)).toBe(action);
	});
});

describe("a dialog that asks is not answered to get it out of the way", () => {
	const asking = (text: string, buttons: string) => `<dialog "Question">\n ${text}\n ${buttons}\n… behind the dialog: 3 controls`;
	const head = '@dialog "Question"';
	test("an OK that would be a yes is left alone", () => {
		expect(first('Click "Next"', asking("Delete all your files?", "<button 8>OK"), head)).toBe('press("Escape")');
	});
	test("an OK to a piece of news closes it", () => {
		expect(first('Click "Next"', asking("We have a new look.", "<button 8>OK"), head)).toBe("click(8)");
	});
	test("a no is a way out of any dialog", () => {
		expect(first('Click "Next"', asking("Pay 10 €?", "<button 8>OK</> <button 9>Cancel"), head)).toBe("click(9)");
	});
});

describe("the person's answer is taken as it comes with the next turn", () => {
	const rows = "- Ada <button 1>Delete</>\n- Bob <button 2>Delete";
	test.each(["Bob Delete", "bob delete", "Bob"])("%s", (answer) => {
		const { actions } = play('Click "Delete"', pageOf(rows), (action) => ({
			page: pageOf(rows),
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${answer}` } : {}),
		}));
		expect(actions.slice(1)).toEqual(["click(2)", "finish()"]);
	});
});

test("a click that showed nothing is named when the task ends", () => {
	const body = "<button 1>Add</> <button 2>Next";
	let turn = 0;
	const { last } = play("Click Add and click Next", pageOf(body), () => {
		turn += 1;
		return { page: pageOf(body), verdict: turn === 1 ? "failure" : "success" };
	});
	expect(last.action).toEqual({ name: "finish" });
	expect(last.thought).toContain("Nothing visible changed after “Click Add”");
});

describe("a person's word ends a clause", () => {
	const begun = (query: string, body: string) => {
		const { state } = decideByRules(turnOf({ query, page: pageOf(body) }));
		return { query, state: JSON.parse(JSON.stringify(state)), plan: { steps: [], currentStepIndex: 0, createdAt: "" } };
	};
	const denied = [{ action: "click(1)", reason: "the person said no to it", code: "denied" }] as const;

	test.each([
		["the same button of another row", "Delete the email by Ada", "- Ada <button 1>Delete</>\n- Bob <button 2>Delete"],
		["a button that is called nearly so", "Click Delete", "<button 1>Delete</>\n<button 2>Delete all"],
		["the next page", "Click Delete and click Next", "<button 1>Delete</> <button 2>Next"],
	])("a no is not answered with %s", (_name, query, body) => {
		const { failure } = decideByRules(turnOf({ ...begun(query, body), page: pageOf(body), forbidden: denied }));
		expect(failure?.category).toBe("refused");
	});

	test("what was handed over and is done is not handed over again", () => {
		const body = '<password 2 "Password">\n<button 9 submit>OK';
		const parsed = { name: "handoff", reason: "Please fill it in" } as const;
		const turn = turnOf({
			...begun('Enter "hunter2" in the password field and click OK', body),
			page: pageOf(body.replace('"Password"', '"Password" filled')),
			history: [{ stepIndex: 0, thought: "", action: 'handoff("Please fill it in")', parsed }],
			notes: ["You asked the person: Please fill it in It is done."],
		});
		expect(formatAction(decideByRules(turn).action)).toBe("click(9)");
	});
});

test("things that cannot be told apart by words are numbered, and the number is an answer", () => {
	const body = "<a 1 /cart>Cart</> <a 2 other.example/cart>Cart";
	const { actions } = play("Open the cart", pageOf(body), (action) => ({
		page: pageOf(body),
		...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${action.choices[1] ?? ""}` } : {}),
	}));
	expect(actions).toEqual(['ask("Which one do you mean by “cart”?", "Cart (1)", "Cart (2)")', "click(2)", "finish()"]);
});
