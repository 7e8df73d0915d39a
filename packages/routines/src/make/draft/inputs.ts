import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { fold } from "@webhand/page/layout/phrase";
import { cut } from "@webhand/page/write/normalize";
import { inputNameFor } from "../../input-name.ts";
import { isDate, isNumber } from "../../rows/check.ts";
import type { Made, MadeValue } from "./made.ts";
import type { Repeats } from "./repeats.ts";
import { decoded, plainText } from "./words.ts";

/** An input with the text that it stands for; "" for a secret, whose text nobody knows. */
export type Proposal = { readonly input: RoutineInput; readonly text: string };

/** The inputs of a draft, and which of its values became which. */
export type Proposed = { readonly proposals: readonly Proposal[]; readonly inputOf: ReadonlyMap<Made, string> };

/** What a draft comes from. `order`: the words of a task; `repeats`: what other tasks of its shape say of its values. */
export type Source =
	| { readonly kind: "task"; readonly order: string; readonly repeats?: Repeats | undefined }
	| { readonly kind: "recording" };

const longest = { label: 80, example: 200, choices: 200, choice: 200, order: 2_000 } as const;
/** A text as short as this stands in two fields by chance. */
const leastShared = 4;
/** A number with more digits is a code: a phone number, an order, a barcode. */
const mostDigits = 9;
const numberRoles = /^(?:number|range|slider|spinbutton)$/;

/**
 * The inputs that a routine asks for: what was typed, attached or chosen. What the order of a task names has to be given; what the task knew
 * without it stays as a preset. Secrets are always asked for.
 */
export function proposeInputs(made: readonly Made[], source: Source): Proposed {
	const proposals: Proposal[] = [];
	const inputOf = new Map<Made, string>();
	const texts = new Map<string, string>();
	for (const one of made) {
		const { value } = one;
		if (value === undefined || !isProposed(value, source)) continue;
		const label = labelOf(one, value);
		const known = proposals.find((other) => isSame(other, value, label));
		if (known === undefined && proposals.length === routineLimits.inputs) continue;
		const proposal = known ?? {
			input: inputFor({ label, value, one }, { source, proposals }),
			text: value.kind === "secret" ? "" : value.text,
		};
		if (known === undefined) proposals.push(proposal);
		inputOf.set(one, proposal.input.name);
		texts.set(fold(value.text), proposal.input.name);
	}
	if (source.kind === "task") {
		const { order, repeats } = source;
		const named = namedInOrder(order.slice(0, longest.order), made);
		// What stays the same each time is no input, though the order names it.
		const varied = named.filter(({ text }) => repeats === undefined || repeats.differing.some((other) => isInOrder(text, other)));
		const others = repeats?.parts.filter(({ text }) => !varied.some((one) => isInOrder(one.text, text) || isInOrder(text, one.text))) ?? [];
		for (const { text, label } of [...varied, ...others]) {
			if (texts.has(fold(text)) || proposals.length === routineLimits.inputs) continue;
			const { name, ...named } = freeName(label, proposals);
			proposals.push({ input: { name, ...named, type: typeOf(text), example: cut(text, longest.example) }, text });
			texts.set(fold(text), name);
		}
	}
	return { proposals, inputOf };
}

/** One value in two fields is one input, unless it is so short that it may be chance. */
function isSame({ input, text }: Proposal, value: MadeValue, label: string): boolean {
	if (value.kind === "secret" || input.type === "secret")
		return value.kind === "secret" && input.type === "secret" && input.label === label;
	// The person called both the same.
	if (typeof value.wish === "string") return input.label === label;
	if (text !== value.text) return false;
	return input.label === label || text.length >= leastShared;
}

function isProposed({ kind, text, wish, varies }: MadeValue, source: Source): boolean {
	if (kind === "secret") return true;
	if (wish === false || text === "") return false;
	if (varies !== undefined) return varies;
	if (typeof wish === "string" || kind !== "chosen") return true;
	return source.kind === "recording" || isInOrder(text, source.order);
}

type Wanted = { readonly label: string; readonly value: MadeValue; readonly one: Made };

function inputFor(
	{ label, value, one }: Wanted,
	{ source, proposals }: { readonly source: Source; readonly proposals: readonly Proposal[] },
): RoutineInput {
	const base = freeName(label, proposals);
	const { kind, text, options } = value;
	if (kind === "secret") return { ...base, type: "secret" };
	const example = { example: cut(text, longest.example) };
	if (kind === "file") return { ...base, type: "file", ...example };
	const isGiven = value.varies === true || isAsked(value, source);
	const preset = isGiven ? {} : { preset: text };
	const choices = choicesOf(options, text);
	if (kind === "chosen" && choices !== undefined) return { ...base, type: "choice", choices, ...example, ...preset };
	return { ...base, type: kind === "chosen" ? "text" : typeOf(text, one), ...example, ...preset };
}

/** True for a value that a run has to be given: one of a recording, or one that the order names. */
function isAsked({ kind, text, wish }: MadeValue, source: Source): boolean {
	return source.kind === "recording" ? kind !== "chosen" || wish !== undefined : isInOrder(text, source.order);
}

/** Choices that a field offers, only where all of them are known and can be kept. */
function choicesOf(options: readonly string[] | undefined, chosen: string): string[] | undefined {
	const texts = [...new Set((options ?? []).map((option) => option.trim()).filter((option) => option !== ""))];
	const fits = texts.length > 0 && texts.length <= longest.choices && texts.every(({ length }) => length <= longest.choice);
	return fits && texts.includes(chosen) ? texts : undefined;
}

/**
 * A number or a day only where the field takes it as a run gives it: `1234.5` goes into a number field, or where a point was typed. A text field
 * of another country would read it as 12345.
 */
function typeOf(text: string, one?: Made): "text" | "number" | "date" {
	if (isDate(text)) return "date";
	const role = one !== undefined && "target" in one.step ? (one.step.target?.role ?? "") : "";
	const takesNumbers = numberRoles.test(role) || text.includes(".");
	return takesNumbers && isNumber(text) && text.replaceAll(/\D/g, "").length <= mostDigits ? "number" : "text";
}

/** What the person calls the field: its name without marks. */
function labelOf({ step }: Made, { wish, kind, label = "" }: MadeValue): string {
	if (typeof wish === "string") return cut(wish.trim(), longest.label);
	const target = "target" in step ? step.target : undefined;
	const name = label !== "" || target === undefined ? bareLabel(label) : bareLabel(plainText(target.name));
	return cut(name || bareLabel(target?.where?.column ?? "") || (kind === "secret" ? "Secret" : "Value"), longest.label);
}

const bareLabel = (name: string) => name.replaceAll(/^[\s*]+|(?<![\s:*])[\s:*]+$/g, "").trim();

/** A label and a name that no other input has. */
function freeName(label: string, proposals: readonly Proposal[]): Pick<RoutineInput, "name" | "label"> {
	const isTaken = (one: string) => proposals.some(({ input }) => input.label === one);
	let own = label;
	for (let turn = 2; isTaken(own); turn += 1) own = `${cut(label, longest.label - 3)} ${turn}`;
	const names = proposals.map(({ input }) => input.name);
	return { name: inputNameFor(own, names), label: own };
}

/** True where an order says a text, as whole words. */
function isInOrder(text: string, order: string): boolean {
	const [wanted, said] = [fold(text), fold(order)];
	if (wanted === "") return false;
	for (let at = said.indexOf(wanted); at !== -1; at = said.indexOf(wanted, at + 1))
		if (!isWordAt(said, at - 1) && !isWordAt(said, at + wanted.length)) return true;
	return false;
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? "");

const quotes = /["“„«]([^"“”„«»]{2,200})["”“»]/gu;
/** An address of mail, or a word with a digit in it: a code, a number, a date. */
const codes = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\p{L}|[#\p{L}\p{N}][\p{L}\p{N}./:_-]*\p{N}[\p{L}\p{N}]*(?:[./:_-][\p{L}\p{N}]+)*/gu;
/** Two words and more that begin with a capital letter, or one behind a preposition: somebody's or something's name. */
const names = /(?<=(?:of|from|for|to|by|named|called|von|für|an|de|pour|para) )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu;
const leastNamed = 3;

/**
 * What an order names and the task pressed, opened or found a row by: in quotes, as a code, or by a name. Its label is the noun before it
 * ("invoice 4021"). Quotes also keep the name of a control together, which is the same in each run: one outside of a row is no input.
 */
function namedInOrder(order: string, made: readonly Made[]): readonly { readonly text: string; readonly label: string }[] {
	const used = made.flatMap(({ step }) => usedTexts(step));
	const found = [quotes, codes, names].flatMap((pattern) =>
		[...order.matchAll(pattern)].map((match) => ({
			text: (match[1] ?? match[0]).trim(),
			before: order.slice(0, match.index),
			isQuote: pattern === quotes,
		})),
	);
	const kept: { readonly text: string; readonly label: string }[] = [];
	for (const { text, before, isQuote } of found) {
		const isFixedName = (other: Used) => isQuote && other.isFixed && fold(other.text) === fold(text);
		const isUsed = text.length >= leastNamed && used.some((other) => isInOrder(text, other.text) && !isFixedName(other));
		// A part of what is an input already ("4021" of "INV-4021") is none of its own.
		const isPart = kept.some((other) => isInOrder(text, other.text));
		if (isUsed && !isPart) kept.push({ text, label: nounBefore(before) });
	}
	return kept;
}

/** A text by which a step found its control. `isFixed`: the name of a control in no row, such as a button or a tab. */
type Used = { readonly text: string; readonly isFixed: boolean };

/** One of several that a person chooses from: its name is the value. */
const choiceRoles: ReadonlySet<string> = new Set(["radio", "menuitemradio", "option"]);

function usedTexts(step: Made["step"]): readonly Used[] {
	if (step.do === "open") return [{ text: decoded(plainText(step.address)), isFixed: false }];
	if (!("target" in step) || step.target === undefined) return [];
	const { role, name, row = [] } = step.target;
	const [own, rowTexts] = [plainText(name), row.map(plainText)];
	const isInRow = rowTexts.some((text) => fold(text) !== fold(own));
	const isField = step.do === "fill" || step.do === "choose" || step.do === "upload";
	const texts = isField ? rowTexts : [own, ...rowTexts];
	return texts.map((text) => ({ text, isFixed: !isInRow && !choiceRoles.has(role) }));
}

const smallWords = new Set(
	"the a an of from for to by in on with and or open click press select named called number no nr der die das von für mit und le la les de pour el los para".split(
		" ",
	),
);

/** The first word of an order is its verb. */
function nounBefore(before: string): string {
	const noun = /(?<=[\p{L}\p{N}],? )(\p{L}{3,})[\s:#("“„«]*$/u.exec(before)?.[1] ?? "";
	if (noun === "" || smallWords.has(noun.toLowerCase())) return "Item";
	return `${noun[0]?.toUpperCase() ?? ""}${noun.slice(1)}`;
}
