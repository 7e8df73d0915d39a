import type { Move } from "../../act/move.ts";
import { noFieldThere, quoted } from "../../act/move.ts";
import { takesValue } from "../../page/roles.ts";
import type { Clause } from "../../sentence/clause.ts";
import { clauseThing } from "../../sentence/nouns/plain.ts";
import { explore } from "../explore/explore.ts";
import { afterAMoment } from "../explore/late.ts";
import type { Outcome, Standing } from "../outcome.ts";
import { refuse } from "../outcome.ts";
import { deedsOf } from "./done.ts";
import { notUnderstood } from "./refusing.ts";

const mostPlacesBeforeStuck = 20;

export const isUntil = ({ intent }: Clause): boolean => intent.kind === "click" && intent.until !== undefined;

/** What leads on leads no further, and what was looked for did not come. */
export const atEnd = ({ text }: Clause): Outcome =>
	refuse(`I came to the last page, and what ${quoted(text)} waits for is not there.`, "impossible");

/** The thing of a clause is not there: it is looked for elsewhere, or the clause ends without it. */
export function withoutThing(clause: Clause, { thing }: Extract<Move, { readonly kind: "missing" }>, standing: Standing): Outcome {
	const { turn, clauses, scene, leftOut } = standing;
	const { memory, finder } = scene;
	if (memory.isDead && memory.tried.length > 0) return isUntil(clause) ? atEnd(clause) : passedOver(clause, standing);
	if (clause.isWay) return { kind: "next" };
	const late = afterAMoment(thing, standing);
	if (late !== undefined) return late;
	const isFill = clause.intent.kind === "fill";
	const elsewhere = isFill ? noFieldThere(thing, scene, (element) => (takesValue(element) ? 1 : 0)) : undefined;
	if (elsewhere?.kind === "stuck") return withoutIt(clause, elsewhere, standing);
	const found = memory.isDead ? undefined : explore(thing, clause.intent, standing);
	if (found !== undefined && !("move" in found)) return { kind: "ask", move: found };
	if (found !== undefined) return { kind: "act", move: found.move, explored: found.place };
	if (leftOut.size > 0) return onlyForbiddenLeft(clause, standing);
	if (isUntil(clause) && deedsOf(turn.history, memory.since).length > 0) return atEnd(clause);
	if (memory.tried.length > 0) return refuse(`I tried ${quoted(clause.text)}, and it had no effect.`, "stuck");
	return refuse(notUnderstood(clause, { clauses, nearest: finder.nearest(thing) }), "not_understood");
}

/** The page cannot do what a clause asks for, unless another part of it can. */
export function withoutIt(
	clause: Clause,
	{ reason, isFinal, isImpossible }: Extract<Move, { readonly kind: "stuck" }>,
	standing: Standing,
): Outcome {
	const { scene } = standing;
	if (isImpossible) return refuse(`${reason}.`, "impossible");
	if (isFinal) return refuse(`${reason}.`, clause.intent.kind === "wait" ? "stuck" : "not_understood");
	if (clause.intent.kind === "search" && scene.memory.tried.length > 0) return refuse(`${reason}.`, "stuck");
	if (clause.isWay) return { kind: "next" };
	const found = explore(clauseThing(clause), clause.intent, standing);
	if (found !== undefined && !("move" in found)) return { kind: "ask", move: found };
	if (found !== undefined && scene.memory.visited.length < mostPlacesBeforeStuck)
		return { kind: "act", move: found.move, explored: found.place };
	return refuse(`${reason}.`, "not_understood");
}

/** A literal click that shows nothing is taken as done, unless it is the last thing asked for. */
function passedOver({ text }: Clause, { clauses, scene }: Standing): Outcome {
	return scene.memory.clause < clauses.length - 1
		? { kind: "next", passed: text }
		: refuse(
				`I did ${quoted(text)}, and nothing changed on the page. It may have been taken without a word: look before you do it again.`,
				"stuck",
			);
}

/** An action that must not be chosen was the only one left. */
function onlyForbiddenLeft({ text }: Clause, { turn: { forbidden } }: Standing): Outcome {
	const left = `What is left to do for ${quoted(text)}`;
	if (forbidden.some(({ code }) => code === "denied")) return refuse(`${left} was not allowed.`, "refused");
	const refused = forbidden.find(({ code }) => code === "refused");
	if (refused !== undefined) return refuse(`${left} cannot be done: ${refused.reason}.`, "refused");
	return refuse(`I tried ${quoted(text)}, and it led no further.`, "stuck");
}
