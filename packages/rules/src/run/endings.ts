import type { Layout } from "@webhand/page/layout/layout";
import type { ElementView } from "@webhand/page/parse/view";
import type { Clause } from "../clause.ts";
import { choicesOf } from "../page/choices.ts";
import { quoted } from "../page/text.ts";
import { orderKind } from "../sentence/order-kind.ts";
import type { Decision, PastStep, Turn } from "../turn.ts";
import { lastStep } from "../turn.ts";

/** Why a task ends without being done. */
export type RefusalKind = "not_understood" | "not_on_page" | "stuck" | "refused" | "impossible";

const acting: ReadonlySet<string> = new Set(["click", "press", "setValue", "select", "drag", "upload", "navigate", "openTab"]);
const notDone = /^client_error (?:NOT_FOUND|STALE|ELEMENT_NOT_FOUND|STALE_ELEMENT)/;

/** True for a step that did something on the page, as far as the client says. A visit that did not arrive did nothing. */
export function isDeed({ parsed: { name }, verification }: PastStep): boolean {
	const isAway = (name === "navigate" || name === "openTab") && verification?.verdict === "failure";
	return acting.has(name) && !isAway && verification?.observations.some((one) => notDone.test(one)) !== true;
}

/** What was done for a clause that came to no end, in the words of its thoughts, at most five. */
function deedsOf(history: readonly PastStep[], since: number): readonly string[] {
	const counts = new Map<string, number>();
	for (const past of history) {
		const deed =
			past.stepIndex >= since && isDeed(past)
				? /(?:^|[.!] )I ([^“]*(?:“[^”]*”[^“]*)*)$/.exec(past.thought)?.[1]?.replace(/\.$/, "").slice(0, 120)
				: undefined;
		if (deed !== undefined) counts.set(deed, (counts.get(deed) ?? 0) + 1);
	}
	return [...counts].slice(-5).map(([deed, count]) => (count === 1 ? deed : `${deed} (${count} times)`));
}

/** A refusal by the person, and a page that nobody can read, end the task for a model as well. */
const handedOver: ReadonlySet<RefusalKind> = new Set(["not_understood", "not_on_page", "stuck"]);
const decidedBy = "rules";

type Ended = {
	readonly category: RefusalKind;
	/** What happened is for the person to judge: no model goes on from here. */
	readonly isForPerson: boolean;
	readonly done: readonly Clause[];
	readonly history: readonly PastStep[];
	readonly since: number;
	readonly answers: readonly string[];
};

/** The end of a task that the rules cannot go on with: what was done stays named, and what was read stays told. */
export function refusal(message: string, { category, isForPerson, done, history, since, answers }: Ended): Decision {
	const deeds = deedsOf(history, since);
	const isNothingDone = done.length === 0 && deeds.length === 0;
	const parts = [
		message,
		...(done.length > 0 ? [`Done so far: ${[...new Set(done.map(({ text }) => quoted(text)))].join(", ")}.`] : []),
		...(deeds.length > 0 ? [`On the page I did this: ${deeds.join(", ")}.`] : []),
		...(isNothingDone && (category === "not_understood" || category === "not_on_page") ? ["Nothing was changed."] : []),
	];
	const text = parts.join(" ").slice(0, 2_000);
	return {
		thought: text,
		action: { name: "fail", reason: text },
		failure: { category, message: text, ...(answers.length === 0 ? {} : { answer: answers.join("\n") }) },
		decidedBy,
		...(!isForPerson && handedOver.has(category) ? { canHandOver: true } : {}),
	};
}

/** The end of a task that is done, with what was read as its answer; what the page asks now is told, so that nobody takes it for done. */
export function finished(answers: readonly string[], passed: readonly string[], turn: Turn): Decision {
	const seen = lastStep(turn.history)?.verification?.observations ?? [];
	const isOpened = seen.some((one) => one.startsWith("dialog_opened") && !one.endsWith("(client)"));
	const question = isOpened ? turn.page.dialogs.map(({ name }) => name).findLast((name) => name.endsWith("?")) : undefined;
	const all = [
		...answers.filter((answer) => answer.trim() !== ""),
		...(question === undefined ? [] : [`The page now asks ${quoted(question)}: that is left to you.`]),
	];
	const doubt = passed.length === 0 ? "" : ` Nothing visible changed after ${passed.slice(0, 4).map(quoted).join(", ")}.`;
	const said = all.length === 0 ? "Everything in the instruction is done." : `Everything is done; the answer is ${quoted(all.join(" "))}.`;
	const action = all.length === 0 ? ({ name: "finish" } as const) : ({ name: "finish", answer: all.join("\n") } as const);
	return { thought: `${said}${doubt}`, action, decidedBy };
}

/** What was not understood, with the controls that are called most like it. One sentence says what is missing. */
export function notUnderstood({ text, intent }: Clause, clauses: readonly Clause[], { near, now }: Nearest): string {
	if (intent.kind === "unknown" && intent.isFixable === true) return intent.reason;
	const rest = clauses.filter((one) => one.text !== text && one.intent.kind !== "unknown");
	const understood = [...new Set(rest.map((one) => quoted(one.text)))].slice(0, 4);
	const without = "without a language model";
	if (understood.length === 0 && orderKind(text, now) === "asks") return `I can’t answer questions like this ${without}.`;
	const because = intent.kind === "unknown" && intent.word !== undefined ? `, because of ${quoted(intent.word)}` : "";
	const can = understood.length === 0 ? "I can’t do" : `I can do ${understood.join(", ")}, but not`;
	return `${can} ${quoted(text)} ${without}${because}.${nearest(near)}`;
}

type Nearest = { readonly near: readonly string[]; readonly now: Date };

/** A thing that an order names and the page does not have. `place`: where it was looked for in vain. */
export function notOnPage(thing: string, { near, place = "" }: { readonly near: readonly string[]; readonly place?: string }): string {
	const isAway = place !== "" && place !== thing;
	return isAway
		? `I can’t find ${quoted(thing)}: ${quoted(place)} is not on this page.`
		: `I can’t find ${quoted(thing)} on this page.${nearest(near)}`;
}

const nearest = (near: readonly string[]): string => (near.length === 0 ? "" : ` Nearest: ${near.slice(0, 3).map(quoted).join(", ")}.`);

/** A tie to ask about. */
type Tie = {
	readonly clause: Clause;
	readonly elements: readonly ElementView[];
	readonly text: string;
	readonly unfit: string | undefined;
};

/** Asks which of several controls is meant that fit equally well. `unfit`: an answer before that told none of them. */
export function whichOne(layout: Layout, { clause, elements, text, unfit }: Tie): Decision {
	const said = quoted(text || clause.text);
	const before = unfit === undefined ? "" : `${quoted(unfit)} is none of these, or more than one of them. `;
	return {
		thought: `${said} fits ${elements.length} controls equally well, so I ask.`,
		action: { name: "ask", question: `${before}Which one do you mean by ${said}?`, choices: choicesOf(layout, elements.slice(0, 10)) },
		missingInformation: [`which control ${said} means`.slice(0, 200)],
		decidedBy,
	};
}

const none = "None of these";

/** Offers the one control that is called nearly so. */
export function didYouMean(clause: Clause, name: string): Decision {
	return {
		thought: `Nothing here is called as ${quoted(clause.text)} says, but ${quoted(name)} comes near, so I ask.`,
		action: {
			name: "ask",
			question: `I cannot find what ${quoted(clause.text)} names. Do you mean ${quoted(name)}?`,
			choices: [name, none],
		},
		missingInformation: [`whether ${quoted(name)} is meant`.slice(0, 200)],
		decidedBy,
		canHandOver: true,
	};
}

/** True for a press that may send something. */
const isSending = ({ parsed }: PastStep): boolean =>
	parsed.name === "click" || parsed.name === "press" || (parsed.name === "setValue" && parsed.submit);

/** True for a failed press that the client carried out and the page did not refuse: it may have been taken without a word. */
export const mayBeTaken = (past: PastStep): boolean =>
	isSending(past) && past.verification?.observations.some((one) => /^(?:client_error|validation_error)\b/.test(one)) !== true;

/** What the page said to what was sent last, where it would not take it; undefined where it said nothing. */
export function answerOfPage(history: readonly PastStep[]): { readonly text: string; readonly mayBeTaken: boolean } | undefined {
	const last = lastStep(history);
	const verification = last?.verification;
	if (last === undefined || !isSending(last) || verification === undefined || verification.verdict === "success") return undefined;
	const told = (name: string) =>
		verification.observations.flatMap((one) => (one.startsWith(`${name} `) ? [inWords(one.slice(name.length + 1))] : [])).slice(0, 3);
	const [refusals, answers] = [told("validation_error"), told("form_same")];
	if (refusals.length > 0) return { text: `the page would not take it: ${refusals.join(", ")}`, mayBeTaken: false };
	const doubt = `the form stands there as before and says ${answers.join(", ")}: I cannot tell whether it was taken`;
	return answers.length === 0 ? undefined : { text: doubt, mayBeTaken: true };
}

/** `"Email" "Please fill in"` and `"Email" invalid` as a user reads them. */
function inWords(detail: string): string {
	const [, field = "", rest = ""] = /^"([^"]*)"(?: (.+))?$/s.exec(detail.replace(/ \(client\)$/, "")) ?? [];
	const bare = (text: string) => text.replace(/(?<!\.)\.$/, "");
	if (field === "" && rest === "") return quoted(bare(detail));
	return rest === "" ? quoted(bare(field)) : `${quoted(field)}: ${bare(rest.replace(/^"(.*)"$/s, "$1"))}`;
}
