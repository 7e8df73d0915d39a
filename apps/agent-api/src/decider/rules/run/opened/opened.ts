import type { ElementView } from "@webhand/page/parse/view";
import { calledOf, quoted } from "../../act/move.ts";
import type { Clause } from "../../sentence/clause.ts";
import { placeKey } from "../memory/memory.ts";
import type { Act, Outcome, Standing } from "../outcome.ts";
import { forbiddenTarget, isDenied, refuse } from "../outcome.ts";
import { isNextInReach } from "../reach.ts";
import type { Confirmation, Seen } from "./confirm.ts";
import { confirmationOf, confirmationOfOrder } from "./confirm.ts";
import { unfinishedOf } from "./unfinished.ts";

/**
 * What opened for a deed that has been carried out: a question whether it is meant, which is answered, or what wants more, so that the
 * deed has only begun.
 *
 * @returns undefined where nothing is left open
 */
export function openedBy(clause: Clause, standing: Standing): Outcome | undefined {
	const { turn, scene } = standing;
	const question = confirmationOf(clause, seenBy(standing));
	const found = question === undefined ? unfinishedOf(clause, scene.finder.view, turn.history) : undefined;
	// What the next clause goes on with is not left open.
	if ((question === undefined && found === undefined) || isNextInReach(standing)) return undefined;
	if (question !== undefined) return confirming(clause, { question, place: `confirm ${question.name} ${scene.memory.clause}` }, standing);
	if (found === undefined) return undefined;
	if (found.kind === "pick") {
		const move = clicking(found.element, `I choose ${calledOf(scene.finder, found.element)}.`);
		return mayDo(move, standing) ? { kind: "act", move } : refuse(`You said no to ${quoted(clause.text)}.`, "refused");
	}
	const names = found.names.map(quoted).join(", ");
	const more = found.kind === "offers" ? `the page offers ${names}, and which one is meant is not said` : `the page now asks for ${names}`;
	return refuse(`For ${quoted(clause.text)} ${more}: it is not done.`, "stuck");
}

/**
 * "… and confirm": the question that the deed before has raised is answered with yes; one that was answered so is done with.
 *
 * @returns undefined where the page asks nothing: then a control is called so
 */
export function confirmOrdered(clause: Clause, standing: Standing): Outcome | undefined {
	const { clauses, scene } = standing;
	const { memory } = scene;
	const place = `confirm ${memory.clause}`;
	const question = confirmationOfOrder(clauses[memory.clause - 1]?.text ?? clause.text, seenBy(standing));
	if (question !== undefined && !isNextInReach(standing)) return confirming(clause, { question, place }, standing);
	if (memory.visited.includes(placeKey(place))) return { kind: "next" };
	const isAnswer = clause.intent.kind === "confirm" && clause.intent.isAnswer === true;
	// Nothing is done once more because its button is called like the answer.
	if (isAnswer && scene.finder.view.dialogs.length === 0)
		return refuse(`The page asks nothing that ${quoted(clause.text)} could answer.`, "stuck");
	return undefined;
}

/** A page that asks whether the deed is meant has not done it yet: the instruction said so, and the gate has its own word on it. */
function confirming(
	clause: Clause,
	{ question, place: said }: { readonly question: Confirmation; readonly place: string },
	standing: Standing,
): Outcome {
	const { finder, memory } = standing.scene;
	const { name, button } = question;
	const place = placeKey(said);
	if (button === undefined || memory.visited.includes(place))
		return refuse(`For ${quoted(clause.text)} the page asks ${quoted(name)} and waits for an answer: it is not done.`, "stuck");
	const move: Act = { ...clicking(button, `The page asks ${quoted(name)}; I confirm it with ${calledOf(finder, button)}.`), place };
	return mayDo(move, standing) ? { kind: "act", move } : refuse(`The page asks ${quoted(name)}, and that was not allowed.`, "refused");
}

// The page itself: "Delete Bob?" repeats the instruction, which is no reason to leave it out here.
const seenBy = ({ turn, scene }: Standing): Seen => ({ view: turn.page, history: turn.history, beside: scene.memory.beside });

const mayDo = (move: Act, standing: Standing): boolean => !isDenied(move, standing) && forbiddenTarget(move, standing) === undefined;

function clicking(target: ElementView, thought: string): Act {
	return { kind: "act", action: { name: "click", id: target.id }, thought, expect: { kind: "any_change" }, target, then: "again" };
}
