import type { ContentHash, FileDiff } from "@webhand/contracts/tools/files";
import type { ServerProblem } from "../../../../kit/load/problem.ts";

/** What an edit began with. `hash` null: the file was not there. */
export type EditBase = { readonly content: string; readonly hash: ContentHash | null };

/** The file as it is on the server, when it is no longer what the edit began with. `hash` null: it is gone. */
export type Meanwhile = EditBase & { readonly theirs: FileDiff | null; readonly mine: FileDiff };

type Phase =
	| { readonly kind: "editing" }
	| { readonly kind: "review"; readonly diff: FileDiff }
	| { readonly kind: "conflict"; readonly meanwhile: Meanwhile }
	| { readonly kind: "saved"; readonly diff: FileDiff };

/** An edit of one file. What was typed is in `text` in each phase. */
export type EditState = {
	readonly base: EditBase;
	readonly text: string;
	readonly phase: Phase;
	readonly isBusy: boolean;
	readonly problem: ServerProblem | null;
};

export type EditEvent =
	| { readonly type: "typed"; readonly text: string }
	| { readonly type: "sent" }
	| { readonly type: "checked"; readonly diff: FileDiff }
	| { readonly type: "saved"; readonly diff: FileDiff; readonly hash: ContentHash; readonly content: string }
	| { readonly type: "conflicted"; readonly meanwhile: Meanwhile }
	| { readonly type: "theirs_taken" }
	| { readonly type: "edit_again" }
	| { readonly type: "failed"; readonly problem: ServerProblem };

/** An edit that has just begun. @throws never */
export function editOf(base: EditBase): EditState {
	return { base, text: base.content, phase: { kind: "editing" }, isBusy: false, problem: null };
}

/** The edit after an event. Nothing typed is lost but by `theirs_taken`. @throws never */
export function reduceEdit(state: EditState, event: EditEvent): EditState {
	switch (event.type) {
		case "typed":
			return { ...state, text: event.text, phase: { kind: "editing" }, problem: null };
		case "sent":
			return { ...state, isBusy: true, problem: null };
		case "checked":
			return { ...state, isBusy: false, phase: { kind: "review", diff: event.diff } };
		case "saved": {
			const { diff, hash, content } = event;
			return { ...state, isBusy: false, base: { content, hash }, phase: { kind: "saved", diff } };
		}
		case "conflicted":
			return { ...state, isBusy: false, phase: { kind: "conflict", meanwhile: event.meanwhile } };
		case "theirs_taken": {
			if (state.phase.kind !== "conflict") return state;
			const { content, hash } = state.phase.meanwhile;
			return editOf({ content, hash });
		}
		case "edit_again":
			return { ...state, phase: { kind: "editing" }, problem: null };
		case "failed":
			return { ...state, isBusy: false, problem: event.problem };
	}
}

/** True when something typed is not on the server. @throws never */
export function isUnsaved({ base, text }: EditState): boolean {
	return text !== base.content;
}
