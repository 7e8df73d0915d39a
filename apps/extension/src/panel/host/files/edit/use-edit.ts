import { ApiError } from "@webhand/client/api-error";
import type { WorkspaceId } from "@webhand/contracts/ids";
import { fileLimits, readFileRoute, writeFileRoute } from "@webhand/contracts/tools/files";
import { useReducer } from "react";
import { problemOf } from "../../../../kit/load/problem.ts";
import type { SignedInApi } from "../../../../signed-in-api.ts";
import { invertDiff } from "../../diff/diff-rows.ts";
import { forTextField, withLineEnds } from "../file-lines.ts";
import type { EditBase, EditEvent, EditState, Meanwhile } from "./edit-state.ts";
import { editOf, reduceEdit } from "./edit-state.ts";

export type EditedFile = { readonly path: string; readonly base: EditBase; readonly eol: "lf" | "crlf" | "mixed"; readonly bom: boolean };

export type Edit = {
	readonly state: EditState;
	readonly dispatch: (event: EditEvent) => void;
	/** Asks the server what saving would change. */
	readonly review: () => Promise<void>;
	/** Writes over the content that the edit began with, or over `meanwhile`. */
	readonly save: (meanwhile?: Meanwhile) => Promise<void>;
};

const byteOrderMark = "\uFEFF";

/** Edits a file: nothing is written that was not shown, and nothing over a change that was not seen. */
export function useEdit(api: SignedInApi, workspaceId: WorkspaceId, { path, base, eol, bom }: EditedFile): Edit {
	const [state, dispatch] = useReducer(reduceEdit, base, editOf);
	const contentOf = (text: string) => `${bom ? byteOrderMark : ""}${withLineEnds(text, eol)}`;
	const write = (text: string, part: { expectedHash?: EditBase["hash"]; dryRun: boolean }) =>
		api.call(writeFileRoute, { body: { workspaceId, path, content: contentOf(text), ...part } });

	/** What stands in the file now, what changed since the edit began, and what saving would change. */
	const lookAgain = async (): Promise<Meanwhile> => {
		const now = await api
			.call(readFileRoute, { query: { workspaceId, path, limit: fileLimits.readBytes, encoding: "utf8" } })
			.catch((error: unknown) => {
				if (error instanceof ApiError && error.code === "FILE_NOT_FOUND") return null;
				throw error;
			});
		const mine = (await write(state.text, { dryRun: true })).diff;
		if (now === null) return { content: "", hash: null, theirs: null, mine };
		// The server compares files: what it would take to go back, turned around, is what was done.
		const theirs = invertDiff((await write(state.base.content, { dryRun: true })).diff);
		return { content: forTextField(now.content), hash: now.hash, theirs, mine };
	};
	const attempt = async (act: () => Promise<EditEvent>) => {
		dispatch({ type: "sent" });
		try {
			dispatch(await act());
		} catch (error) {
			const isOther =
				error instanceof ApiError && (error.code === "HASH_MISMATCH" || (error.code === "ALREADY_EXISTS" && base.hash === null));
			const isGone = error instanceof ApiError && error.code === "FILE_NOT_FOUND" && state.base.hash !== null;
			if (!isOther && !isGone) return dispatch({ type: "failed", problem: problemOf(error) });
			await lookAgain().then(
				(meanwhile) => dispatch({ type: "conflicted", meanwhile }),
				(cause: unknown) => dispatch({ type: "failed", problem: problemOf(cause) }),
			);
		}
	};
	return {
		state,
		dispatch,
		review: () =>
			attempt(async () => ({
				type: "checked",
				diff: (await write(state.text, { expectedHash: state.base.hash, dryRun: true })).diff,
			})),
		save: (meanwhile) =>
			attempt(async () => {
				const { diff, hash } = await write(state.text, { expectedHash: (meanwhile ?? state.base).hash, dryRun: false });
				return { type: "saved", diff, hash, content: state.text };
			}),
	};
}
