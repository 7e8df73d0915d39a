import { describe, expect, test } from "vitest";
import type { Outcome } from "./play.ts";
import { pageOf, pages, play } from "./play.ts";

const start = (body: string) => pageOf(body);

describe("lists are worked through", () => {
	test("a mail is answered: opened, replied to, written, sent", () => {
		const inbox = "## Inbox\n<div 2>Flossi Lunch</>\n<div 3>Ada Report";
		const mail = "Report\n<button 5>Delete</> <button 6>Reply</> <button 7>Forward";
		const reply = 'to: Ada\n<textarea 8*></>\n<span 9* hint="send">';
		const written = 'to: Ada\n<textarea 8 value="Thanks."></>\n<span 9 hint="send">';
		expect(
			play('Find the email by Ada and reply to them with the text "Thanks."', start(inbox), pages(mail, reply, written, inbox)).actions,
		).toEqual(["click(3)", "click(6)", 'setValue(8, "Thanks.")', "click(9)", "finish()"]);
	});

	test("a mail is passed on to somebody", () => {
		const inbox = "## Inbox\n<div 2>Flossi Lunch</>\n<div 3>Ada Report";
		const mail = "Report\n<button 6>Reply</> <button 7>Forward";
		const forward = "to: <input 8*></>\n<button 9*>Send";
		expect(play("Send Jill the email you got from Ada", start(inbox), pages(mail, forward, forward, inbox)).actions).toEqual([
			"click(3)",
			"click(7)",
			'setValue(8, "Jill")',
			"click(9)",
			"finish()",
		]);
	});

	test("an item is dragged to another place of its list, past the middle of the one that stands there", () => {
		const list = (...names: readonly string[]) =>
			names.map((name, index) => `- <box ${index + 1} "square" at=5,${20 + 30 * index} size=16x16></>\n ${name}`).join("\n");
		const { actions } = play("Drag Bob down by one position", start(list("Ada", "Bob", "Eve")), pages(list("Ada", "Eve", "Bob")));
		expect(actions).toEqual(["drag(2, 8, 8, 3, 8, 18)", "finish()"]);
	});

	test("numbers are clicked in their order", () => {
		const body = "<button 1>7</> <button 2>2</> <button 3>5";
		expect(play("Click the numbers in ascending order", start(body), pages(body)).actions).toEqual([
			"click(2)",
			"click(3)",
			"click(1)",
			"finish()",
		]);
	});

	test("numbers are marked as what they are by the nearest control of that name", () => {
		const body = "<button 1>Odd</>\n4\n<button 2>Even</>\n<button 3>Odd</>\n7\n<button 4>Even";
		expect(play("Mark the numbers as odd or even", start(body), pages(body)).actions).toEqual(["click(2)", "click(3)", "finish()"]);
	});

	test("all boxes are ticked, those that are ticked left alone", () => {
		const body = '<checkbox 1 "A"></> <checkbox 2 "B" checked></> <checkbox 3 "C">';
		expect(play("Tick all the boxes", start(body), pages(body)).actions).toEqual([
			'setValue(1, "true")',
			'setValue(3, "true")',
			"finish()",
		]);
	});

	test("a control is pressed until the page shows what is wanted", () => {
		expect(
			play(
				"Generate a number less than 5, then press Submit",
				start("9\n<button 1>Generate</> <button 2>Submit"),
				pages("7\n<button 1>Generate</> <button 2>Submit", "3\n<button 1>Generate</> <button 2>Submit", "done"),
			).actions,
		).toEqual(["click(1)", "click(1)", "click(2)", "finish()"]);
	});
});

describe("when something goes wrong", () => {
	test("numbers that vanish before they are clicked leave the task undone, and it says so", () => {
		const { actions, last } = play(
			"Click on the numbers in ascending order",
			start("<shape 1>3</> <shape 2>1</> <shape 3>2"),
			pages("<shape 1></> <shape 3>"),
		);
		expect(actions[0]).toBe("click(2)");
		expect(last.action.name).toBe("fail");
		expect(last.failure?.message).toContain("1 of 3");
	});

	test("marks that show by their colour alone are set once each", () => {
		const row = (number: number, id: number) => `<button ${id}>Odd</>\n${number}\n<button ${id + 1}>Even`;
		const body = `${row(7, 1)}</>\n${row(3, 3)}</>\n${row(4, 5)}</>\n<button 9>Submit`;
		const query = "Mark the numbers below as odd or even and press submit when done";
		const { actions } = play(query, start(body), (_action, text) => ({
			page: start(body),
			...(text === "click(9)" ? {} : { verdict: "failure" as const }),
		}));
		expect(actions).toEqual(["click(1)", "click(3)", "click(6)", "click(9)", "finish()"]);
	});

	test("the greatest of things that show no number is not guessed", () => {
		const cards = '<div 1 hint="card value"></> <div 2 hint="card value"></> <div 3 hint="card value">\n<button 4>Submit';
		const { actions, last } = play("Pick the card with the greatest number, then press Submit", start(cards), pages(cards));
		expect(actions).toHaveLength(1);
		expect(last.failure?.category).toBe("not_understood");
	});

	const body = "<button 1>One</> <button 2>Two";

	test("a literal click without visible effect is taken as done, unless it is the last", () => {
		const world = (): Outcome => ({ page: pageOf(body), verdict: "failure" });
		const { actions, last, decisions } = play("Click One, then click Two", start(body), world);
		expect(actions.slice(0, 2)).toEqual(["click(1)", "click(2)"]);
		expect(decisions[1]?.thought).toContain("Nothing visible changed");
		expect(last.failure?.category).toBe("stuck");
	});

	test("the second best control is tried, then nothing else", () => {
		const twins = '<a 1 /search>Search</>\n<form "" /search>\n <button 2 submit>Search';
		const { actions, last } = play("Click Search", start(twins), () => ({ page: pageOf(twins), verdict: "failure" }));
		expect(new Set(actions.slice(0, 2))).toEqual(new Set(["click(1)", "click(2)"]));
		expect(last.action.name).toBe("fail");
	});

	test("a control that is covered is brought into view and tried once more", () => {
		let tries = 0;
		const { actions } = play("Click One", start(body), (action) => {
			if (action.name === "click") tries += 1;
			const isFirst = action.name === "click" && tries === 1;
			return isFirst
				? { page: pageOf(body), verdict: "failure", report: { status: "failure", error: { code: "COVERED", message: "covered" } } }
				: { page: pageOf(body) };
		});
		expect(actions).toEqual(["click(1)", 'scroll("to", 1)', "click(1)", "finish()"]);
	});

	test("the person is asked which of several is meant, and the answer is taken", () => {
		const rows = "- Ada <button 1>Delete</>\n- Bob <button 2>Delete";
		const { actions } = play('Click "Delete"', start(rows), (action) => ({
			page: pageOf(rows),
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${action.choices[1] ?? ""}` } : {}),
		}));
		expect(actions).toEqual(['ask("Which one do you mean by “Delete”?", "Ada", "Bob")', "click(2)", "finish()"]);
	});

	test("what is left out of a page is said, with the nearest controls and what was done", () => {
		const { last } = play("Click One and click Purple", start(body), pages("<button 1>One</> <button 3>Three words"));
		expect(last.failure).toMatchObject({ category: "not_understood" });
		expect(last.thought).toContain("Done so far: “Click One”");
	});

	test("a condition that does not hold leaves its clause out", () => {
		expect(play("If there is a popup, close it. Then click One", start(body), pages("done")).actions).toEqual(["click(1)", "finish()"]);
		const popup = pageOf('<dialog "Hi">\n <button 8>Close\n<button 1>One', { head: '@dialog "Hi"' });
		expect(play("If there is a popup, close it. Then click One", popup, pages(body, "done")).actions).toEqual([
			"click(8)",
			"click(1)",
			"finish()",
		]);
	});

	test("what must not be done is not done", () => {
		expect(play("Do not click One. Click Two", start(body), pages("done")).actions).toEqual(["click(2)", "finish()"]);
	});

	test("the link to this very page is none of the things that stand on it", () => {
		const list = pageOf("<nav> <a 1 /orders>Orders\n| H-1 | 12.00 € |\n| H-2 | 14.00 € |", { url: "https://shop.example/orders" });
		expect(play("Open the newest order", list, () => ({ page: list })).last.action.name).toBe("fail");
		// The text of the page says no query: the link may lead to orders of another day.
		expect(play("Open Orders", list, () => ({ page: list })).actions).toEqual(["click(1)", "finish()"]);
		const current = pageOf("<nav> <a 1 /orders current>Orders\n| H-1 | 12.00 € |", { url: "https://shop.example/orders" });
		expect(play("Open Orders", current, () => ({ page: current })).actions).toEqual(["finish()"]);
	});

	test("a page that cannot be read can only be left", () => {
		const restricted = pageOf("", { head: "@restricted new tab" });
		expect(play("Click One", restricted, pages("")).last.failure?.category).toBe("impossible");
		expect(play("Go to example.org", restricted, pages("hello")).actions).toEqual(['navigate("https://example.org")', "finish()"]);
	});
});
