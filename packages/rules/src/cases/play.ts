import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { decideTurn } from "../run/decide.ts";
import type { Decision, PastStep, Turn } from "../turn.ts";

/** A page text from its body; the epoch follows from the address, as a new document gets a new one. */
export function pageOf(
	body: string,
	{ url = "https://shop.example/", head = "" }: { readonly url?: string; readonly head?: string } = {},
): PageView {
	const epoch = [...url].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7).toString(36);
	return parsePage(`@page 1\n@url ${url}\n@title Shop\n@epoch e${epoch}\n${head === "" ? "" : `${head}\n`}\n${body}`);
}

/** A turn at its start, with what a case changes. */
export function turnOf(turn: Partial<Turn> & Pick<Turn, "query" | "page">): Turn {
	return {
		now: new Date("2026-03-02T10:00:00Z"),
		plan: null,
		history: [],
		report: {},
		notes: [],
		forbidden: [],
		state: undefined,
		...turn,
	};
}

/** What became of an action: the page afterwards, the verdict where it is not a success, what was seen, and what the user said. */
export type Outcome = {
	readonly page: PageView;
	readonly verdict?: "success" | "failure";
	readonly observations?: readonly string[];
	readonly report?: Turn["report"];
	readonly note?: string;
};

export type Played = { readonly actions: readonly string[]; readonly decisions: readonly Decision[]; readonly last: Decision };
export type World = (action: Action, text: string) => Outcome;

/** Plays a task: `world` answers each action until the decider ends it, at most 60 times. */
export function play(query: string, start: PageView, world: World): Played {
	const actions: string[] = [];
	const decisions: Decision[] = [];
	const history: PastStep[] = [];
	const notes: string[] = [];
	let outcome: Outcome = { page: start };
	let state: unknown;
	for (let stepIndex = 0; stepIndex < 60; stepIndex += 1) {
		const { page, report = {} } = outcome;
		const decision = decideTurn(
			turnOf({ query, page, plan: stepIndex === 0 ? null : {}, history: history.slice(-20), report, notes: notes.slice(-20), state }),
		);
		const { action, thought } = decision;
		const text = formatAction(action);
		actions.push(action.name === "fail" ? "fail" : text);
		decisions.push(decision);
		if (action.name === "finish" || action.name === "fail") return { actions, decisions, last: decision };
		// As the engine keeps it: through JSON.
		state = JSON.parse(JSON.stringify(decision.state));
		outcome = world(action, text);
		if (outcome.note !== undefined) notes.push(outcome.note);
		const targetName = "id" in action && action.id !== undefined ? (page.elements.get(action.id)?.name ?? "") : "";
		const verification = {
			stepIndex,
			verdict: outcome.verdict ?? "success",
			confidence: 0.95,
			by: "facts" as const,
			observations: [...(outcome.observations ?? [])],
		};
		history.push({ stepIndex, thought, parsed: action, targetName, verification });
	}
	throw new Error(`no end after ${actions.length} actions: ${actions.slice(-5).join(" ")}`);
}

/** A world of fixed answers: the nth action leads to the nth page; the last page stays. */
export function pages(...bodies: readonly string[]): World {
	let turn = 0;
	return () => {
		const body = bodies[Math.min(turn, bodies.length - 1)] ?? "";
		turn += 1;
		return { page: pageOf(body) };
	};
}

/** What is done on a page that stays as it is; `answer` is what the user says to a question. */
export function acts(query: string, body: string, answer = "Stop"): readonly string[] {
	const page = pageOf(body);
	return play(query, page, (action) => ({
		page,
		...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${answer}` } : {}),
	})).actions;
}
