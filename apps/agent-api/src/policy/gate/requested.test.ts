import { describe, expect, test } from "vitest";
import { outcomes, plainCommit, protectedCommit } from "../../../test/gate-cases.ts";
import { list } from "../../../test/list.ts";

/** The queries that do not make a press on the button come out as expected. */
const exceptions = (label: string, queries: string, expected: string) =>
	list(queries).filter((query) => outcomes({ action: "click(1)", body: `<button 1>${label}`, facts: { query } }) !== expected);

describe("an action that cannot be undone asks in every mode", () => {
	test.each([
		["Delete draft", "Delete the draft if it is empty | If the draft is empty, delete the draft"],
		["Delete account", "Delete account after asking me"],
		["Entwurf löschen", "Entwurf löschen, falls er leer ist"],
	])("“%s”, requested under a condition: %s", (label, queries) => expect(exceptions(label, queries, protectedCommit)).toEqual([]));

	test.each([
		["Delete account", "Click the last button, but never delete my account"],
		["Delete account", "Open the settings without deleting my account, then delete account later | Don't delete account"],
		["Delete account", "Don’t delete account | dont delete account | Delete everything but my account"],
		["Delete project", "Click the first button. Do not delete anything."],
		["Delete", 'Delete the draft, but do not delete the message | Never press "Delete"'],
		["Remove", "Click the button, remove nothing"],
		["Delete all", "Delete all but the first one"],
		["Löschen", "Klicke auf den letzten Knopf, aber nicht löschen | Öffne die Zeile, ohne etwas zu löschen"],
		["Löschen", "Klicke auf den Knopf, aber keine Zeile löschen"],
		["Konto löschen", "Klicke den ersten Knopf, das Konto niemals löschen | Klicke nicht auf „Konto löschen“"],
		["Supprimer", "Ne pas supprimer | Cliquez sur le bouton sans supprimer"],
		["Eliminar", "Haz clic, nunca eliminar"],
		["Elimina", "Non elimina"],
		["Excluir", "Não excluir"],
		["Удалить", "Не удалить"],
		["删除", "不要删除"],
		["削除", "削除しないでください"],
	])("“%s”, denied: %s", (label, queries) => expect(exceptions(label, queries, protectedCommit)).toEqual([]));

	test.each([
		["Delete", 'Click the button beside Delete | Click the button next to "Delete" | Click the button next to delete'],
		["Delete", 'Type "delete" into the field | Click the button close to Delete | Skip delete | Undo delete'],
		["Delete account", "Tell me how to delete account | Can I delete account here? | If I delete account, what is lost?"],
		["Delete account", "Go to delete account | I wonder whether to delete account | Tell me what happens when I press Delete account"],
		["Delete account", 'Find out whether I may click "Delete account" | Is it safe to press Delete account?'],
		["Delete account", "Warn me before you press Delete account | Click Help to see how to delete account"],
		["Löschen", "Klicke auf den Knopf neben Löschen"],
		["Konto löschen", "Zeige mir, wie ich mein Konto löschen kann | Suche nach Konto löschen"],
	])("“%s”, only mentioned: %s", (label, queries) => expect(exceptions(label, queries, protectedCommit)).toEqual([]));

	test.each([
		["Delete account", "Delete the file a.txt | Delete the draft, then open my account"],
		["Delete project", "Click the first button and delete my account"],
		["Konto löschen", "Den Entwurf löschen"],
		["Close account", "Delete account"],
		["Delete all", "Delete | Delete the draft"],
	])("“%s”, where another one is requested: %s", (label, queries) => expect(exceptions(label, queries, protectedCommit)).toEqual([]));
});

test.each([
	["Delete account", "Delete account | Delete my old account | Open the settings, then delete my account"],
	["Delete account", "Please delete Ada's account | I want to delete my account | Could you please delete my account?"],
	["Delete account", 'Click "Delete account" | Click on the Delete account button'],
	["Delete", 'Click "Delete" in the row "Teekanne" | In the row "Teekanne", press Delete | In the row "Teekanne" press Delete'],
	["Delete", 'Delete the item "Do not disturb"'],
	["Delete all", "Delete every email"],
	["Delete Teekanne", 'Click "Delete" in the row "Teekanne"'],
	["Remove Teekanne from cart", "Remove Teekanne from the cart"],
	["trash delete", "Find the email by Ada and click the trash icon to delete it."],
	["Yes, delete it permanently", "Delete my draft"],
	["Löschen", 'Click "Löschen" in the row "Teekanne" | Klicke auf „Löschen“ in der Zeile „Teekanne“'],
	["Löschen", "Klicke auf den Papierkorb, um die Mail zu löschen"],
	["Konto löschen", "Mein altes Konto löschen | Konto löschen"],
	["Supprimer le compte", "Supprimer le compte"],
	["Удалить", "Удалить письмо"],
	["删除", "点击删除"],
	["削除", "メールを削除してください"],
])("“%s” is an ordinary commitment where it is requested: %s", (label, queries) =>
	expect(exceptions(label, queries, plainCommit)).toEqual([]),
);

test("a yes to a question is judged by the request", () => {
	const body = '<dialog "Please note">\n Delete all your files?\n <button 8>OK';
	const at = (query: string) => outcomes({ action: "click(8)", body, facts: { query } });
	expect(at("Delete all my files")).toBe(plainCommit);
	expect(at('Click "OK"')).toBe(protectedCommit);
	expect(at("Click OK, but delete nothing")).toBe(protectedCommit);
});

describe("a control of one of several rows", () => {
	const rows = "| Draft of May | <button 7>Delete |\n| Contract with Bob | <button 8>Delete |\n| Draft of June | <button 9>Delete |";
	const at = (id: number, query: string) => outcomes({ action: `click(${id})`, body: rows, facts: { query } });
	test("is requested in the row that the task speaks of, and where it does not tell", () => {
		expect([at(7, "Delete the draft"), at(9, "Delete the draft of June"), at(8, "Delete the second one")]).toEqual(
			Array(3).fill(plainCommit),
		);
	});
	test("asks in a row that names less of it than another one", () => {
		expect([at(8, "Delete the draft"), at(7, "Delete the draft of June"), at(9, "Delete the contract")]).toEqual(
			Array(3).fill(protectedCommit),
		);
	});
});

describe("a dialog that names what it deletes", () => {
	const at = (dialog: string, query: string) =>
		outcomes({ action: "click(8)", body: `<dialog "${dialog}>\n <button 7>Cancel</> <button 8>Delete`, facts: { query } });

	test.each([
		['Delete draft?"', "Delete the draft"],
		['Are you sure?"', "Delete the draft"],
		['Please note">\n The draft will be deleted.\n <button 9 "Keep it"', "Delete the draft"],
		['Confirm">\n Do you really want to delete the draft “Old”?\n <button 9 "Keep it"', "Delete the draft"],
		['Delete 3 files?"', "Delete 3 files"],
		['Delete the tag from the ticket?"', "Delete the tag"],
	])("is answered where the task speaks of that: %s", (dialog, query) => {
		expect(at(dialog, query)).toBe(plainCommit);
	});

	test.each([
		['Delete workspace?"', "Delete the draft"],
		['Please note">\n The contract will be deleted.\n <button 9 "Keep it"', "Delete the draft"],
		['Please confirm">\n Delete the whole project?\n <button 9 "Keep it"', "Delete the draft"],
		['Delete 3 files?"', "Delete my file"],
		['Delete all tasks in Work?"', "Delete the task Milk in Work"],
		['Delete workspace?">\n Deletes the draft too. <button 9 "Keep it"', "Delete the draft"],
		['Delete Ada from the project?"', "Delete the tag from the project"],
	])("asks where the task speaks of something else: %s", (dialog, query) => {
		expect(at(dialog, query)).toBe(protectedCommit);
	});
});
