import { describe, expect, test } from "vitest";
import { areOrdered, saidIn } from "./ordered.ts";
import { wordsIn } from "./text.ts";

const ordered = (deed: string, order: string, row = "") => ({ deeds: [deed], said: saidIn(order, [deed]), row: new Set(wordsIn(row)) });

describe("what a page asks before a deed", () => {
	test.each([
		[["Delete the draft?"], ordered("delete", "delete the draft")],
		[["Are you sure?", "This cannot be undone."], ordered("delete", "delete the draft")],
		[["Delete customer?", "Delete Carla Rossi?"], ordered("delete", "delete Carla Rossi")],
		[["Delete Carla Rossi?"], ordered("delete", "delete the second row", "Carla Rossi Rome")],
		[["Delete all tasks?"], ordered("delete", "delete all tasks")],
		[["Delete the draft?"], ordered("delete", "delete the draft in the Marketing workspace")],
		[["Delete Bob's email?"], ordered("delete", "delete the email from Bob")],
		[["Delete “Notes in Work”?"], ordered("delete", 'delete "Notes in Work"')],
		[["Approve 12 orders?"], ordered("approve", "approve the 12 orders")],
	])("%j is about the deed that was ordered", (sentences, order) => {
		expect(areOrdered(sentences, order)).toBe(true);
	});

	test.each([
		[["Delete workspace?"], ordered("delete", "delete the draft")],
		[["Delete the Marketing workspace?"], ordered("delete", "delete the draft in the Marketing workspace")],
		[["Delete customer Carla Rossi?"], ordered("delete", "delete the invoice of Carla")],
		[["Delete the whole draft?"], ordered("delete", "delete the draft")],
		[["Delete customer?"], ordered("delete", "delete Carla Rossi")],
		[["Delete Carla Rossi?", "Delete all of her orders?"], ordered("delete", "delete Carla Rossi")],
		[["Delete all tasks in Work?"], ordered("delete", "delete the task Milk in Work")],
		[["Approve 12 orders?"], ordered("approve", "approve the orders")],
		[["Remove Ada from the project?"], ordered("remove", "remove the tag from the project")],
		[["Delete Carla Rossi?"], ordered("delete", "delete the second row", "Bob Roy Rome")],
	])("%j is about another one", (sentences, order) => {
		expect(areOrdered(sentences, order)).toBe(false);
	});
});
