import type { Action } from "@webhand/contracts/action/grammar";
import type { howToRoute } from "@webhand/contracts/agent/task-knowledge";
import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import { fold } from "@webhand/lexicon/text";
import { cleanText, cut } from "@webhand/page/write/normalize";
import type { z } from "zod";
import { isRadio, isTick } from "../../policy/facts/roles.ts";
import { isFinal, isQuestion } from "../../policy/facts/target.ts";
import { maskedValue } from "../../policy/secrets/find.ts";
import { isSuccess } from "../../policy/verify/verify.ts";
import { defined } from "../../shared/defined.ts";
import type { BatchPart, StepRow, Task } from "../../shared/task.ts";
import { readLabels } from "../../shared/task.ts";

/** The parts of a stored step that a how-to is made from. */
export type HowToStep = Pick<StepRow, "parsed" | "targetName" | "verification" | "gate" | "expect" | "isProven" | "batch" | "proves"> & {
	readonly before: { readonly url: string; readonly target?: { readonly role: string } } | null;
};

type HowTo = z.output<typeof howToRoute.reply>;

/** An action that worked. `page`: where it was done; `isMove`: it only led elsewhere; `control`: what it set, for fills. */
type Told = {
	readonly sentence: string;
	readonly page: URL | null;
	readonly isMove: boolean;
	readonly control?: string;
	readonly part: Pick<BatchPart, "parsed" | "expect" | "isProven" | "verification">;
};

const maxTitle = 120;
// More is cut away anyway, and the pattern for its end takes quadratic time.
const longestTask = 500;
const shortestTyped = 3;

/**
 * A how-to from the proven steps of a completed task, in Markdown. Left out: what failed or was never proven, ways that led back to where
 * they began, a field's earlier values, looking and waiting, and what the person typed.
 *
 * @param steps of the task, oldest first
 * @throws never
 */
export function howToOf({ query, origins }: Pick<Task, "query" | "origins">, steps: readonly HowToStep[]): HowTo {
	const done = steps.filter(({ parsed, proves }) => proves === undefined && !isFinal(parsed) && !isQuestion(parsed)).flatMap(partsOf);
	const told = withoutRepeats(withoutDetours(done.flatMap(toldOf)));
	const pages = pagesOf(told);
	const domain = pages[0] === undefined ? (origins[0] ?? "") : activeDomainOf(pages[0].href);
	const pathPrefix = commonPath(pages.filter((page) => activeDomainOf(page.href) === domain));
	const title = titleOf(query);
	const place = `On ${escapeMarkdown(domain)}${pathPrefix === undefined ? "" : `, below ${escapeMarkdown(pathPrefix)}`}:`;
	const lines = linesOf(told, domain);
	const end = endOf(told.at(-1), typedIn(done));
	const content = [
		`# ${escapeMarkdown(title)}`,
		lines.length === 0
			? `On ${escapeMarkdown(domain)} the page itself shows it: nothing has to be pressed.`
			: `${place}\n\n${lines.join("\n")}`,
		...(end === undefined ? [] : [end]),
	].join("\n\n");
	const count = lines.length;
	return { title, domain, ...defined({ pathPrefix }), content: `${content}\n`, steps: { told: count, left: done.length - count } };
}

type Done = Acted & Omit<Told, "sentence" | "control">;

/** The actions of a step, each with its own verification. */
function partsOf(step: HowToStep): readonly Done[] {
	const { before, targetName, batch } = step;
	const page = before === null ? null : URL.parse(before.url);
	const isMove = readLabels(step).gate.class === "navigate" || readLabels(step).gate.class === "navigate_offsite";
	if (batch === undefined)
		return [{ parsed: step.parsed, ...defined({ targetName, role: before?.target?.role }), page, isMove, part: step }];
	return batch.map((part) => ({
		parsed: part.parsed,
		...defined({ targetName: part.targetName, role: part.target?.role }),
		page,
		isMove,
		part,
	}));
}

function toldOf(done: Done): readonly Told[] {
	const sentence = isSuccess(done.part.verification) ? sentenceOf(done) : undefined;
	if (sentence === undefined) return [];
	const isFill = done.parsed.name === "setValue" || done.parsed.name === "select";
	const control =
		isFill && "id" in done.parsed ? `${done.page?.href ?? ""} ${done.role ?? ""} ${done.targetName ?? done.parsed.id}` : undefined;
	return [{ sentence, page: done.page, isMove: done.isMove, ...defined({ control }), part: done.part }];
}

/** A way that only moved, to other addresses and back to the one where it began, led nowhere. */
function withoutDetours(told: readonly Told[]): readonly Told[] {
	const kept: Told[] = [];
	for (const next of told) {
		const lastDeed = kept.findLastIndex(({ isMove }) => !isMove);
		const start = kept.findLastIndex(({ page }) => page !== null && page.href === next.page?.href);
		// The last step at this address is the one that left it, unless it is the newest: then nothing was left.
		if (start > lastDeed && start < kept.length - 1) kept.splice(start);
		kept.push(next);
	}
	return kept;
}

/** Of several values of one control the last one counts. */
function withoutRepeats(told: readonly Told[]): readonly Told[] {
	const last = new Map(told.map(({ control }, index) => [control, index]));
	return told.filter(({ control }, index) => control === undefined || last.get(control) === index);
}

/** Numbered lines; the same action again and again is one line. The host is named where it is another than before. */
function linesOf(told: readonly Told[], domain: string): readonly string[] {
	const lines: { text: string; times: number }[] = [];
	let host = domain;
	for (const one of told) {
		const address = addressOf(one);
		const page = address ?? one.page;
		const here = page === null || !isWeb(page) ? host : activeDomainOf(page.href);
		const text = here === host || address !== null ? one.sentence : `On ${escapeMarkdown(here)}: ${one.sentence}`;
		host = here;
		const last = lines.at(-1);
		if (last?.text === text) last.times += 1;
		else lines.push({ text, times: 1 });
	}
	return lines.map(({ text, times }, index) => `${index + 1}. ${text}${times === 1 ? "" : `, ${times} times`}.`);
}

const isWeb = (url: URL) => url.protocol === "http:" || url.protocol === "https:";

/** The pages of the how-to, in their order. Where it begins with an address, that is the first: the page before has nothing to do with it. */
function pagesOf(told: readonly Told[]): readonly URL[] {
	return told.flatMap((one, index) => {
		const page = index === 0 ? (addressOf(one) ?? one.page) : one.page;
		return page === null || !isWeb(page) ? [] : [page];
	});
}

/** The address that an action opens itself. */
function addressOf({ part: { parsed } }: Told): URL | null {
	return parsed.name === "navigate" || parsed.name === "openTab" ? URL.parse(parsed.url) : null;
}

/** The leading path segments that all pages share; undefined for none. */
function commonPath(pages: readonly URL[]): string | undefined {
	const [first = [], ...others] = pages.map(({ pathname }) => pathname.split("/").filter((part) => part !== ""));
	const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
	const shared = length === -1 ? first : first.slice(0, length);
	return shared.length === 0 ? undefined : `/${shared.join("/")}`.slice(0, 500);
}

const courtesy = /^(?:please|kindly|(?:can|could|would|will) you(?: please)?|i (?:want|need|would like)(?: you)? to|help me(?: to)?)\s+/i;

/** "How to add a kettle to the cart", from the first line of the task. */
function titleOf(query: string): string {
	const first = cleanText((query.trim().split(/[\r\n]+/)[0] ?? "").slice(0, longestTask)).replaceAll(maskedValue, "…");
	const words = first.replace(courtesy, "").replace(/[.!\s]+$/, "");
	if (words.endsWith("?")) return `How to find out: ${cut(words, maxTitle)}`;
	// A word in capitals, or a name with an inner capital, stays as it is.
	const isPlainWord = /^\p{Lu}\p{Ll}+(?:\s|$)/u.test(words);
	return `How to ${cut(isPlainWord ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words, maxTitle)}`;
}

/** What the person typed in the task, folded: it must not come back by what a page says of it. */
function typedIn(done: readonly Done[]): readonly string[] {
	return done.flatMap(({ parsed }) =>
		parsed.name === "setValue" && parsed.text.trim().length >= shortestTyped ? [fold(parsed.text.trim())] : [],
	);
}

const shownTexts = /^(?:message_appeared|dialog_opened|title_changed) "(.+)"$/;

/** What the page showed at the end, where that was observed. */
function endOf(last: Told | undefined, typed: readonly string[]): string | undefined {
	if (last === undefined) return undefined;
	const { expect, isProven, verification } = last.part;
	const expected = isProven === true ? expectedText(expect) : undefined;
	const seen = verification?.observations.flatMap((one) => shownTexts.exec(one)?.[1] ?? []) ?? [];
	const shown = [...(expected === undefined ? [] : [expected]), ...seen].find((text) => !typed.some((value) => fold(text).includes(value)));
	return shown === undefined || quote(shown) === "" ? undefined : `At the end the page shows ${quote(shown)}.`;
}

function expectedText(expect: StepRow["expect"]): string | undefined {
	if (expect.kind === "text_appears") return expect.text;
	return expect.kind === "element_appears" ? expect.name : undefined;
}

/** An action with the name and the role of its control; both are texts of a page. */
type Acted = { readonly parsed: Action; readonly targetName?: string; readonly role?: string };

const maxName = 80;
const clicks = { double: "Double-click", right: "Right-click", middle: "Click with the middle button" } as const;

/**
 * An action as a sentence of a how-to, in Markdown: `Fill in “Amount”`. What the person typed is left out; chosen options and names stay.
 *
 * @returns undefined for what only looks or waits, asks or ends
 * @throws never
 */
function sentenceOf({ parsed: action, targetName = "", role = "" }: Acted): string | undefined {
	const name = quote(targetName);
	switch (action.name) {
		case "click":
			if (action.kind !== undefined) return `${clicks[action.kind]} ${name || "there"}`;
			return isRadio(role) ? `Choose ${name || "the option"}` : `Click ${name || nameless(role)}`;
		case "setValue":
			if (isTick(role)) return `${action.text === "false" ? "Untick" : "Tick"} ${name || "the box"}`;
			return `Fill in ${name || "the field"}${action.submit ? " and press Enter" : ""}`;
		case "select":
			return `Choose ${optionsOf(action.options)} in ${name || "the list"}`;
		case "press":
			return isShortcut(action.keys) ? `Press ${escapeMarkdown(action.keys)}${name && ` in ${name}`}` : `Type into ${name || "the field"}`;
		case "hover":
			return `Point at ${name || "the control"}`;
		case "drag":
			return `Drag ${name || "the control"} to its place`;
		case "navigate":
			return `Go to ${placeOf(action.url)}`;
		case "openTab":
			return `Open ${placeOf(action.url)} in a new tab`;
		case "upload":
			return `Upload a file to ${name || "the field"}`;
		case "back":
			return "Go back to the page before";
		case "forward":
			return "Go forward to the next page";
		default:
			return undefined;
	}
}

const kinds: Readonly<Record<string, string>> = { a: "the link", button: "the button", tab: "the tab" };
const nameless = (role: string) => kinds[role] ?? "the control without a name";

/** Enter, Control+A: keys that are no text of the person. */
function isShortcut(keys: string): boolean {
	return [...keys].length > 1;
}

function optionsOf(options: readonly string[]): string {
	const shown = options.filter((option) => option !== "" && !option.includes(maskedValue)).map(quote);
	return shown.length === 0 ? "an option" : shown.join(", ");
}

/** Host and path; a query may hold what the person typed. */
function placeOf(address: string): string {
	const url = URL.parse(address);
	return url === null
		? "the address"
		: escapeMarkdown(cut(cleanText(`${url.host}${url.pathname === "/" ? "" : url.pathname}`), 2 * maxName));
}

/** A text of a page in quotes, as data: one line, without control and bidi characters, cut, Markdown escaped; "" for an empty one. */
function quote(text: string): string {
	const clean = cleanText(text).replaceAll(/[“”]/g, "'");
	return clean === "" ? "" : `“${escapeMarkdown(cut(clean, maxName))}”`;
}

/** A text in which no sign means anything to a reader of Markdown or HTML. */
function escapeMarkdown(text: string): string {
	return text.replaceAll(/[\\`*_[\]<>&~|#!]|:(?=\/\/)/g, String.raw`\$&`);
}
