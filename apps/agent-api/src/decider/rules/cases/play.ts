import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { Plan } from "@webhand/contracts/agent/task";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import type { Decision } from "../../port.ts";
import type { LastReport, PastStep, Turn } from "../../turn.ts";
import { decideByRules } from "../run/run.ts";

/** A page text from its body; the epoch follows from the address, as a new document gets a new one. */
export function pageOf(
	body: string,
	{ url = "https://shop.example/", head = "" }: { readonly url?: string; readonly head?: string } = {},
): PageView {
	return parsePage(`@page 1\n@url ${url}\n@title Shop\n@epoch ${epochOf(url)}\n${head === "" ? "" : `${head}\n`}\n${body}`);
}

function epochOf(url: string): string {
	return `e${[...url].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7).toString(36)}`;
}

/** A turn at its start, with what a case changes. */
export function turnOf(turn: Partial<Turn> & Pick<Turn, "query" | "page">): Turn {
	return {
		mode: "autonomous",
		now: new Date("2026-03-02T10:00:00Z"),
		plan: null,
		history: [],
		report: {},
		reflection: null,
		knowledge: [],
		notes: [],
		forbidden: [],
		remaining: { steps: 50, tokens: 100_000 },
		memory: "",
		state: undefined,
		...turn,
	};
}

/** What became of an action: the page afterwards, and the verdict where it is not a success. */
export type Outcome = {
	readonly page: PageView;
	readonly verdict?: "success" | "failure";
	readonly report?: LastReport;
	/** What was seen of the action. */
	readonly observations?: readonly string[];
	readonly note?: string;
	readonly notes?: readonly string[];
};

/** All decisions of a task, and the texts of its actions. */
export type Played = { readonly actions: readonly string[]; readonly decisions: readonly Decision[]; readonly last: Decision };

/** Plays a task: `world` answers each action until the decider ends it, at most 60 times. */
export function play(query: string, start: PageView, world: (action: Action, text: string) => Outcome): Played {
	const actions: string[] = [];
	const decisions: Decision[] = [];
	const history: PastStep[] = [];
	const notes: string[] = [];
	let plan: Plan | null = null;
	let outcome: Outcome = { page: start };
	let state: unknown;
	for (let stepIndex = 0; stepIndex < 60; stepIndex += 1) {
		const decision = decideByRules(
			turnOf({
				query,
				page: outcome.page,
				plan,
				history: history.slice(-20),
				report: outcome.report ?? {},
				notes: notes.slice(-20),
				state,
			}),
		);
		const text = formatAction(decision.action);
		actions.push(text);
		decisions.push(decision);
		if (decision.action.name === "finish" || decision.action.name === "fail") return { actions, decisions, last: decision };
		plan ??= { steps: [], currentStepIndex: 0, createdAt: "2026-03-02T10:00:00.000Z" };
		// As the engine keeps it: through JSON.
		state = JSON.parse(JSON.stringify(decision.state));
		outcome = world(decision.action, text);
		notes.push(...(outcome.notes ?? []), ...(outcome.note === undefined ? [] : [outcome.note]));
		history.push({
			stepIndex,
			thought: decision.thought,
			action: text,
			parsed: decision.action,
			verification: {
				stepIndex,
				verdict: outcome.verdict ?? "success",
				confidence: 0.95,
				by: "facts",
				observations: [...(outcome.observations ?? [])],
			},
		});
	}
	throw new Error(`no end after ${actions.length} actions: ${actions.slice(-5).join(" ")}`);
}

/** A world of fixed answers: the nth action leads to the nth page; the last page stays. */
export function pages(...bodies: readonly string[]): (action: Action, text: string) => Outcome {
	let turn = 0;
	return () => {
		const body = bodies[Math.min(turn, bodies.length - 1)] ?? "";
		turn += 1;
		return { page: pageOf(body) };
	};
}

/** What is done on a page that stays as it is; a question ends it. */
export function actionsOn(page: PageView, query: string): readonly string[] {
	return play(query, page, (action) => ({ page, ...(action.name === "ask" ? { note: "Stop" } : {}) })).actions;
}
