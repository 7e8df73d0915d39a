import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";
import { addresses, crm } from "./screens.ts";

/** What is asked, and what is done once the person answers; at a second question they stop. */
function answers(query: string, body: string, ...said: readonly string[]) {
	const page = pageOf(body);
	const left = [...said];
	const { actions, decisions } = play(query, page, (action) => {
		if (action.name !== "ask") return { page };
		return { page, note: `You asked: ${action.question} The person answered: ${left.shift() ?? "forget it"}` };
	});
	const asked = decisions.flatMap(({ action }) => (action.name === "ask" ? [action] : []));
	return { asked, done: actions.filter((action) => !action.startsWith("ask")), last: decisions.at(-1) };
}

describe("a question offers what tells one from the other, in the words of the page", () => {
	const shop = `# All products\n${["Watering can", "Garden hose 20 m", "Bird house"]
		.map(
			(name, at) =>
				`### ${name}\n€${at + 1}4.90\n<number ${10 * at + 3} "Qty" value="1" min="1">\n<button ${10 * at + 4}>Add to cart</> <button ${10 * at + 5} "Add to wishlist">♡`,
		)
		.join("\n")}`;
	const mails = [
		["Maria Lopez", "Invoice 2231 overdue"],
		["Maria Lopez", "Meeting notes"],
		["HR Team", "Holiday calendar"],
	]
		.map(
			([from, subject], at) =>
				`- <checkbox ${10 * at + 1} "Select"></> <button ${10 * at + 2} "Star">☆</> ${from} — <a ${10 * at + 3} #m${at}>${subject}</> <button ${10 * at + 4} "Archive">🗄</> <button ${10 * at + 5} "Delete">🗑`,
		)
		.join("\n");
	test.each([
		["Click Delete", crm, ["Anna Schmidt", "Bob Miller", "David Miller"]],
		['Click "Add to cart"', shop, ["Watering can", "Garden hose 20 m", "Bird house"]],
		["Click Archive", mails, ["Maria Lopez, Invoice 2231 overdue", "Maria Lopez, Meeting notes", "HR Team"]],
		["Enter Bath as city", addresses, ["City (Shipping address)", "City (Billing address)"]],
	])("%s", (query, body, choices) => {
		expect(answers(query, body).asked[0]?.choices).toEqual(choices);
	});
});

describe("an answer to a question", () => {
	test.each([
		["Bob Miller", "click(23)"],
		["the second one", "click(23)"],
		["2", "click(23)"],
		["Number 3", "click(28)"],
		["the last", "click(28)"],
		["Anna", "click(18)"],
	])("may be said so: %s", (answer, action) => {
		expect(answers("Click Delete", crm, answer).done).toEqual([action, "finish()"]);
	});

	test.each(["forget it", "None of them.", "never mind", "no, thanks"])("that wants none ends the task and says so: %s", (answer) => {
		const { asked, last } = answers("Click Delete", crm, answer);
		expect([asked.length, last?.failure?.category, last?.failure?.message]).toEqual([
			1,
			"refused",
			`You said “${answer}”, so I did none of these.`,
		]);
	});

	test.each(["Miller", "the ninth", "Zoe"])("that tells none of them is asked for once more, and says why: %s", (answer) => {
		const { asked, done } = answers("Click Delete", crm, answer, "Bob Miller");
		expect(asked[1]?.question).toBe(`“${answer}” is none of these, or more than one of them. Which one do you mean by “Delete”?`);
		expect(done).toEqual(["click(23)", "finish()"]);
	});
});
