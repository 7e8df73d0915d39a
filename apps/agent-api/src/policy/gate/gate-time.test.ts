import { amountIn, amountsIn } from "@webhand/lexicon/amounts";
import { describe, expect, test } from "vitest";
import { gateOf, home, pageAt, task } from "../../../test/gate-cases.ts";
import { unknownBeside } from "./click.ts";
import { isNamedSite } from "./origin.ts";
import { isRequested } from "./requested.ts";

/** A body of fewer bytes is read and judged between the requests of others. */
const size = 48_000;
/** Much more than it takes, much less than what grows with the square of the size. */
const mostMs = 1_000;

const repeated = (text: string) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const many = (lineOf: (id: number) => string) => Array.from({ length: size / 40 }, (_, at) => lineOf(at + 10)).join("\n");

/** Of the processor: the machine may be busy. */
function msOf(run: () => unknown): number {
	const began = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(began);
	return (user + system) / 1_000;
}

describe("pages that are made to be hard are judged in time", () => {
	const query = "Delete the row of Bob Smith";
	test.each([
		["a table of deletions", many((id) => `| Bob Smith ${id} | <button ${id}>Delete</> |`)],
		["a list of deletions", many((id) => `- Bob ${id} <button ${id}>Delete</>`)],
		["a row of deletions", `| ${many((id) => `<button ${id}>Delete</>`).replaceAll("\n", " | ")} |`],
		["a dialog of answers", `<dialog "Delete it?" 1>\n Are you sure?\n${many((id) => ` <button ${id}>Yes`)}`],
		["a dialog of one endless line", `<dialog "Note" 1>\n ${repeated("a ")}\n <button 10>OK`],
		[
			"a dialog of questions",
			`<dialog "Delete it?" 1>\n${many((id) => (id % 2 === 0 ? ` <button ${id}>Yes` : ` Pay 5 € for line ${id}?`))}`,
		],
	])("a key whose target nobody knows, on %s", (_name, body) => {
		expect(msOf(() => gateOf({ action: 'press("Enter")', body, facts: { query } }))).toBeLessThan(mostMs);
	});
	test("a question about one button among hundreds names none of them", () => {
		const page = pageAt(
			home,
			many((id) => `<button ${id}>Glorp${id}`),
		);
		const target = page.elements.get(10);
		expect(target && unknownBeside(target, page, task)).toEqual([]);
	});
	test.each(["1", "1 ", "1.", "1'", "1 111 ", "12.34 "])("a text of nothing but “%s” holds no amount", (unit) => {
		const text = repeated(unit);
		expect(msOf(() => expect([amountIn(text), amountsIn(text)]).toEqual([undefined, []]))).toBeLessThan(mostMs);
	});
	test.each(["a", "“", "„", "«", "‘", "…"])("a sentence of nothing but “%s” names no place and requests nothing", (sign) => {
		const text = sign.repeat(10_000);
		const read = () => expect([isNamedSite("hello.com", text), isRequested(text, { verb: "delete", name: "Delete", dialog: [] })]);
		expect(msOf(() => read().toEqual([false, false]))).toBeLessThan(mostMs / 5);
	});
	test("an address of 8,000 characters is decoded once", () => {
		const url = `https://b.example/?q=${"charge%20".repeat(880)}`;
		const judge = () => gateOf({ action: `navigate("${url}")`, body: "Some words that are here" });
		judge();
		expect(msOf(judge)).toBeLessThan(mostMs / 5);
	});
});
