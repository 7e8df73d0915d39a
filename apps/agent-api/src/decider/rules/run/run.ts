import { formatAction } from "@webhand/contracts/action/format";
import type { Decision } from "../../decider.ts";
import type { Turn } from "../../turn.ts";
import { moveOf } from "../act/act.ts";
import { wantsNone } from "../act/choices.ts";
import type { Learned, Move, Scene } from "../act/move.ts";
import { calledOf, noFieldThere, quoted } from "../act/move.ts";
import { Finder } from "../page/find/finder.ts";
import { takesValue } from "../page/roles.ts";
import type { Clause } from "../sentence/clause.ts";
import { clauseThing } from "../sentence/nouns/plain.ts";
import { stateBehind, withMore } from "./ahead.ts";
import { answerOf, answerOfPage } from "./answers.ts";
import { confirmationOf, isConfirmOrder } from "./confirm.ts";
import { deedsOf } from "./done.ts";
import { explore, uncover } from "./explore.ts";
import type { Memory } from "./memory.ts";
import { memoryOf, placeKey, stored } from "./memory.ts";
import { heardOf, unheard, withAdded } from "./notes.ts";
import { ownerOf } from "./owner.ts";
import { planIndices, planOf } from "./plan.ts";
import { readingOf } from "./reading.ts";
import { isEntry, isFilling, refillMove } from "./refill.ts";
import type { RefusalKind } from "./refusing.ts";
import { notUnderstood, refusal, whichOne } from "./refusing.ts";
import { actionKey, settle, targetKey, wholeOf } from "./settle.ts";
import { unfinishedOf } from "./unfinished.ts";

const maxLooks = 60;

/**
 * The next action for a plain English instruction, from the page alone: clause by clause, each ended by a proven action.
 *
 * @param turn as engine.md §9 says; `state` is what the last call returned
 * @returns one action; `finish` with what was read as its answer, or `fail` that names what was not understood
 * @throws never
 * @source engine.md §11
 */
export function decideByRules(turn: Turn): Decision {
	const decision = decideOne({ ...turn, state: stateBehind(turn) });
	return (turn.batch ?? 0) < 2 ? decision : withMore(decision, turn, decideOne);
}

function decideOne(turn: Turn): Decision {
	const before = withAdded(memoryOf(turn.state), turn.notes, readingOf(turn.query).length);
	const clauses = [turn.query, ...before.added].flatMap(readingOf);
	const memory = settle(before, clauses, turn);
	const run = new Run(turn, clauses, memory);
	const decision = run.decide();
	// What the person asked for meanwhile had no room until all else was done.
	if (decision.action.name === "finish" && unheard(run.memory.heard, turn.notes).length > 0)
		return decideOne({ ...turn, state: stored(run.memory) });
	const isFirst = turn.plan === null;
	const done = planIndices(run.memory.clause, clauses.length, decision.action.name === "finish");
	return {
		...decision,
		...(isFirst ? { plan: planOf(clauses) } : {}),
		...(done.length > 0 ? { doneSteps: done } : {}),
		state: stored(run.memory),
	};
}

const isUntil = ({ intent }: Clause): boolean => intent.kind === "click" && intent.until !== undefined;

/** One decision: looks at clauses until one of them needs an action. */
class Run {
	memory: Memory;
	readonly #turn: Turn;
	readonly #clauses: readonly Clause[];
	#finder: Finder;
	#refused = new Set<string>();

	constructor(turn: Turn, clauses: readonly Clause[], memory: Memory) {
		this.#turn = turn;
		this.#clauses = clauses;
		this.memory = memory;
		this.#finder = this.#look(memory.referent);
	}

	#look(referent: Memory["referent"], before?: Finder): Finder {
		return new Finder(this.#turn.page, { referent, echo: this.#turn.query, whole: wholeOf(this.#turn), before });
	}

	decide(): Decision {
		if (this.#turn.page.restricted !== undefined && !this.#leavesPage())
			return this.#refuse(`This page cannot be read (${this.#turn.page.restricted}).`, "impossible");
		// Nothing is begun of what cannot be done to its end.
		const unknown = this.#isAtStart() ? this.#clauses.find(({ intent }) => intent.kind === "unknown") : undefined;
		if (unknown !== undefined) return this.#notUnderstood(unknown, []);
		const { reach } = this.memory;
		if (reach !== undefined) {
			this.memory = { ...this.memory, reach: undefined };
			const target = this.#finder.view.elements.get(reach);
			if (target !== undefined)
				return this.#act(
					{
						kind: "act",
						action: { name: "scroll", to: { kind: "element", id: reach } },
						thought: `I bring ${calledOf(this.#finder, target)} into view and try again.`,
						then: "again",
					},
					"",
				);
		}
		for (let look = 0; look < maxLooks; look += 1) {
			const clause = this.#clauses[this.memory.clause];
			if (clause === undefined) return this.#finish();
			if (clause.intent.kind === "unknown") return this.#notUnderstood(clause, []);
			// A form that was not taken is not sent by another button, and nothing is built on it.
			const answer = this.memory.tried.length > 0 ? answerOfPage(this.#turn.history) : undefined;
			if (answer !== undefined) return this.#refuse(`I did ${quoted(clause.text)}, and ${answer}.`, "stuck");
			if (clause.isWay && this.#isGoalInReach()) {
				this.#nextClause(undefined);
				continue;
			}
			const isOrder = isConfirmOrder(clause.intent);
			const confirming = isOrder ? this.#confirm(clause) : undefined;
			if (confirming !== undefined) return confirming;
			if (isOrder && this.memory.visited.includes(this.#confirmedOrder())) {
				this.#nextClause(undefined);
				continue;
			}
			const move = moveOf(clause, this.#scene());
			const decision = this.#take(clause, refillMove(move, this.#clauses, this.#scene()) ?? move);
			if (decision !== undefined) return decision;
		}
		return this.#refuse("I cannot get on with this instruction.", "stuck");
	}

	#isAtStart(): boolean {
		return this.memory.clause === 0 && this.memory.part === 0 && this.memory.visited.length === 0 && this.memory.tried.length === 0;
	}

	#take(clause: Clause, move: Move): Decision | undefined {
		switch (move.kind) {
			case "end": {
				const confirming = this.#confirm(clause) ?? this.#goOn(clause);
				if (confirming !== undefined) return confirming;
				this.#nextClause(move.learned);
				return undefined;
			}
			case "skip":
				this.#nextClause(undefined);
				this.#nextClause(undefined);
				return undefined;
			case "pass":
				this.#learn(move.learned);
				this.memory = { ...this.memory, part: this.memory.part + 1, tried: [] };
				return undefined;
			case "act":
				if (isUntil(clause) && move.target?.states.has("disabled") === true) return this.#atEnd(clause);
				if (this.#isDenied(move)) return this.#refuse(`You said no to ${quoted(clause.text)}.`, "refused");
				if (this.#isForbidden(move)) return undefined;
				return this.#uncover(clause, move) ?? this.#act(this.#withOwner(clause, move), undefined);
			case "tied":
				return this.#ask(move);
			case "stuck":
				return this.#stuck(clause, move);
			case "missing":
				return this.#missing(clause, move);
		}
	}

	#withOwner({ intent }: Clause, move: Extract<Move, { readonly kind: "act" }>): Extract<Move, { readonly kind: "act" }> {
		const referent = ownerOf(intent, this.#finder);
		return referent === undefined ? move : { ...move, learned: { ...move.learned, referent } };
	}

	/** A page that asks whether the deed is meant has not done it yet: the instruction said so, and the gate has its own word on it. */
	#confirm(clause: Clause): Decision | undefined {
		const before = isConfirmOrder(clause.intent) ? this.#clauses[this.memory.clause - 1] : undefined;
		const meant = before === undefined ? clause : { ...clause, text: before.text };
		const found = confirmationOf(meant, this.#finder.view, this.#turn.history);
		if (found === undefined || this.#isGoalInReach()) return undefined;
		const { name, button } = found;
		const place = isConfirmOrder(clause.intent) ? this.#confirmedOrder() : placeKey(`confirm ${name} ${this.memory.clause}`);
		if (button === undefined || this.memory.visited.includes(place))
			return this.#refuse(`For ${quoted(clause.text)} the page asks ${quoted(name)} and waits for an answer: it is not done.`, "stuck");
		const thought = `The page asks ${quoted(name)}; I confirm it with ${calledOf(this.#finder, button)}.`;
		const move: Move = {
			kind: "act",
			action: { name: "click", id: button.id },
			thought,
			expect: { kind: "any_change" },
			target: button,
			then: "again",
			place,
		};
		if (this.#isDenied(move) || this.#isForbidden(move))
			return this.#refuse(`The page asks ${quoted(name)}, and that was not allowed.`, "refused");
		return this.#act(move, undefined);
	}

	#confirmedOrder(): string {
		return placeKey(`confirm ${this.memory.clause}`);
	}

	/** What opened and wants more has only begun. */
	#goOn(clause: Clause): Decision | undefined {
		const found = unfinishedOf(clause, this.#finder.view, this.#turn.history);
		if (found === undefined || this.#isGoalInReach()) return undefined;
		if (found.kind !== "pick") {
			const names = found.names.map(quoted).join(", ");
			const more =
				found.kind === "offers" ? `the page offers ${names}, and which one is meant is not said` : `the page now asks for ${names}`;
			return this.#refuse(`For ${quoted(clause.text)} ${more}: it is not done.`, "stuck");
		}
		const { element } = found;
		const thought = `I choose ${calledOf(this.#finder, element)}.`;
		const expect = { kind: "any_change" } as const;
		const move: Move = { kind: "act", action: { name: "click", id: element.id }, thought, expect, target: element, then: "again" };
		if (this.#isDenied(move) || this.#isForbidden(move)) return this.#refuse(`You said no to ${quoted(clause.text)}.`, "refused");
		return this.#act(move, undefined);
	}

	#scene(): Scene {
		return {
			finder: this.#finder,
			memory: this.memory,
			now: this.#turn.now,
			chosen: this.memory.chosen,
			isTried: (element) => this.memory.tried.includes(targetKey(element)) || this.#refused.has(targetKey(element)),
		};
	}

	#act(move: Extract<Move, { readonly kind: "act" }>, place: string | undefined): Decision {
		this.#learn(move.learned);
		const index = (this.#turn.history.at(-1)?.stepIndex ?? -1) + 1;
		const key = move.target === undefined ? "" : targetKey(move.target);
		const isExploring = place !== undefined;
		this.memory = {
			...this.memory,
			...(this.#beginsFills(move) ? { filledIn: this.#turn.page.epoch.slice(0, 40) } : {}),
			step: { index, action: actionKey(move.action), key, then: move.then, isExploring },
			visited: [
				...this.memory.visited,
				...(place === undefined || place === "" ? [] : [place]),
				...(move.place === undefined ? [] : [move.place]),
			],
		};
		return { thought: this.#thought(move.thought), action: move.action, ...(move.expect === undefined ? {} : { expect: move.expect }) };
	}

	/** The first field of a run of fills: a page that is loaded anew behind it has lost what was written. */
	#beginsFills(move: Extract<Move, { readonly kind: "act" }>): boolean {
		const { clause, part, tried, filledIn } = this.memory;
		const before = this.#clauses[clause - 1];
		const isFirst = filledIn === undefined || before === undefined || !isFilling(before.intent);
		const { intent } = this.#clauses[clause] ?? {};
		return isFirst && part === 0 && tried.length === 0 && intent !== undefined && isFilling(intent) && isEntry(move);
	}

	/** Something lies over the target: that goes first, where it can be closed. */
	#uncover(clause: Clause, move: Extract<Move, { readonly kind: "act" }>): Decision | undefined {
		const states = move.target?.states;
		if (states === undefined || !(states.has("covered") || states.has("disabled"))) return undefined;
		const found = uncover(clauseThing(clause), this.#scene());
		return found === undefined ? undefined : this.#act(found.move, found.place);
	}

	#thought(text: string): string {
		const { passed } = this.memory;
		const last = passed.at(-1);
		const isFresh = last !== undefined && this.memory.part === 0 && this.memory.tried.length === 0;
		return isFresh && passed.length > 0 && this.#saidPassed() ? `Nothing visible changed after ${quoted(last)}; I go on. ${text}` : text;
	}

	#saidPassed(): boolean {
		const before = this.#clauses[this.memory.clause - 1];
		return before !== undefined && before.text === this.memory.passed.at(-1);
	}

	/** What a person said no to is not done to the next best thing either. */
	#isDenied(move: Extract<Move, { readonly kind: "act" }>): boolean {
		const text = formatAction(move.action);
		return this.#turn.forbidden.some((entry) => entry.action === text && entry.code === "denied");
	}

	/** True for actions that must not be chosen; their target is left out and the clause looked at again. */
	#isForbidden(move: Extract<Move, { readonly kind: "act" }>): boolean {
		const text = formatAction(move.action);
		if (!this.#turn.forbidden.some((entry) => entry.action === text)) return false;
		const key = move.target === undefined ? text : targetKey(move.target);
		if (this.#refused.has(key)) return false;
		this.#refused.add(key);
		return move.target !== undefined;
	}

	#missing(clause: Clause, move: Extract<Move, { readonly kind: "missing" }>): Decision | undefined {
		if (this.memory.isDead && this.memory.tried.length > 0) return isUntil(clause) ? this.#atEnd(clause) : this.#passOrStop(clause);
		if (clause.isWay) {
			this.#nextClause(undefined);
			return undefined;
		}
		const isFill = clause.intent.kind === "fill";
		const elsewhere = isFill ? noFieldThere(move.thing, this.#scene(), (element) => (takesValue(element) ? 1 : 0)) : undefined;
		if (elsewhere?.kind === "stuck") return this.#stuck(clause, elsewhere);
		const found = this.memory.isDead ? undefined : explore(move.thing, this.#scene(), clause.intent);
		if (found !== undefined && !this.#turn.forbidden.some((entry) => entry.action === formatAction(found.move.action)))
			return this.#act(found.move, found.place);
		if (this.#refused.size > 0) return this.#refuseForbidden(clause);
		if (isUntil(clause) && deedsOf(this.#turn.history, this.memory.since).length > 0) return this.#atEnd(clause);
		if (this.memory.tried.length > 0) return this.#refuse(`I tried ${quoted(clause.text)}, and it had no effect.`, "stuck");
		return this.#notUnderstood(clause, this.#finder.nearest(move.thing));
	}

	/** An action that must not be chosen was the only one left: the person said no, an address is refused, or it has led nowhere before. */
	#refuseForbidden(clause: Clause): Decision {
		const { forbidden } = this.#turn;
		if (forbidden.some(({ code }) => code === "denied"))
			return this.#refuse(`What is left to do for ${quoted(clause.text)} was not allowed.`, "refused");
		const refused = forbidden.find(({ code }) => code === "refused");
		if (refused !== undefined)
			return this.#refuse(`What is left to do for ${quoted(clause.text)} cannot be done: ${refused.reason}.`, "refused");
		return this.#refuse(`I tried ${quoted(clause.text)}, and it led no further.`, "stuck");
	}

	/** What leads on leads no further, and what was looked for did not come. */
	#atEnd(clause: Clause): Decision {
		return this.#refuse(`I came to the last page, and what ${quoted(clause.text)} waits for is not there.`, "impossible");
	}

	/** A literal click that shows nothing is taken as done, unless it is the last thing asked for. */
	#passOrStop(clause: Clause): Decision | undefined {
		if (this.memory.clause >= this.#clauses.length - 1)
			return this.#refuse(
				`I did ${quoted(clause.text)}, and nothing changed on the page. It may have been taken without a word: look before you do it again.`,
				"stuck",
			);
		this.memory = { ...this.memory, passed: [...this.memory.passed, clause.text] };
		this.#nextClause(undefined);
		return undefined;
	}

	#isGoalInReach(): boolean {
		const next = this.#clauses[this.memory.clause + 1];
		if (next === undefined) return false;
		const move = moveOf(next, { ...this.#scene(), memory: { ...this.memory, clause: this.memory.clause + 1, part: 0, tried: [] } });
		if (move.kind === "pass") return true;
		if (move.kind !== "act") return false;
		// A name in quotes is meant to the letter: a like one does not end the search for it.
		const thing = clauseThing(next);
		const own = move.target === undefined ? [] : this.#finder.names.own(move.target);
		return !thing.isQuoted || own.some((name) => name.text === thing.name);
	}

	#nextClause(learned: Learned | undefined): void {
		this.#learn(learned);
		this.memory = {
			...this.memory,
			clause: this.memory.clause + 1,
			part: 0,
			since: (this.#turn.history.at(-1)?.stepIndex ?? -1) + 1,
			tried: [],
			retried: [],
			isDead: false,
			chosen: undefined,
			isAsked: false,
			slide: undefined,
		};
	}

	#learn(learned: Learned | undefined): void {
		if (learned === undefined) return;
		const { answers, ...facts } = learned;
		this.memory = { ...this.memory, ...facts, answers: answers === undefined ? this.memory.answers : [...this.memory.answers, ...answers] };
		if (facts.referent !== undefined) this.#finder = this.#look(facts.referent, this.#finder);
	}

	#ask(move: Extract<Move, { readonly kind: "tied" }>): Decision {
		const { chosen } = this.memory;
		if (chosen !== undefined && wantsNone(chosen)) return this.#refuse(`You said ${quoted(chosen)}, so I did none of these.`, "refused");
		this.memory = { ...this.memory, isAsked: true, chosen: undefined, heard: heardOf(this.#turn.notes) };
		return whichOne(this.#finder, move, chosen);
	}

	#stuck(clause: Clause, { reason, isFinal, isImpossible }: Extract<Move, { readonly kind: "stuck" }>): Decision | undefined {
		if (isImpossible) return this.#refuse(`${reason}.`, "impossible");
		if (isFinal) return this.#refuse(`${reason}.`, clause.intent.kind === "wait" ? "stuck" : "not_understood");
		if (clause.intent.kind === "search" && this.memory.tried.length > 0) return this.#refuse(`${reason}.`, "stuck");
		if (clause.isWay) {
			this.#nextClause(undefined);
			return undefined;
		}
		const place = explore(clauseThing(clause), this.#scene(), clause.intent);
		if (place !== undefined && this.memory.visited.length < 20) return this.#act(place.move, place.place);
		return this.#refuse(`${reason}.`, "not_understood");
	}

	#finish(): Decision {
		const answer = answerOf(this.memory, { last: this.#clauses.at(-1), finder: this.#finder });
		const { passed } = this.memory;
		const doubt = passed.length === 0 ? "" : ` Nothing visible changed after ${passed.slice(0, 4).map(quoted).join(", ")}.`;
		const said = answer === undefined ? "Everything in the instruction is done." : `Everything is done; the answer is ${quoted(answer)}.`;
		const thought = `${said}${doubt}`;
		return { thought, action: answer === undefined ? { name: "finish" } : { name: "finish", answer } };
	}

	#notUnderstood(clause: Clause, nearest: readonly string[]): Decision {
		return this.#refuse(notUnderstood(clause, { clauses: this.#clauses, nearest }), "not_understood");
	}

	#refuse(message: string, category: RefusalKind): Decision {
		const deeds = deedsOf(this.#turn.history, this.memory.since);
		return refusal(message, { category, done: this.#clauses.slice(0, this.memory.clause), deeds, answers: this.memory.answers });
	}

	#leavesPage(): boolean {
		const kind = this.#clauses[this.memory.clause]?.intent.kind;
		return kind === "visit" || kind === "history" || kind === undefined;
	}
}
