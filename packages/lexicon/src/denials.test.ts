import { describe, expect, test } from "vitest";
import { isConditional, isDenying } from "./denials.ts";

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
const denies = (text: string) => isDenying(text, wordsOf(text));
const hangs = (text: string) => isConditional(text, wordsOf(text));

describe("what a text denies, and what hangs on a condition", () => {
	test.each([
		"never delete it",
		"don't do it",
		"don’t do it",
		"everything but the first",
		"delete it without saving",
		"dont delete",
		"nicht löschen",
		"ohne zu löschen",
		"alles bis auf eines",
		"ne pas supprimer",
		"nunca borrar",
		"non eliminare",
		"não excluir",
		"не удалять",
		"不要删除",
		"削除しないで",
	])("“%s” denies", (text) => expect(denies(text)).toBe(true));

	test.each(["delete if it is empty", "ask me before you delete", "lösche es, falls es leer ist", "si, avant demande", "如果为空删除"])(
		"“%s” hangs on something",
		(text) => expect(hangs(text)).toBe(true),
	);

	test.each(["delete the draft", "den entwurf löschen", "supprimer le compte", "удалить письмо", "删除"])("“%s” does neither", (text) => {
		expect([denies(text), hangs(text)]).toEqual([false, false]);
	});
});
