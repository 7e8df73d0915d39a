import type { ContentHash, FileDiff } from "@webhand/contracts/tools/files";
import { expect, test } from "vitest";
import { editOf, isUnsaved, reduceEdit } from "./edit-state.ts";

const hash = (letter: string) => `sha256:${letter.repeat(64)}` as ContentHash;
const diff: FileDiff = { path: "a.txt", type: "modify", linesAdded: 1, linesRemoved: 1, preview: "", hunks: [] };
const begun = editOf({ content: "one\n", hash: hash("a") });
const typed = reduceEdit(begun, { type: "typed", text: "two\n" });
const conflict = reduceEdit(reduceEdit(typed, { type: "sent" }), {
	type: "conflicted",
	meanwhile: { content: "other\n", hash: hash("b"), theirs: diff, mine: diff },
});

test("a change is looked at before it is saved, and again afterwards", () => {
	const reviewed = reduceEdit(reduceEdit(typed, { type: "sent" }), { type: "checked", diff });
	expect(reviewed).toMatchObject({ phase: { kind: "review", diff }, text: "two\n", isBusy: false });
	const saved = reduceEdit(reviewed, { type: "saved", diff, hash: hash("c"), content: "two\n" });
	expect(saved).toMatchObject({ phase: { kind: "saved" }, base: { content: "two\n", hash: hash("c") } });
	expect(isUnsaved(typed)).toBe(true);
	expect(isUnsaved(saved)).toBe(false);
});

test("a file that changed meanwhile loses nothing that was typed, unless the server's is taken", () => {
	expect(conflict).toMatchObject({ text: "two\n", base: { hash: hash("a") }, isBusy: false });
	expect(reduceEdit(conflict, { type: "edit_again" })).toMatchObject({ text: "two\n", phase: { kind: "editing" } });
	expect(reduceEdit(conflict, { type: "theirs_taken" })).toEqual(editOf({ content: "other\n", hash: hash("b") }));
	expect(reduceEdit(typed, { type: "theirs_taken" })).toBe(typed);
});

test("after a failure the typed text stays and can be sent again", () => {
	const problem = { kind: "offline", code: "NETWORK", message: "", requestId: undefined, fields: {}, details: {} } as const;
	const failed = reduceEdit(reduceEdit(typed, { type: "sent" }), { type: "failed", problem });
	expect(failed).toMatchObject({ text: "two\n", isBusy: false, problem });
	expect(reduceEdit(failed, { type: "typed", text: "three" }).problem).toBeNull();
});
