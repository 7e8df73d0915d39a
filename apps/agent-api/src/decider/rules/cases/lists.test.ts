import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

const names = ["Ada", "Bob", "Cy", "Dan"];
const customers = (end = "") =>
	pageOf(`# Customers\n${names.map((name, row) => `- <a ${row + 1} /c/${row}>${name} Smith</>`).join("\n")}${end}`);
const paged = customers("\nPage 1 of 4\n<button 20 disabled>Previous</> <button 21>Next");
const articles = pageOf(
	`# Articles\n| Name | Price | |\n${["4.00", "2.00", "9.00", "5.00"].map((price, row) => `| Tea ${row} | ${price} € | <button ${row + 1}>Bearbeiten`).join("\n")}`,
);

describe("what a list shows is told right or not at all", () => {
	test.each([
		["How many customers are there?", customers(), "4"],
		["What is the last customer?", customers(), "Dan Smith"],
		["What is the second customer?", customers(), "Bob Smith"],
		["How many articles are there?", articles, "4"],
	] as const)("%s", (query, page, answer) => {
		expect(play(query, page, () => ({ page })).actions).toEqual([`finish("${answer}")`]);
	});

	test.each([
		["How many customers are there?", paged],
		["What is the last customer?", paged],
		["Which article is the cheapest?", articles],
		["How many customers are there?", customers("\n<button 20>Previous</> <button 21 disabled>Next")],
	] as const)("%s: nobody can tell from this page", (query, page) => {
		const { last } = play(query, page, () => ({ page }));
		expect(last.failure?.category).toBe("not_understood");
	});
});
