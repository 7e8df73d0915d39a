import { shortAnswer } from "@webhand/page/find/answers";
import { defined } from "../../../shared/defined.ts";
import type { PictureMessage } from "../../conversation.ts";
import type { Knowledge, Turn } from "../../turn.ts";
import { lastAction } from "../../turn.ts";
import { charactersWithin } from "../tokens.ts";
import type { Profile } from "./budget.ts";
import { pageRoom, tightened, within } from "./budget.ts";
import { escapeData, fence } from "./fence.ts";
import type { Manner } from "./format.ts";
import { answerHint, kindQuestion } from "./format.ts";
import { alsoHere } from "./here.ts";
import { fittingKnowledge, knowledgeParts } from "./knowledge.ts";
import { pageFor } from "./page.ts";
import { forbiddenOf, historyOf, memoryOf, notesOf, section } from "./past.ts";
import { missingPictureOf, pictureOf, pictureTokens } from "./picture.ts";
import { resultsOf, toolsOf } from "./server.ts";
import { systemOf } from "./system.ts";

/** One message of a chat, in roles that every provider has. */
export type Message =
	| { readonly role: "system" | "assistant"; readonly content: string }
	| { readonly role: "user"; readonly content: string; readonly picture?: PictureMessage };

/** Characters of a lookup result. */
const lookupLimit = 6_000;
/** Tokens of the heading and the fence of the page. */
export const fenceMarks = " ".repeat(120);

/** A prompt, whether parts of its page are left out, and the chunks of knowledge that stand in it. */
export type Prompt = {
	readonly messages: readonly Message[];
	readonly isPageShortened: boolean;
	readonly usedKnowledge: readonly Knowledge[];
};

/**
 * The prompt of a turn, ordered for the providers' caches: fixed text and task first, the newest page last. Pages, knowledge and
 * whatever was written by one who had read them stand in fences with a fresh nonce, which no text in them can close.
 *
 * @throws never
 */
export function buildPrompt(turn: Turn, profile: Profile, manner: Manner): Prompt {
	const usual = fillPrompt(turn, profile, manner);
	// Room for the page matters more than old steps and more knowledge.
	const isTight = usual.isPageShortened && usual.pageTokens < profile.mostPageTokens;
	return isTight ? fillPrompt(turn, tightened(profile), manner) : usual;
}

function fillPrompt(turn: Turn, profile: Profile, { nonce, answersIn }: Manner): Prompt & { readonly pageTokens: number } {
	const usedKnowledge = fittingKnowledge(turn, profile);
	const noted = (text: string) => (text === "" ? "" : fence("notes", nonce, text));
	const user = [
		`TASK: ${within(turn.query, profile.taskTokens)}`,
		section("SERVER TOOLS", toolsOf(turn, nonce)),
		section("PLAN", noted(planOf(turn))),
		section("PREVIOUS ACTIONS", noted(historyOf(turn.history, profile, answersIn))),
		section("MEMORY", noted(memoryOf(turn))),
		section("REFLECTION", reflectionOf(turn)),
		notesOf(turn, profile, nonce),
		`TIME: ${turn.now.toISOString().slice(0, 16).replace("T", " ")} UTC`,
		section("LAST RESULT", resultOf(turn, profile, nonce)),
		section("SERVER RESULTS", resultsOf(turn, profile, nonce)),
		...forbiddenOf(turn, { nonce, answersIn }),
		missingPictureOf(turn),
		remainingOf(turn),
		...knowledgeParts(usedKnowledge, nonce),
		section("ALSO POSSIBLE HERE", alsoHere(turn, profile, answersIn)),
		answerHint(turn, answersIn),
		turn.wantsKind === true ? kindQuestion(answersIn) : "",
	].filter((part) => part !== "");
	const system = systemOf(profile, answersIn, turn.takesPictures === true);
	const picture = pictureOf(turn);
	const pageTokens = pageRoom(profile, [system, ...user, fenceMarks], picture === undefined ? 0 : pictureTokens);
	const page = pageFor(turn.page, pageTokens);
	const messages: readonly Message[] = [
		{ role: "system", content: system },
		{ role: "user", content: [...user, `CURRENT PAGE:\n${fence("page", nonce, page.text)}`].join("\n\n"), ...defined({ picture }) },
	];
	return { messages, isPageShortened: page.isShortened, pageTokens, usedKnowledge };
}

/** An answer that cannot be used, and why. Both may repeat words of the page. Small models copy what they see, so they get no `text`. */
export type Rejected = { readonly text?: string; readonly problem: string };

/**
 * A prompt that asks once more. The rejected answer stands in the user's message, in a fence: as the model's own turn it would stand in none.
 */
export function repairPrompt(messages: readonly Message[], { text, problem }: Rejected, nonce: string): readonly Message[] {
	const answer = text === undefined ? [] : ["answer:", ...text.split("\n").map(escapeData)];
	const lines = [`problem: ${escapeData(problem)}`, ...answer];
	const complaint = `YOUR LAST ANSWER cannot be used:\n${fence("notes", nonce, lines.join("\n"))}\nAnswer TASK again in the format of the instructions.`;
	return messages.map((message, index) =>
		index === messages.length - 1 ? { ...message, content: `${message.content}\n\n${complaint}` } : message,
	);
}

function planOf({ plan }: Turn): string {
	if (plan === null) return "";
	return plan.steps.map(({ index, status, description }) => `${index + 1}. ${escapeData(description)}${marks[status]}`).join("\n");
}

/** The reader drops these marks where a model repeats them. */
const marks = { pending: "", active: " [now]", completed: " [done]", failed: " [failed]" } as const;

function reflectionOf({ reflection }: Turn): string {
	if (reflection === null) return "";
	return [`efficiency ${reflection.efficiency}`, ...reflection.suggestions].join("\n");
}

function resultOf(turn: Turn, { lookupTokens }: Profile, nonce: string): string {
	const verdict = lastAction(turn.history)?.verification;
	const lookup = turn.report.actual?.lookup;
	const { error } = turn.report;
	// The page controls its alert and validation messages, so all of it is data.
	const seen = [...(verdict?.observations ?? []), ...(error === undefined ? [] : [error.message])]
		.map(escapeData)
		.filter((line) => line !== "");
	return [
		verdict === undefined ? "" : verdict.verdict,
		error === undefined ? "" : `error ${codeOf(error.code)}`,
		seen.length === 0 ? "" : `seen:\n${fence("page", nonce, seen.join("\n"))}`,
		lookup === undefined ? "" : `found:\n${fence("page", nonce, foundOf(lookup, lookupTokens))}`,
	]
		.filter((line) => line !== "")
		.join("\n");
}

/** Codes of clients are capital words; anything else is none. */
function codeOf(code: string): string {
	return /^[A-Z]+(?:_[A-Z]+)*$/.test(code) ? code : "unknown";
}

/** At most 6,000 characters of an answer, fewer where they make too many tokens. */
function foundOf(lookup: string, tokens: number): string {
	const found = lookup.split("\n").map(escapeData).join("\n");
	return shortAnswer(found, Math.min(lookupLimit, charactersWithin(found, tokens)));
}

function remainingOf({ remaining }: Turn): string {
	if (remaining.steps <= 1) return "REMAINING: this is the last step; only finish or fail make sense now.";
	if (remaining.isShort === true) return `REMAINING: ${remaining.steps} steps, and a quarter of the budget at most; come to the end.`;
	return remaining.steps <= 12 ? `REMAINING: ${remaining.steps} steps.` : "";
}
