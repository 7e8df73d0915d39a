import { formatAction } from "@webhand/contracts/action/format";
import type { Turn } from "../../turn.ts";
import type { Learned, Move, Scene } from "../act/move.ts";
import type { Clause } from "../sentence/clause.ts";
import type { RefusalKind } from "./ending/refusing.ts";
import { targetKey } from "./memory/settle.ts";

export type Act = Extract<Move, { readonly kind: "act" }>;

/** Where a run stands: at which clause the scene says. `leftOut`: keys of the controls that must not be chosen and were passed over. */
export type Standing = {
	readonly turn: Turn;
	readonly clauses: readonly Clause[];
	readonly scene: Scene;
	readonly leftOut: ReadonlySet<string>;
};

/**
 * What one look at a clause comes to. `act` with `explored` only looks at that place; `next` goes on to the next clause, or past some
 * behind it as well (`skips`), `passed` where it brought nothing that can be seen; `part`: a part of it is true already; `leave_out`: the
 * clause is looked at again without that control.
 */
export type Outcome =
	| { readonly kind: "act"; readonly move: Act; readonly explored?: string }
	| { readonly kind: "ask"; readonly move: Extract<Move, { readonly kind: "tied" }> }
	| { readonly kind: "refuse"; readonly message: string; readonly category: RefusalKind }
	| { readonly kind: "next"; readonly learned?: Learned | undefined; readonly passed?: string; readonly skips?: number }
	| { readonly kind: "part"; readonly learned?: Learned | undefined }
	| { readonly kind: "leave_out"; readonly key: string };

export const refuse = (message: string, category: RefusalKind): Outcome => ({ kind: "refuse", message, category });

/** What a person said no to is not done to the next best thing either. */
export function isDenied({ action }: Act, { turn }: Standing): boolean {
	const text = formatAction(action);
	return turn.forbidden.some((entry) => entry.code === "denied" && entry.action === text);
}

/** The key of a move's control that must not be chosen and was not passed over yet. */
export function forbiddenTarget({ action, target }: Act, { turn, leftOut }: Standing): string | undefined {
	const text = formatAction(action);
	if (target === undefined || !turn.forbidden.some((entry) => entry.action === text)) return undefined;
	const key = targetKey(target);
	return leftOut.has(key) ? undefined : key;
}
