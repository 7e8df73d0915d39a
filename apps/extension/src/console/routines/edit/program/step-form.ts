import type { CheckedField, Comparison, RoutineStep } from "@webhand/contracts/routine/step";
import type { RoutineInput, Words } from "@webhand/contracts/routine/words";
import type { Fields } from "../../../kit/form/use-form.ts";
import { editText as text } from "../words.ts";
import { textOfWords, wordsOfText } from "./words-text.ts";

/** A text of a step. `list`: one text a line; `plain`: no input stands in it; `number`: a count. */
export type StepText = {
	readonly at: string;
	readonly kind: "words" | "list" | "plain" | "number";
	readonly isOptional: boolean;
};

/** A value that is read back, as it is typed: `row` has a word of the row a line. */
export type CheckForm = {
	readonly label: string;
	readonly row: string;
	readonly value: string;
	readonly as: Comparison;
	readonly target: CheckedField["target"];
};

/** A step as it is typed: its texts by their place in it, and the inputs that were made for them. */
export type StepForm = {
	readonly note: string;
	readonly isOptional: boolean;
	readonly on: boolean;
	readonly texts: Readonly<Record<string, string>>;
	readonly checks: readonly CheckForm[];
	readonly made: readonly RoutineInput[];
};

const needed = (at: string, kind: StepText["kind"] = "words"): StepText => ({ at, kind, isOptional: false });
const open = (at: string, kind: StepText["kind"] = "words"): StepText => ({ at, kind, isOptional: true });

/** The texts of a step that a person may change. @throws never */
export function textsOf(step: RoutineStep): readonly StepText[] {
	const target = "target" in step && step.target !== undefined ? [open("target.name"), open("target.row", "list")] : [];
	return [...ownTexts(step), ...target];
}

function ownTexts(step: RoutineStep): readonly StepText[] {
	switch (step.do) {
		case "fill":
			return [open("value")];
		case "choose":
			return [needed("values", "list")];
		case "upload":
			return [needed("file")];
		case "open":
			return [needed("address")];
		case "switch_tab":
		case "close_tab":
			return [needed("title")];
		case "press":
			return [needed("keys", "plain")];
		case "hand_over":
			return [needed("reason", "plain")];
		case "if":
			return [needed("says")];
		case "each":
			return [needed("most", "number")];
		case "call":
			return Object.keys(step.inputs).map((name) => open(`inputs.${name}`));
		case "click":
		case "tick":
		case "hover":
		case "drag":
		case "go_back":
		case "check":
		case "read":
			return [];
	}
}

/** A check of nothing yet. */
export const emptyCheck: CheckForm = { label: "", row: "", value: "", as: "text", target: undefined };

/** A step as a person changes it. @throws never */
export function formOfStep(step: RoutineStep): StepForm {
	return {
		note: step.note ?? "",
		isOptional: step.isOptional === true,
		on: step.do === "tick" && step.on,
		texts: Object.fromEntries(textsOf(step).map(({ at, kind }) => [at, typed(valueAt(step, at), kind)])),
		checks: step.do === "check" ? step.fields.map(checkFormOf) : [],
		made: [],
	};
}

function checkFormOf({ label, row = [], value, as, target }: CheckedField): CheckForm {
	return { label, row: row.map(textOfWords).join("\n"), value: textOfWords(value), as, target };
}

/** The step with what was typed, or what is wrong by field. @param names of inputs that may stand in it @throws never */
export function stepOfForm(
	form: StepForm,
	step: RoutineStep,
	names: ReadonlySet<string>,
): { readonly step: RoutineStep; readonly problems: Fields } {
	const problems: Record<string, string> = {};
	const read = reader(new Set([...names, ...form.made.map(({ name }) => name)]), problems);
	const { note: _note, isOptional: _isOptional, ...bare } = step;
	let changed: Loose = bare;
	for (const place of textsOf(step)) {
		const value = read(place, form.texts[place.at] ?? "");
		changed = withValue(changed, place.at.split("."), place.at === "target.row" && isEmpty(value) ? undefined : value);
	}
	if (step.do === "tick") changed = { ...changed, on: form.on };
	if (step.do === "check") {
		if (form.checks.length === 0) problems["fields"] = text.noCheck;
		changed = { ...changed, fields: form.checks.map((check, index) => fieldOf(check, `fields.${index}`, read)) };
	}
	const note = form.note.trim();
	const whole = {
		...withoutStaleFingerprint(step, changed),
		...(note === "" ? {} : { note }),
		...(form.isOptional ? { isOptional: true } : {}),
	};
	return { step: whole as unknown as RoutineStep, problems };
}

type Loose = Readonly<Record<string, unknown>>;
type Read = (place: StepText, typed: string) => unknown;

function reader(names: ReadonlySet<string>, problems: Record<string, string>): Read {
	const wordsAt = (at: string, line: string): Words => {
		const words = wordsOfText(line, names);
		if (!words.ok) problems[at] = text.unknownInput(words.unknown);
		return words.ok ? words.words : [];
	};
	return ({ at, kind, isOptional }, given) => {
		if (!isOptional && given.trim() === "") problems[at] = text.missing;
		switch (kind) {
			case "words":
				return wordsAt(at, given);
			case "list":
				return linesOf(given).map((line) => wordsAt(at, line));
			case "plain":
				return given.trim();
			case "number": {
				const count = Number(given.trim());
				if (!Number.isInteger(count) || count < 1 || count > mostRows) problems[at] = text.noCount(mostRows);
				return count;
			}
		}
	};
}

const mostRows = 1_000;
const linesOf = (given: string) =>
	given
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

function fieldOf(check: CheckForm, at: string, read: Read): Loose {
	const label = read({ at: `${at}.label`, kind: "plain", isOptional: false }, check.label);
	const row = read(open(`${at}.row`, "list"), check.row);
	const value = read(needed(`${at}.value`), check.value);
	const target = check.target === undefined ? {} : { target: check.target };
	return { label, ...target, ...(isEmpty(row) ? {} : { row }), value, as: check.as };
}

/** A control that is called otherwise is another one, which the fingerprint would not find. */
function withoutStaleFingerprint(before: RoutineStep, after: Loose): Loose {
	const target = after["target"] as Loose | undefined;
	if (target === undefined || !("target" in before)) return after;
	const isSame = (["name", "row"] as const).every((part) => JSON.stringify(before.target?.[part]) === JSON.stringify(target[part]));
	if (isSame) return after;
	const { fingerprint: _fingerprint, ...rest } = target;
	return { ...after, target: rest };
}

function typed(value: unknown, kind: StepText["kind"]): string {
	if (kind === "words") return textOfWords(value as Words);
	if (kind === "list") return ((value ?? []) as readonly Words[]).map(textOfWords).join("\n");
	return String(value);
}

function valueAt(step: RoutineStep, at: string): unknown {
	return at.split(".").reduce<unknown>((part, key) => (part as Loose | undefined)?.[key], step);
}

function withValue(part: Loose, [key = "", ...rest]: readonly string[], value: unknown): Loose {
	if (rest.length > 0) return { ...part, [key]: withValue((part[key] ?? {}) as Loose, rest, value) };
	const { [key]: _before, ...others } = part;
	return value === undefined ? others : { ...part, [key]: value };
}
