import type { Decision } from "../../../port.ts";
import { choiceTexts } from "../../act/choices.ts";
import type { Move } from "../../act/move.ts";
import { quoted } from "../../act/move.ts";
import type { Finder } from "../../page/find/finder.ts";
import type { Clause } from "../../sentence/clause.ts";

/** Why the rules give up. */
export type RefusalKind = "not_understood" | "stuck" | "refused" | "impossible";

const modelHelps = "Instructions like this need a language model, which whoever runs the server can set up.";

/** What came before the end. `answers`: what was read until then, which is no less true for what failed behind it. */
type Ended = {
	readonly category: RefusalKind;
	readonly done: readonly Clause[];
	readonly deeds: readonly string[];
	readonly answers: readonly string[];
};

/** The end of a task that the rules cannot go on with; parts done stay named. */
export function refusal(message: string, { category, done, deeds, answers }: Ended): Decision {
	const parts = [
		message,
		...(done.length > 0 ? [`Done so far: ${counted(done.map((clause) => quoted(clause.text))).join(", ")}.`] : []),
		...(deeds.length > 0 ? [`On the page I did this: ${deeds.join(", ")}.`] : []),
		...(category === "not_understood" ? [modelHelps] : []),
	];
	const text = parts.join(" ").slice(0, 2_000);
	const answer = answers.length === 0 ? {} : { answer: answers.join("\n") };
	return { thought: text, action: { name: "fail", reason: text }, failure: { category, message: text, ...answer } };
}

/** The end of a task that is done. `passed`: the clicks that showed nothing; `asks`: the dialog that the last deed has opened. */
export function finished(
	read: string | undefined,
	{ passed, asks }: { readonly passed: readonly string[]; readonly asks?: string },
): Decision {
	const doubt = passed.length === 0 ? "" : ` Nothing visible changed after ${passed.slice(0, 4).map(quoted).join(", ")}.`;
	// A person who is told no more than "done" would take the deed behind the question for done.
	const open = asks === undefined ? [] : [`The page now asks ${quoted(asks)}: that is left to you.`];
	const answers = [...(read === undefined ? [] : [read]), ...open];
	const said =
		answers.length === 0 ? "Everything in the instruction is done." : `Everything is done; the answer is ${quoted(answers.join(" "))}.`;
	return { thought: `${said}${doubt}`, action: answers.length === 0 ? { name: "finish" } : { name: "finish", answer: answers.join("\n") } };
}

/** Each text once, with how often it stands there. */
function counted(texts: readonly string[]): readonly string[] {
	const times = new Map<string, { readonly text: string; count: number }>();
	for (const text of texts) {
		const known = times.get(text.toLowerCase());
		if (known === undefined) times.set(text.toLowerCase(), { text, count: 1 });
		else known.count += 1;
	}
	return [...times.values()].map(({ text, count }) => (count === 1 ? text : `${text} (${count} times)`));
}

/** What was understood and what was not, with the controls that are called most like it. */
export function notUnderstood(
	clause: Clause,
	{ clauses, nearest }: { readonly clauses: readonly Clause[]; readonly nearest: readonly string[] },
): string {
	const others = clauses.filter(
		(one) => one.text.toLowerCase() !== clause.text.toLowerCase() && one.intent.kind !== "unknown" && one.list?.whole !== clause,
	);
	const understood = others
		.map((one) => one.text)
		.filter((text, index, all) => all.findIndex((other) => other.toLowerCase() === text.toLowerCase()) === index)
		.map(quoted);
	const isUnknown = clause.intent.kind === "unknown";
	const bound = clause.intent.kind === "unknown" ? clause.intent.bound : undefined;
	if (bound !== undefined)
		return `I can only do what is asked for as a whole, and ${quoted(bound)} leaves a part of ${quoted(clause.text)} out: I have done nothing.`;
	const said = understood.length > 0 ? `I understood ${understood.slice(0, 4).join(", ")} but ` : "I ";
	const what = isUnknown ? `not ${quoted(clause.text)}.` : `cannot find what ${quoted(clause.text)} means on this page.`;
	const near = [...new Set(nearest)].slice(0, 5);
	const controls = near.length > 0 ? ` Nearest controls: ${near.map(quoted).join(", ")}.` : "";
	return isUnknown && understood.length === 0 ? `I did not understand ${quoted(clause.text)}.${controls}` : `${said}${what}${controls}`;
}

/**
 * Asks which of several controls is meant that fit equally well.
 *
 * @param answered what the person said to the same question before, which told none of them
 */
export function whichOne(
	finder: Finder,
	{ matches, thing }: Extract<Move, { readonly kind: "tied" }>,
	answered: string | undefined,
): Decision {
	const choices = choiceTexts(finder, matches).slice(0, 10);
	const whole = quoted(thing.whole || "it");
	const unfit = answered === undefined ? "" : `${quoted(answered)} is none of these, or more than one of them. `;
	return {
		thought: `${quoted(thing.whole)} fits ${matches.length} controls equally well, so I ask.`,
		action: { name: "ask", question: `${unfit}Which ${thing.noun || "one"} do you mean by ${whole}?`, choices },
		missingInformation: [`which ${thing.noun || "control"} ${whole} means`.slice(0, 200)],
	};
}
