import type { Decision } from "../../port.ts";
import type { Turn } from "../../turn.ts";
import type { Learned, Scene } from "../act/move.ts";
import { calledOf, quoted } from "../act/move.ts";
import { itemAround } from "../page/find/belongs.ts";
import { Finder } from "../page/find/finder.ts";
import { textOfBlock } from "../page/layout.ts";
import type { Clause } from "../sentence/clause.ts";
import { outcomeOf } from "./course.ts";
import { answerOf } from "./ending/answers.ts";
import { deedsOf, questionLeft } from "./ending/done.ts";
import type { RefusalKind } from "./ending/refusing.ts";
import { finished, notUnderstood, refusal, whichOne } from "./ending/refusing.ts";
import { beginsFills } from "./fills/refill.ts";
import type { Memory } from "./memory/memory.ts";
import { mostBeside } from "./memory/memory.ts";
import type { Halt } from "./memory/notes.ts";
import { heardOf } from "./memory/notes.ts";
import { actionKey, pressedBefore, targetKey, wholeOf } from "./memory/settle.ts";
import type { Act, Outcome, Standing } from "./outcome.ts";

const maxLooks = 60;

/** The words of the row or card that a control stands in. */
function besideOf({ layout }: Finder, target: Act["target"]): string | undefined {
	const spot = target === undefined ? undefined : layout.spotOf.get(target.id);
	const item = spot === undefined ? undefined : itemAround(layout, spot.opener ?? spot);
	return item === undefined ? undefined : textOfBlock(layout, item, mostBeside);
}

/** One decision: looks at clauses until one of them needs an action, and keeps in mind how far it came. */
export class Walk {
	memory: Memory;
	readonly #turn: Turn;
	readonly #clauses: readonly Clause[];
	#finder: Finder;
	readonly #leftOut = new Set<string>();

	constructor(turn: Turn, clauses: readonly Clause[], memory: Memory) {
		this.#turn = turn;
		this.#clauses = clauses;
		this.memory = memory;
		this.#finder = this.#look(memory.referent);
	}

	#look(referent: Memory["referent"], before?: Finder): Finder {
		const { page, query } = this.#turn;
		return new Finder(page, { referent, echo: query, whole: wholeOf(this.#turn), pressed: pressedBefore(this.#turn), before });
	}

	decide(): Decision {
		const first = this.#beforehand();
		if (first !== undefined) return first;
		for (let look = 0; look < maxLooks; look += 1) {
			const clause = this.#clauses[this.memory.clause];
			if (clause === undefined) return this.#finish();
			const decision = this.#carry(outcomeOf(clause, this.#standing()));
			if (decision !== undefined) return decision;
		}
		return this.#refuse("I cannot get on with this instruction.", "stuck");
	}

	lost(): Decision {
		return this.#refuse("I no longer know how far I came, and will not do again what is done: ask for what is left.", "stuck");
	}

	halted({ text, isUnclear }: Halt): Decision {
		return isUnclear
			? this.#refuse(`I did not understand ${quoted(text)}, so I stopped here.`, "not_understood")
			: this.#refuse(`You said ${quoted(text)}, so I stopped.`, "refused");
	}

	/** What comes before any clause: a page that cannot be read, an instruction that is not understood, a control that was out of reach. */
	#beforehand(): Decision | undefined {
		const { restricted } = this.#turn.page;
		if (restricted !== undefined && !this.#leavesPage()) return this.#refuse(`This page cannot be read (${restricted}).`, "impossible");
		// Nothing is begun of what cannot be done to its end.
		const unknown = this.#isAtStart() ? this.#clauses.find(({ intent }) => intent.kind === "unknown") : undefined;
		if (unknown !== undefined) return this.#refuse(notUnderstood(unknown, { clauses: this.#clauses, nearest: [] }), "not_understood");
		const { reach } = this.memory;
		this.memory = { ...this.memory, reach: undefined };
		const target = reach === undefined ? undefined : this.#finder.view.elements.get(reach);
		if (target === undefined) return undefined;
		const thought = `I bring ${calledOf(this.#finder, target)} into view and try again.`;
		return this.#act({ kind: "act", action: { name: "scroll", to: { kind: "element", id: target.id } }, thought, then: "again" }, "");
	}

	#isAtStart(): boolean {
		return this.memory.clause === 0 && this.memory.part === 0 && this.memory.visited.length === 0 && this.memory.tried.length === 0;
	}

	#leavesPage(): boolean {
		const kind = this.#clauses[this.memory.clause]?.intent.kind;
		return kind === "visit" || kind === "history" || kind === undefined;
	}

	#standing(): Standing {
		const { chosen } = this.memory;
		const isTried: Scene["isTried"] = (element) => this.memory.tried.includes(targetKey(element)) || this.#leftOut.has(targetKey(element));
		const scene = { finder: this.#finder, memory: this.memory, now: this.#turn.now, chosen, isTried };
		return { turn: this.#turn, clauses: this.#clauses, scene, leftOut: this.#leftOut };
	}

	/** Carries an outcome into the memory; undefined where the next look is due. */
	#carry(outcome: Outcome): Decision | undefined {
		switch (outcome.kind) {
			case "act":
				return this.#act(outcome.move, outcome.explored);
			case "ask":
				return this.#ask(outcome.move);
			case "refuse":
				return this.#refuse(outcome.message, outcome.category);
			case "next":
				if (outcome.passed !== undefined) this.memory = { ...this.memory, passed: [...this.memory.passed, outcome.passed] };
				this.#nextClause(outcome.learned);
				for (let skipped = 0; skipped < (outcome.skips ?? 0); skipped += 1) this.#nextClause(undefined);
				return undefined;
			case "part":
				this.#learn(outcome.learned);
				this.memory = { ...this.memory, part: this.memory.part + 1, tried: [] };
				return undefined;
			case "leave_out":
				this.#leftOut.add(outcome.key);
				return undefined;
		}
	}

	#act(move: Act, explored: string | undefined): Decision {
		this.#learn(move.learned);
		const index = (this.#turn.history.at(-1)?.stepIndex ?? -1) + 1;
		const key = move.target === undefined ? "" : targetKey(move.target);
		const places = [explored, move.place].flatMap((place) => place || []);
		this.memory = {
			...this.memory,
			...(beginsFills(move, this.#standing()) ? { filledIn: this.#turn.page.epoch.slice(0, 40) } : {}),
			beside: explored === undefined ? besideOf(this.#finder, move.target) : undefined,
			step: { index, action: actionKey(move.action), key, then: move.then, isExploring: explored !== undefined },
			visited: [...this.memory.visited, ...places],
		};
		return { thought: this.#thought(move.thought), action: move.action, ...(move.expect === undefined ? {} : { expect: move.expect }) };
	}

	#thought(text: string): string {
		const { passed, part, tried, clause } = this.memory;
		const last = passed.at(-1);
		const isFresh = last !== undefined && part === 0 && tried.length === 0 && this.#clauses[clause - 1]?.text === last;
		return isFresh ? `Nothing visible changed after ${quoted(last)}; I go on. ${text}` : text;
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
			listedAs: undefined,
		};
	}

	#learn(learned: Learned | undefined): void {
		if (learned === undefined) return;
		const { answers, ...facts } = learned;
		this.memory = { ...this.memory, ...facts, answers: answers === undefined ? this.memory.answers : [...this.memory.answers, ...answers] };
		if (facts.referent !== undefined) this.#finder = this.#look(facts.referent, this.#finder);
	}

	#ask(move: Extract<Outcome, { readonly kind: "ask" }>["move"]): Decision {
		const { chosen } = this.memory;
		this.memory = { ...this.memory, isAsked: true, chosen: undefined, heard: heardOf(this.#turn.notes) };
		return whichOne(this.#finder, move, chosen);
	}

	#finish(): Decision {
		const answer = answerOf(this.memory, { last: this.#clauses.at(-1), finder: this.#finder });
		const asks = questionLeft(this.#turn);
		return finished(answer, { passed: this.memory.passed, ...(asks === undefined ? {} : { asks }) });
	}

	#refuse(message: string, category: RefusalKind): Decision {
		const deeds = deedsOf(this.#turn.history, this.memory.since);
		return refusal(message, { category, done: this.#clauses.slice(0, this.memory.clause), deeds, answers: this.memory.answers });
	}
}
