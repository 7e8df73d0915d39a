import { formatAction } from "@webhand/contracts/action/format";
import { isDenying } from "@webhand/lexicon/denials";
import { isAgreeing } from "@webhand/lexicon/questions";
import { layoutOf } from "@webhand/page/layout/build";
import { isDisabled, takesValue } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { textIn } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import { fold, wordsOf } from "@webhand/page/layout/phrase";
import { unopened } from "@webhand/page/parse/unopened";
import type { ElementView } from "@webhand/page/parse/view";
import { moveOf } from "../act/act.ts";
import type { Act, Move, Scene } from "../act/move.ts";
import { act, clickOn } from "../act/move.ts";
import { partsOf } from "../act/parts.ts";
import type { Clause, Target } from "../clause.ts";
import { dialogRange } from "../page/find.ts";
import { calledOf } from "../page/names.ts";
import { blocksAround, blocksOf, goesOn } from "../page/rows.ts";
import { sectionsOf } from "../page/sections.ts";
import { quoted } from "../page/text.ts";
import type { Decision, Turn } from "../turn.ts";
import { confirmationOf } from "./confirm.ts";
import type { RefusalKind } from "./endings.ts";
import { answerOfPage, didYouMean, finished, notOnPage, notUnderstood, refusal, whichOne } from "./endings.ts";
import type { Halt } from "./notes.ts";
import { heardOf, isNo } from "./notes.ts";
import { openerFor, shownTab, wayTo } from "./openers.ts";
import { controlCalled, isListedWith, meantBy, nearestOf, ownMove, thingOf } from "./own.ts";
import { refusedBy, resultIn, serverMove, tells, textOf, usesResult, withResult } from "./server.ts";
import type { State } from "./state.ts";
import { actionKey, stateOf, targetKey } from "./state.ts";

type StepRole = NonNullable<State["step"]>["role"];
const mostLooks = 80;
const mostWaits = 2;
const mostAsks = 2;
const mostOpened = 12;

/** One decision: goes through the clauses until one of them needs an action, asks or ends; `state` then says how far it came. */
export class Interpreter {
	state: State;
	readonly #turn: Turn;
	readonly #clauses: readonly Clause[];
	readonly #layout: Layout;
	readonly #order: string;

	constructor(turn: Turn, clauses: readonly Clause[], state: State) {
		this.#turn = turn;
		this.#clauses = clauses.map((clause, index) => (state.meant?.clause === index ? meantBy(clause, state.meant.name) : clause));
		this.state = state;
		this.#layout = layoutOf(turn.page);
		this.#order = clauses
			.map(({ text }) => text)
			.join(" ")
			.slice(0, 2_000);
	}

	decide(): Decision {
		const first = this.#unread() ?? this.#unknown();
		if (first !== undefined) return first;
		for (let look = 0; look < mostLooks; look += 1) {
			const clause = this.#clauses[this.state.clause];
			if (clause === undefined) return finished(this.state.answers, this.state.passed, this.#turn);
			const decision = this.#unread() ?? this.#look(clause);
			if (decision !== undefined) return decision;
		}
		return this.#refuse("I cannot get on with this instruction.", "stuck");
	}

	/** Refuses a clause that needs an unreadable page, or that failed because it led to one. */
	#unread(): Decision | undefined {
		const { page } = this.#turn;
		const kind = this.#clauses[this.state.clause]?.intent.kind;
		if (page.restricted === undefined || kind === undefined || kind === "server") return undefined;
		const blank = unopened(page);
		if ((kind === "visit" || kind === "history") && (blank === null || this.state.failures === 0)) return undefined;
		const category = blank === null || blank.kind === "failed" ? "impossible" : "refused";
		return this.#refuse(blank?.message ?? `This page cannot be read (${page.restricted}).`, category);
	}

	lost(): Decision {
		return this.#refuse("I no longer know how far I came, and will not do again what is done: ask for what is left.", "stuck");
	}

	halted({ text, isUnclear }: Halt): Decision {
		return isUnclear
			? this.#refuse(`I don’t understand ${quoted(text)}, so I stopped here.`, "not_understood")
			: this.#refuse(`You said ${quoted(text)}, so I stopped.`, "refused");
	}

	/** What is not understood does nothing at all: not one clause of the order is begun. The one control it may mean is offered. */
	#unknown(): Decision | undefined {
		const { clause: now, part, done, hasOpened } = this.state;
		if (now > 0 || part > 0 || done.length > 0 || hasOpened) return undefined;
		const unknown = this.#clauses.filter((clause) => clause.intent.kind === "unknown" && controlCalled(this.#layout, clause) === undefined);
		const [clause, ...others] = unknown;
		if (clause === undefined) return undefined;
		const near = nearestOf(this.#layout, clause.text);
		const folded = fold(clause.text);
		const canBeOffered = near.length === 1 && others.length === 0 && !isDenying(folded, wordsOf(folded));
		return (
			this.#offered(clause, canBeOffered ? near : []) ??
			this.#refuse(notUnderstood(clause, this.#clauses, { near, now: this.#turn.now }), "not_understood")
		);
	}

	/** Offers the one control that comes near; once the user took it, the clause is a click on it. */
	#offered(clause: Clause, names: readonly string[]): Decision | undefined {
		const { chosen, offered } = this.state;
		if (offered !== undefined && chosen !== undefined && (fold(chosen) === fold(offered) || isAgreeing(chosen))) {
			const meant = { clause: this.#clauses.indexOf(clause), name: offered };
			const next = new Interpreter(this.#turn, this.#clauses, { ...this.state, meant, chosen: undefined, offered: undefined });
			const decision = next.decide();
			this.state = next.state;
			return decision;
		}
		if (offered !== undefined && chosen !== undefined)
			return this.#refuse(`You said ${quoted(chosen)}, so I did not press ${quoted(offered)}.`, "refused");
		const [only, ...others] = names;
		if (only === undefined || others.length > 0 || offered !== undefined) return undefined;
		const name = only.slice(0, 120);
		this.state = { ...this.state, isAsked: true, offered: name, chosen: undefined, heard: heardOf(this.#turn.notes) };
		return didYouMean(clause, name);
	}

	/** A call of the server host: what it read is the answer, where no clause behind it uses that. */
	#call(clause: Clause, intent: Extract<Clause["intent"], { readonly kind: "server" }>): Decision | undefined {
		const { part, failures, answers, clause: at } = this.state;
		const result = resultIn(this.#turn.history);
		if (failures > 0) return this.#refuse(refusedBy(clause, result), "stuck");
		if (part === 0) return this.#take(clause, serverMove(intent, clause.text));
		const isTold = result !== undefined && tells(intent) && !usesResult(this.#clauses[at + 1]);
		if (isTold) this.state = { ...this.state, answers: [...answers, textOf(result)] };
		this.#nextClause();
		return undefined;
	}

	/** One look at a clause; undefined where it is done, or the next look is due. */
	#look(given: Clause): Decision | undefined {
		const { state } = this;
		if (given.intent.kind === "server") return this.#call(given, given.intent);
		const result = usesResult(given) ? resultIn(this.#turn.history) : undefined;
		if (usesResult(given) && result?.ok !== true) return this.#refuse("I no longer know what was read on the server.", "stuck");
		const clause = result === undefined ? given : withResult(given, textOf(result), this.#turn.now);
		// What a click starts without a sign is waited for where the order says so.
		if (clause.intent.kind === "click" && state.done.includes("no effect") && this.#clauses[state.clause + 1]?.intent.kind === "wait")
			return this.#passBy(clause);
		const answer = state.failures > 0 ? answerOfPage(this.#turn.history) : undefined;
		if (answer !== undefined) return this.#refuse(`I did ${quoted(clause.text)}, and ${answer.text}.`, "stuck", answer.mayBeTaken);
		if (clause.intent.kind === "history" && this.#turn.report.error?.code === "NO_HISTORY")
			return this.#refuse("There is no page before this one in this tab.", "impossible");
		const reach = state.done.findLast((key) => key.startsWith("reach "));
		if (reach !== undefined) return this.#bringIntoView(Number(reach.slice(6)));
		const confirmed = state.part > 0 ? this.#confirm(clause) : undefined;
		if (confirmed !== undefined) return confirmed;
		const absent = this.#absentInList(clause);
		if (absent !== undefined) return this.#refuse(notOnPage(absent.text, { near: [] }), "not_on_page");
		const own = state.part === 0 && state.done.length === 0 ? controlCalled(this.#layout, clause) : undefined;
		const isOver = clause.intent.kind === "unknown" && state.part > 0;
		const move: Move = isOver ? { kind: "end" } : own === undefined ? moveOf(clause.intent, this.#scene()) : ownMove(own, this.#scene());
		const isVain = move.kind === "missing" || move.kind === "tied" || move.kind === "stuck";
		// What only leads to the next clause is left where it leads nowhere.
		if (clause.isMeans === true && isVain) {
			this.#nextClause();
			return undefined;
		}
		switch (move.kind) {
			case "end":
				this.#nextClause();
				return undefined;
			case "pass":
				this.#learn(move);
				this.state = {
					...this.state,
					part: state.part + 1,
					failures: 0,
					asks: 0,
					chosen: undefined,
					answers: [...state.answers, ...(move.answer === undefined ? [] : [move.answer])],
				};
				return undefined;
			case "act":
				return this.#take(clause, move);
			case "tied":
				return this.#tied(clause, move);
			case "missing":
				return this.#missing(clause, move);
			case "stuck":
				return this.#refuse(/[.!]$/.test(move.message) ? move.message : `${move.message}.`, move.category);
		}
	}

	/** Of a list behind one verb of which one thing is not there, none is begun. */
	#absentInList(clause: Clause): Target | undefined {
		const { state } = this;
		const before = this.#clauses[state.clause - 1];
		if (state.part > 0 || state.failures > 0 || state.done.length > 0 || state.hasOpened || goesOn(this.#layout)) return undefined;
		if (before !== undefined && isListedWith(before, clause)) return undefined;
		const behind = this.#clauses.slice(state.clause + 1);
		const end = behind.findIndex((one) => !isListedWith(one, clause));
		const listed = behind.slice(0, end === -1 ? behind.length : end).flatMap(({ intent }) => thingOf(intent) ?? []);
		return listed.find((thing) => blocksOf(this.#layout, thing, state.referent).length + sectionsOf(this.#layout, thing).length === 0);
	}

	#scene(): Scene {
		const { state } = this;
		const { part, failures, done, referent, field, chosen } = state;
		const isFree = (element: ElementView) => !(failures > 1 && state.failed.includes(targetKey(element)));
		const clause = { clause: this.#clauses[state.clause]?.text ?? "", order: this.#order, opened: this.#opened(), isFree };
		return { layout: this.#layout, ...clause, part, failures, done, referent, field, chosen };
	}

	/** What came up behind the opener that was tried for this clause. */
	#opened(): ReadonlySet<number> {
		const { opener } = this.state;
		if (opener === undefined) return new Set();
		const isShown = ({ id, type, isNew }: ElementView) => id !== opener.id && (isNew || /^menuitem/.test(type));
		return new Set(this.#layout.elements.filter(isShown).map(({ id }) => id));
	}

	/** Acts, unless the user or the engine forbade it, or it failed before as often as it may. */
	#take(clause: Clause, move: Act): Decision | undefined {
		const text = formatAction(move.action);
		const forbidden = this.#turn.forbidden.find(({ action }) => action === text);
		if (forbidden?.code === "denied") return this.#refuse(`You said no to ${quoted(clause.text)}.`, "refused");
		if (forbidden?.code === "refused")
			return this.#refuse(`What is left to do for ${quoted(clause.text)} cannot be done: ${forbidden.reason}.`, "refused");
		const { state } = this;
		const { kind } = clause.intent;
		const isLiteral = state.failures > 0 && (kind === "click" || kind === "press") && state.done.includes("no effect");
		// A literal click that shows nothing is taken as done, unless it is the last thing ordered.
		if (isLiteral && state.clause < this.#clauses.length - 1) return this.#passBy(clause);
		const doubt = "nothing changed on the page. It may have been taken without a word: look before you do it again.";
		if (isLiteral || this.#mayBeTaken()) return this.#refuse(`I did ${quoted(clause.text)}, and ${doubt}`, "stuck", true);
		if (state.failures > 1 || forbidden !== undefined)
			return this.#refuse(`I tried ${quoted(clause.text)}, and it had no effect.`, "stuck");
		return this.#act(move, "act");
	}

	#passBy({ text }: Clause): undefined {
		this.state = { ...this.state, passed: [...this.state.passed, text.slice(0, 160)] };
		this.#nextClause();
	}

	#act(move: Act, role: StepRole): Decision {
		this.#learn(move);
		const { done, passed, part, failures, clause } = this.state;
		const node = move.target === undefined ? undefined : this.#layout.nodeOf.get(move.target.id);
		const [block] = node === undefined || role !== "act" ? [] : blocksAround(this.#layout, node);
		const target = move.target === undefined ? "" : targetKey(move.target);
		this.state = {
			...this.state,
			...(role === "act" ? { row: block === undefined ? undefined : textIn(this.#layout, block, 200) } : {}),
			done: move.key === undefined ? done : [...done, move.key],
			step: { index: this.#nextIndex(), action: actionKey(move.action), target, then: move.then, role },
		};
		const last = passed.at(-1);
		const isFresh = last !== undefined && part === 0 && failures === 0 && this.#clauses[clause - 1]?.text === last;
		const thought = isFresh ? `Nothing visible changed after ${quoted(last)}; I go on. ${move.thought}` : move.thought;
		return { thought, action: move.action, expect: move.expect, decidedBy: "rules" };
	}

	#nextIndex = (): number => (this.#turn.history.at(-1)?.stepIndex ?? -1) + 1;

	#learn({ referent, field }: Pick<Act, "referent" | "field">): void {
		this.state = { ...this.state, ...(referent === undefined ? {} : { referent }), ...(field === undefined ? {} : { field }) };
	}

	#nextClause(): void {
		const { heard, added, answers, passed, referent, field, meant, step, row } = this.state;
		const kept = { heard, added, answers, passed, referent, field, meant, step, row };
		this.state = { ...stateOf({}), ...kept, clause: this.state.clause + 1, since: this.#nextIndex() };
	}

	/** Something moved or lay over the control: it is brought into view, once, and tried again. */
	#bringIntoView(id: number): Decision | undefined {
		this.state = { ...this.state, done: this.state.done.filter((key) => !key.startsWith("reach ")) };
		const element = this.#turn.page.elements.get(id);
		if (element === undefined) return undefined;
		const thought = `I bring ${calledOf(this.#layout, element)} into view and try again.`;
		return this.#act(act({ name: "scroll", to: { kind: "element", id } }, thought, { expect: { kind: "none" }, then: "again" }), "reach");
	}

	/** The page's own question about a deed that was ordered is answered with yes; one about something else is left to the user. */
	#confirm(clause: Clause): Decision | undefined {
		const parts = clause.intent.kind === "named" ? partsOf(clause.intent, this.#scene()) : [];
		const part = parts.length > 1 ? parts[this.state.part - 1] : undefined;
		const text = clause.intent.kind === "named" && part !== undefined ? `${clause.intent.verb} ${part.text}` : clause.text;
		const asked = confirmationOf({ ...clause, text }, this.#turn, this.state.row ?? "");
		const key = `confirmed ${this.state.part}`;
		if (asked === undefined || this.state.done.includes(key)) return undefined;
		const asks = `the page asks ${quoted(asked.name)}`;
		if (asked.button === undefined)
			return this.#refuse(`I did ${quoted(clause.text)}, and now ${asks} and waits for an answer, which I leave to you.`, "stuck", true);
		const thought = `Now ${asks}, which is what was ordered, so I press ${calledOf(this.#layout, asked.button)}.`;
		const move = clickOn(asked.button, this.#scene(), { thought, key, expect: { kind: "dialog_closes" } });
		return move.kind === "act" ? this.#act(move, "confirm") : undefined;
	}

	#tied(clause: Clause, { target, elements }: Extract<Move, { readonly kind: "tied" }>): Decision {
		const { chosen, asks } = this.state;
		if (chosen !== undefined && (asks >= mostAsks || isNo(chosen)))
			return this.#refuse(`You said ${quoted(chosen)}, so I did none of these.`, "refused");
		if (asks >= mostAsks) return this.#refuse(`I do not know which ${quoted(target.text || clause.text)} is meant.`, "not_understood");
		this.state = { ...this.state, isAsked: true, asks: asks + 1, chosen: undefined, heard: heardOf(this.#turn.notes) };
		return whichOne(this.#layout, { clause, elements, text: target.text, unfit: chosen });
	}

	/** A control that is named and missing: waited for, looked for behind one opener, then offered by its nearest, or refused. */
	#missing(clause: Clause, { target, near, place }: Extract<Move, { readonly kind: "missing" }>): Decision | undefined {
		const { state } = this;
		const isLate = this.#turn.page.pending || (state.clause > 0 && state.opener === undefined);
		if (isLate && state.waited < mostWaits) {
			this.state = { ...state, waited: state.waited + 1 };
			const thought = `I wait a moment for ${quoted(target.text || clause.text)}.`;
			return this.#act(act({ name: "wait", seconds: 1 }, thought, { expect: { kind: "none" }, then: "again" }), "wait");
		}
		if (state.opener !== undefined) return this.#closeOpener(state.opener);
		const opener = (state.hasOpened && !this.#isSearching()) || state.failures > 0 ? undefined : this.#opener(clause, target);
		const looked = opener === undefined ? this.#findText(clause, target) : this.#open(opener);
		if (looked !== undefined) return looked;
		const names = [...new Set(near.flatMap((element) => namesOf(this.#layout, element)[0] ?? []))];
		const canBePressed = /^(?:click|named|open)$/.test(clause.intent.kind) && target.ordinal === undefined && target.places.length === 0;
		const offered = this.#offered(clause, canBePressed && state.failures === 0 ? names : []);
		if (offered !== undefined) return offered;
		if (state.failures > 0) return this.#refuse(`I tried ${quoted(clause.text)}, and it had no effect.`, "stuck");
		const [dialog] = dialogRange(this.#layout) === undefined ? [] : this.#turn.page.dialogs;
		if (dialog !== undefined)
			return this.#refuse(
				`${quoted(clause.text)} is not in the dialog ${quoted(dialog.name)}, which lies over the page: close it first.`,
				"stuck",
			);
		return this.#refuse(notOnPage(target.text || clause.text, { near: names, place: place?.text ?? "" }), "not_on_page");
	}

	/** "Expand the sections to find …": the order itself asks to look behind each of them. */
	#isSearching = (): boolean => this.#clauses[this.state.clause - 1]?.isMeans === true;

	#opener({ intent, text }: Clause, wanted: Target): ElementView | undefined {
		const isNext = (element: ElementView) =>
			element.states.has("collapsed") && !isDisabled(element) && !takesValue(element) && !this.state.done.includes(`opened ${element.id}`);
		if (this.#isSearching() && this.state.done.length < mostOpened) return this.#layout.elements.find(isNext);
		// A value is read, not looked for behind other controls.
		if (intent.kind === "read" || intent.kind === "search") return undefined;
		const way = intent.kind === "fill" && intent.submits && this.state.part === 0 ? wayTo(this.#layout, text) : undefined;
		return way ?? openerFor(this.#layout, { wanted, kind: intent.kind, referent: this.state.referent });
	}

	#open(opener: ElementView): Decision | undefined {
		const back = shownTab(this.#layout, opener);
		const thought = `I open ${calledOf(this.#layout, opener)} to look there.`;
		this.state = {
			...this.state,
			hasOpened: true,
			opener: { id: opener.id, name: opener.name.slice(0, 100), ...(back === undefined ? {} : { back }) },
		};
		return this.#act(act({ name: "click", id: opener.id }, thought, { then: "again", target: opener, key: `opened ${opener.id}` }), "open");
	}

	/** What was opened in vain is closed again. */
	#closeOpener({ id, name, back }: NonNullable<State["opener"]>): Decision | undefined {
		this.state = { ...this.state, opener: undefined };
		if (this.#isSearching()) return undefined;
		const element = this.#turn.page.elements.get(back ?? id);
		const isOpen = element !== undefined && (back !== undefined || element.states.has("expanded"));
		const hasMenu = this.#layout.elements.some(({ type, isNew }) => isNew && /^(?:menu|menuitem|dialog)$/.test(type));
		if (!isOpen && !hasMenu) return undefined;
		const thought = `It is not behind ${quoted(name || "that")}, so I close that again.`;
		return this.#act(
			act(isOpen ? { name: "click", id: element.id } : { name: "press", keys: "Escape" }, thought, { then: "again" }),
			"close",
		);
	}

	/** A text that is no control, or a part of a long page: looking it up gives it a number. */
	#findText({ intent }: Clause, { name, places, isPronoun }: Target): Decision | undefined {
		const canBeText = /^(?:click|open|hover|scroll)$/.test(intent.kind) && name !== "" && isPronoun !== true && places.length === 0;
		if (!canBeText || this.state.done.includes("find") || dialogRange(this.#layout) !== undefined) return undefined;
		const wanted = this.#layout.phrase(name).folded;
		const isShown = this.#layout.nodes.some(({ text, element }) => element === undefined && this.#layout.phrase(text).folded === wanted);
		if (!isShown && !this.#turn.page.lines.some((line) => line.kind === "collapsed")) return undefined;
		const rest = { expect: { kind: "none" }, then: "again", key: "find" } as const;
		return this.#act(act({ name: "find", what: name.slice(0, 200) }, `I look for ${quoted(name)} on the page.`, rest), "find");
	}

	#mayBeTaken = (): boolean => this.state.failures > 0 && this.state.done.includes("may be taken");

	/** @param isForPerson true where a deed may have worked: nobody does it again */
	#refuse(message: string, category: RefusalKind, isForPerson = this.#mayBeTaken()): Decision {
		const { clause, since, answers } = this.state;
		return refusal(message, { category, isForPerson, done: this.#clauses.slice(0, clause), history: this.#turn.history, since, answers });
	}
}
