import { moveOf } from "../act/act.ts";
import { wantsNone } from "../act/choices.ts";
import type { Move } from "../act/move.ts";
import { quoted } from "../act/move.ts";
import type { Clause } from "../sentence/clause.ts";
import { clauseThing } from "../sentence/nouns/plain.ts";
import { answerOfPage } from "./ending/answers.ts";
import { atEnd, isUntil, withoutIt, withoutThing } from "./ending/missing.ts";
import { notUnderstood } from "./ending/refusing.ts";
import { uncover } from "./explore/front.ts";
import { refillMove } from "./fills/refill.ts";
import { listedOutcome } from "./listed.ts";
import { ownerOf } from "./memory/owner.ts";
import { confirmOrdered, openedBy } from "./opened/opened.ts";
import type { Act, Outcome, Standing } from "./outcome.ts";
import { forbiddenTarget, isDenied, refuse } from "./outcome.ts";
import { overdone } from "./overdoing.ts";
import { isNextInReach } from "./reach.ts";

/** What a look at a clause on this page comes to. Pure. */
export function outcomeOf(clause: Clause, standing: Standing): Outcome {
	return listedOutcome(clause, standing, (one) => lookedAt(one, standing));
}

function lookedAt(clause: Clause, standing: Standing): Outcome {
	const { turn, clauses, scene } = standing;
	if (clause.intent.kind === "unknown") return refuse(notUnderstood(clause, { clauses, nearest: [] }), "not_understood");
	// A form that was not taken is not sent by another button, and nothing is built on it.
	const answer = scene.memory.tried.length > 0 ? answerOfPage(turn.history) : undefined;
	if (answer !== undefined) return refuse(`I did ${quoted(clause.text)}, and ${answer}.`, "stuck");
	if (clause.isWay && isNextInReach(standing)) return { kind: "next" };
	const confirmed = clause.intent.kind === "confirm" ? confirmOrdered(clause, standing) : undefined;
	if (confirmed !== undefined) return confirmed;
	const move = moveOf(clause, scene);
	return takenAs(clause, refillMove(move, clauses, scene) ?? move, standing);
}

function takenAs(clause: Clause, move: Move, standing: Standing): Outcome {
	const { scene } = standing;
	switch (move.kind) {
		case "end":
			return openedBy(clause, standing) ?? { kind: "next", learned: move.learned };
		case "skip":
			return { kind: "next", skips: 1 };
		case "pass":
			return { kind: "part", learned: move.learned };
		case "act":
			return actingOn(clause, move, standing);
		case "tied":
			return scene.chosen !== undefined && wantsNone(scene.chosen)
				? refuse(`You said ${quoted(scene.chosen)}, so I did none of these.`, "refused")
				: { kind: "ask", move };
		case "stuck":
			return withoutIt(clause, move, standing);
		case "missing":
			return withoutThing(clause, move, standing);
	}
}

function actingOn(clause: Clause, move: Act, standing: Standing): Outcome {
	const { scene } = standing;
	if (isUntil(clause) && move.target?.states.has("disabled") === true) return atEnd(clause);
	if (isDenied(move, standing)) return refuse(`You said no to ${quoted(clause.text)}.`, "refused");
	const more = overdone(clause, move, standing);
	if (more !== undefined) return more;
	const key = forbiddenTarget(move, standing);
	if (key !== undefined) return { kind: "leave_out", key };
	// Something lies over the target: that goes first, where it can be closed.
	const isBarred = move.target?.states.has("covered") === true || move.target?.states.has("disabled") === true;
	const cover = isBarred ? uncover(clauseThing(clause), scene) : undefined;
	if (cover !== undefined) return { kind: "act", move: cover.move, explored: cover.place };
	const referent = ownerOf(clause.intent, scene.finder, move.target);
	return { kind: "act", move: referent === undefined ? move : { ...move, learned: { ...move.learned, referent } } };
}
