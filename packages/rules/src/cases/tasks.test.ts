import { expect, test } from "vitest";
import { play } from "./play.ts";
import { Shop } from "./shop.ts";

const demoTask =
	'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total';

test("the demo task is carried out one action a turn and answered with the total of the page", () => {
	const shop = new Shop();
	const { actions, last, decisions } = play(demoTask, shop.page(), (action) => shop.act(action));
	expect(actions).toEqual([
		'setValue(2, "blue kettle", true)',
		"click(30)",
		'select(40, "1.5 l")',
		"click(41)",
		"click(7)",
		'finish("41.90 €")',
	]);
	expect(last.doneSteps).toEqual([0, 1, 2, 3, 4, 5]);
	expect(decisions.slice(0, -1).every(({ expect, thought }) => expect !== undefined && thought.startsWith("I "))).toBe(true);
	expect(decisions[0]?.plan?.map(({ description }) => description)).toEqual([
		'Search for "blue kettle"',
		"Open the first result",
		'Choose "1.5 l" as size',
		"Add it to the cart",
		"Open the cart",
		"Read the total",
	]);
});

test("a support form is filled in field by field, whatever their kind, and sent", () => {
	const shop = new Shop("support");
	const query =
		'Fill in the support form: name "Ada", e-mail "ada@example.org", topic "Delivery", choose "Phone", tick "Urgent", date 2026-03-05, message "hello, and bye" and send it';
	const { last } = play(query, shop.page(), (action) => shop.act(action));
	expect(last.thought).toBe("Everything in the instruction is done.");
	expect(shop.sent).toEqual({
		60: "Ada",
		61: "ada@example.org",
		62: "Delivery",
		63: "2026-03-05",
		65: "on",
		66: "hello, and bye",
		67: "true",
	});
});

test("signing in opens the sign-in page first, then fills both fields and presses the button", () => {
	const shop = new Shop();
	const query = 'Sign in with email "ada@example.com" and password "hearth-1843"';
	const { actions, last } = play(query, shop.page(), (action) => shop.act(action));
	expect(actions).toEqual(["click(6)", 'setValue(70, "ada@example.com")', 'setValue(71, "hearth-1843")', "click(72)", "finish()"]);
	expect(last.thought).not.toContain("hearth-1843");
	expect(shop.place).toBe("account");
});

test("an instruction beyond the rules does nothing at all", () => {
	const shop = new Shop();
	const { actions, last } = play("Open the cart and make it look nicer", shop.page(), (action) => shop.act(action));
	expect(actions).toEqual(["fail"]);
	expect(last.failure?.category).toBe("not_understood");
	expect(last.thought).toContain("“Open the cart”");
	expect(last.thought).toContain("make it look nicer");
	expect(last.thought).toContain("without a language model. Nothing was changed.");
});
