import { readNote } from "../../../policy/question/asked-note.ts";
import { defined } from "../../../shared/defined.ts";
import type { PastStep, Turn } from "../../turn.ts";
import type { AnswersIn } from "../provider/model.ts";
import type { Profile } from "./budget.ts";
import { newest, within } from "./budget.ts";
import { escapeData, fence } from "./fence.ts";
import type { Manner } from "./format.ts";
import { sayAction } from "./format.ts";

const thoughtLimit = 200;

/** A part under its heading; "" without content. */
export const section = (title: string, content: string): string => (content === "" ? "" : `${title}:\n${content}`);

/**
 * What the person said, one line each. The questions that they answered may quote a page, so these stand in a fence of their own, under the
 * numbers that the answers name.
 */
export function notesOf({ notes }: Pick<Turn, "notes">, { noteTokens }: Pick<Profile, "noteTokens">, nonce: string): string {
	const half = Math.floor(noteTokens / 2);
	const cut = (text: string) => within(text, half);
	const all = notes.map(readNote).map(({ question, said }) => {
		const line = said.split(/\s*[\n\r\u2028\u2029]+\s*/).join(" / ");
		return { said: cut(line), ...defined({ question: question && within(escapeData(question), Math.floor(half / 2)) }) };
	});
	const lines = all.map(({ question = "", said }) => `- ${said}${question}`);
	const kept = all.slice(-newest(lines, noteTokens).split("\n").length);
	const asked = kept.flatMap(({ question }) => question ?? []);
	const numberOf = (question: string | undefined) => (question === undefined ? "" : `(answer ${asked.indexOf(question) + 1}) `);
	const questions = asked.map((question, index) => `${index + 1}. ${question}`).join("\n");
	return [
		section("ANSWERED QUESTIONS", questions === "" ? "" : fence("notes", nonce, questions)),
		section("USER NOTES", kept.map(({ question, said }) => `- ${numberOf(question)}${said}`).join("\n")),
	]
		.filter((part) => part !== "")
		.join("\n\n");
}

/** The actions may hold words of a page, and so may the reasons. */
export function forbiddenOf({ forbidden }: Turn, { nonce, answersIn }: Manner): readonly string[] {
	const isEnd = ({ action }: Turn["forbidden"][number], name: string) => action.startsWith(`${name}(`);
	const linesOf = (entries: Turn["forbidden"]) =>
		entries.map(({ action, reason }) => `- ${sayAction(escapeData(action), "", answersIn)}: ${withoutQuotes(reason)}`);
	const refused = (name: "finish" | "fail", after: string) => {
		const reasons = forbidden.filter((entry) => isEnd(entry, name)).map(({ reason }) => `- ${escapeData(reason)}`);
		return reasons.length === 0 ? "" : `${name.toUpperCase()} WAS REFUSED:\n${fence("notes", nonce, reasons.join("\n"))}\n${after}`;
	};
	const lines = linesOf(forbidden.filter((entry) => !isEnd(entry, "finish") && !isEnd(entry, "fail") && entry.isDoubt !== true));
	const doubts = linesOf(forbidden.filter(({ isDoubt }) => isDoubt));
	return [
		lines.length === 0 ? "" : section("FORBIDDEN NOW", fence("notes", nonce, lines.join("\n"))),
		doubts.length === 0 ? "" : `THINK AGAIN:\n${fence("notes", nonce, doubts.join("\n"))}\n${afterDoubt}`,
		refused("finish", afterRefusal),
		refused("fail", "Do what is missing, or finish with what the page shows. If TASK cannot be done all the same, fail again."),
	];
}

const afterDoubt = "Nothing was done yet. Answer the same again if TASK needs just that; else do something else.";
const afterRefusal =
	"Do what is missing. If the page shows that TASK is done all the same, finish again: then task and page alone are checked.";

/** The model's own text, into which a page may have injected a heading of ours: no line may begin like one. */
export function memoryOf({ memory }: Turn): string {
	const lines = memory.split("\n").map(escapeData);
	return lines
		.filter((line) => line !== "")
		.map((line) => `- ${line}`)
		.join("\n");
}

/** The newest steps with their thoughts, the others one line each, in the form that the answer is to have. */
export function historyText(history: readonly PastStep[], profile: Profile, answersIn: AnswersIn): string {
	const kept = history.slice(-profile.historySteps);
	const lines = kept.map((step, index) => {
		const hasThought = index >= kept.length - profile.historyThoughts;
		const thought = hasThought ? escapeData(step.thought).slice(0, thoughtLimit) : "";
		const said = sayAction(escapeData(step.action).slice(0, 300), thought, answersIn);
		return `Step ${step.stepIndex + 1}: ${said}${targetOf(step)}: ${outcomeOf(step)}`;
	});
	return newest(lines, profile.historyTokens);
}

const targetOf = ({ targetName = "" }: PastStep) => (targetName === "" ? "" : ` on “${escapeData(targetName)}”`);

function outcomeOf(step: PastStep): string {
	if (step.verification === undefined) return "not yet proven";
	const word = { success: "worked", failure: "had no effect", unclear: "unclear" }[step.verification.verdict];
	const seen = step.verification.observations.slice(0, 3).map(withoutQuotes);
	return [word, ...seen].join(", ");
}

/** Observations without text of the page: that of the newest step stands in a fence, older ones are left out. */
function withoutQuotes(seen: string): string {
	return escapeData(seen)
		.replace(/\s*".*"/, "")
		.slice(0, 200);
}
