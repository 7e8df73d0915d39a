import { routineLimits } from "@webhand/contracts/routine/limits";
import type { CheckedField, Comparison, RoutineStep } from "@webhand/contracts/routine/step";
import type { RoutineInput, Words } from "@webhand/contracts/routine/words";
import { InputName } from "@webhand/contracts/routine/words";
import { withInputRenamed } from "../../../../kit/routines/edit-program.ts";
import type { Fields } from "../../../kit/form/use-form.ts";
import { editText as text } from "../words.ts";
import type { ReadForm } from "./read-form.ts";
import { emptyReading, readFormOf, readingOf } from "./read-form.ts";
import { textOfWords, wordsOfText } from "./words-text.ts";

/** A text of a step. `list`: one text a line; `plain`: no input stands in it; `lines`: plain ones, one a line; `count`: a number up to `most`. */
export type StepText = {
	readonly at: string;
	readonly kind: "words" | "list" | "plain" | "lines" | "count" | "name";
	readonly isOptional: boolean;
	readonly most?: number;
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
	readonly reading: ReadForm;
	readonly made: readonly RoutineInput[];
};

const needed = (at: string, kind: StepText["kind"] = "words"): StepText => ({ at, kind, isOptional: false });
const open = (at: string, kind: StepText["kind"] = "words"): StepText => ({ at, kind, isOptional: true });

const control = (at: string): readonly StepText[] => [open(`${at}.name`), open(`${at}.row`, "list")];
const listPlace = [open("list.heading", "plain"), open("list.columns", "lines")];

/** The texts of a step that a person may change; those of a control begin with where it stands. @throws never */
export function textsOf(step: RoutineStep): readonly StepText[] {
	const target = "target" in step && step.target !== undefined ? control("target") : [];
	return [
		...ownTexts(step),
		...target,
		...(step.do === "drag" ? control("to") : []),
		...(step.do === "read" ? [needed("paging.by.name"), open("paging.by.row", "list")] : []),
	];
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
			return [...listPlace, open("by", "plain"), needed("as", "name"), { ...needed("most", "count"), most: 1_000 }];
		case "read":
			return [...listPlace, { ...open("paging.most", "count"), most: routineLimits.rows }];
		case "call":
			return Object.keys(step.inputs).map((name) => open(`inputs.${name}`));
		case "click":
		case "tick":
		case "hover":
		case "drag":
		case "go_back":
		case "check":
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
		reading: step.do === "read" ? readFormOf(step) : emptyReading,
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
	const isGone = (at: string) => at.startsWith("paging.by.") && form.reading.goesOn !== "control";
	for (const place of textsOf(step).filter(({ at }) => !isGone(at))) {
		const value = read(place, form.texts[place.at] ?? "");
		changed = withValue(changed, place.at.split("."), value);
	}
	if (step.do === "tick") changed = { ...changed, on: form.on };
	if (step.do === "check") {
		if (form.checks.length === 0) problems["fields"] = text.noCheck;
		changed = { ...changed, fields: form.checks.map((check, index) => fieldOf(check, `fields.${index}`, read)) };
	}
	if (step.do === "each" && typeof changed["as"] === "string")
		changed = { ...changed, steps: withInputRenamed(step.steps, step.as, changed["as"]) };
	if (step.do === "read") changed = readingOf(form.reading, changed, problems);
	const note = form.note.trim();
	const whole = {
		...controlsAt.reduce((part, at) => withoutStaleFingerprint(step, part, at), changed),
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
	return ({ at, kind, isOptional, most = 1 }, given) => {
		const isEmpty = given.trim() === "";
		if (isEmpty && !isOptional) problems[at] = text.missing;
		if (kind === "words") return wordsAt(at, given);
		if (isEmpty && isOptional) return undefined;
		switch (kind) {
			case "list":
				return linesOf(given).map((line) => wordsAt(at, line));
			case "plain":
				return given.trim();
			case "lines":
				return linesOf(given);
			case "name":
				if (!isEmpty && !InputName.safeParse(given.trim()).success) problems[at] = text.badName;
				return given.trim();
			case "count": {
				const count = Number(given.trim());
				if (!isEmpty && (!Number.isInteger(count) || count < 1 || count > most)) problems[at] = text.noCount(most);
				return count;
			}
		}
	};
}

const linesOf = (given: string) =>
	given
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");

function fieldOf(check: CheckForm, at: string, read: Read): Loose {
	const label = read({ at: `${at}.label`, kind: "plain", isOptional: false }, check.label);
	const row = read(open(`${at}.row`, "list"), check.row);
	const value = read(needed(`${at}.value`), check.value);
	const target = check.target === undefined ? {} : { target: check.target };
	return { label, ...target, ...(row === undefined ? {} : { row }), value, as: check.as };
}

const controlsAt = ["target", "to", "paging.by"];

/** A control that is called otherwise is another one, which the fingerprint would not find. */
function withoutStaleFingerprint(before: RoutineStep, after: Loose, at: string): Loose {
	const [was, is] = [valueAt(before, at), valueAt(after, at)].map((each) => (typeof each === "object" ? (each as Loose) : undefined));
	if (is === undefined || ["name", "row"].every((part) => JSON.stringify(was?.[part]) === JSON.stringify(is[part]))) return after;
	return withValue(after, [...at.split("."), "fingerprint"], undefined);
}

function typed(value: unknown, kind: StepText["kind"]): string {
	if (value === undefined) return "";
	if (kind === "words") return textOfWords(value as Words);
	if (kind === "list") return (value as readonly Words[]).map(textOfWords).join("\n");
	return kind === "lines" ? (value as readonly string[]).join("\n") : String(value);
}

function valueAt(step: Loose | RoutineStep, at: string): unknown {
	return at.split(".").reduce<unknown>((part, key) => (part as Loose | undefined)?.[key], step);
}

function withValue(part: Loose, [key = "", ...rest]: readonly string[], value: unknown): Loose {
	const { [key]: before, ...others } = part;
	if (rest.length === 0) return value === undefined ? others : { ...part, [key]: value };
	const inner = typeof before === "object" ? (before as Loose) : {};
	return before === undefined && value === undefined ? part : { ...part, [key]: withValue(inner, rest, value) };
}
