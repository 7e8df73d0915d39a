import { formatAction } from "@webhand/contracts/action/format";
import { shortAnswer } from "@webhand/page/find/answers";
import { defined } from "../../../defined.ts";
import type { PictureMessage } from "../../conversation.ts";
import type { Knowledge, Turn } from "../../turn.ts";
import { lastAction } from "../../turn.ts";
import { charactersWithin } from "../tokens.ts";
import type { Profile } from "./budget.ts";
import { pageRoom, tightened, within } from "./budget.ts";
import { escapeData, fence } from "./fence.ts";
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
 * @param nonce 96 random bits in hex, new for each request
 * @throws never
 */
export function buildPrompt(turn: Turn, profile: Profile, nonce: string): Prompt {
	const usual = fillPrompt(turn, profile, nonce);
	// Room for the page matters more than old steps and more knowledge.
	const isTight = usual.isPageShortened && usual.pageTokens < profile.mostPageTokens;
	return isTight ? fillPrompt(turn, tightened(profile), nonce) : usual;
}

function fillPrompt(turn: Turn, profile: Profile, nonce: string): Prompt & { readonly pageTokens: number } {
	const usedKnowledge = fittingKnowledge(turn, profile);
	const noted = (text: string) => (text === "" ? "" : fence("notes", nonce, text));
	const user = [
		`TASK: ${within(turn.query, profile.taskTokens)}`,
		batchOf(turn, profile),
		section("SERVER TOOLS", toolsOf(turn, nonce)),
		section("PLAN", noted(planOf(turn))),
		section("PREVIOUS ACTIONS", noted(historyOf(turn.history, profile))),
		section("MEMORY", noted(memoryOf(turn))),
		section("REFLECTION", reflectionOf(turn)),
		notesOf(turn, profile, nonce),
		`TIME: ${turn.now.toISOString()}`,
		section("LAST RESULT", resultOf(turn, profile, nonce)),
		section("SERVER RESULTS", resultsOf(turn, profile, nonce)),
		...forbiddenOf(turn, nonce),
		missingPictureOf(turn),
		remainingOf(turn),
		...knowledgeParts(usedKnowledge, nonce),
	].filter((part) => part !== "");
	const system = systemOf({ ...profile, takesPictures: turn.takesPictures === true });
	const picture = pictureOf(turn);
	const pageTokens = pageRoom(profile, [system, ...user, fenceMarks], picture === undefined ? 0 : pictureTokens);
	const page = pageFor(turn.page, pageTokens);
	const messages: readonly Message[] = [
		{ role: "system", content: system },
		{ role: "user", content: [...user, `CURRENT PAGE:\n${fence("page", nonce, page.text)}`].join("\n\n"), ...defined({ picture }) },
	];
	return { messages, isPageShortened: page.isShortened, pageTokens, usedKnowledge };
}

/** An answer that cannot be used, and why. Both may repeat words of the page. */
export type Rejected = { readonly text: string; readonly problem: string };

/**
 * A prompt that asks once more. The rejected answer stands in the user's message, in a fence: as the model's own turn it would stand in none.
 */
export function repairPrompt(messages: readonly Message[], { text, problem }: Rejected, nonce: string): readonly Message[] {
	const lines = [`problem: ${escapeData(problem)}`, "answer:", ...text.split("\n").map(escapeData)];
	const complaint = `YOUR LAST ANSWER cannot be used:\n${fence("notes", nonce, lines.join("\n"))}\nAnswer TASK again in the format of the instructions.`;
	return messages.map((message, index) =>
		index === messages.length - 1 ? { ...message, content: `${message.content}\n\n${complaint}` } : message,
	);
}

/** The same in all steps of a task, as the client requests. A small model gets one action at a time. */
function batchOf({ batch = 0 }: Turn, { isSmall }: Profile): string {
	if (batch < 2 || isSmall) return "";
	return `MORE: when <Action> fills a field, up to ${batch - 1} other ordinary fields of the same form may be filled along with it, one action a line:
<More>setValue(18, "text")
select(19, "label")</More>
Each is proven for itself; buttons, secrets and fields that depend on another one do not belong there.`;
}

function planOf({ plan }: Turn): string {
	if (plan === null) return "";
	return plan.steps.map((step) => `${step.index}. [${step.status}] ${escapeData(step.description)}`).join("\n");
}

function reflectionOf({ reflection }: Turn): string {
	if (reflection === null) return "";
	return [`efficiency ${reflection.efficiency}`, ...reflection.suggestions].join("\n");
}

function resultOf(turn: Turn, { lookupTokens }: Profile, nonce: string): string {
	const last = lastAction(turn.history);
	const verdict = last?.verification;
	const lookup = turn.report.actual?.lookup;
	const { error } = turn.report;
	// The page controls its alert and validation messages, and the action may repeat its words, so all of it is data.
	const seen = [...(verdict?.observations ?? []), ...(error === undefined ? [] : [error.message])]
		.map(escapeData)
		.filter((line) => line !== "");
	const action =
		verdict === undefined ? [] : [`action: ${escapeData(formatAction(last?.parsed ?? { name: "wait", seconds: 0 })).slice(0, 200)}`];
	const told = [...action, ...seen];
	return [
		verdict === undefined ? "" : verdict.verdict,
		error === undefined ? "" : `error ${codeOf(error.code)}`,
		told.length === 0 ? "" : `seen:\n${fence("page", nonce, told.join("\n"))}`,
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
