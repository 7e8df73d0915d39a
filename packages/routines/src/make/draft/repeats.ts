import type { Target } from "@webhand/contracts/routine/target";
import { addressPattern } from "../../target/address.ts";
import type { Made } from "./made.ts";
import { decoded, plainText } from "./words.ts";

/** A shorter list of steps says nothing of what a person does again and again. */
const leastSteps = 2;

/**
 * What tasks have in common that did the same with other values: the site, and each action with its control. Numbers in names, rows and the
 * values that were put in are left out.
 *
 * @param made without detours
 * @returns undefined where it is too short to say anything
 * @throws never
 */
export function shapeOf(made: readonly Made[]): string | undefined {
	const [first] = made;
	if (first === undefined || made.length < leastSteps) return undefined;
	return JSON.stringify([URL.parse(first.url)?.host ?? "", ...made.map(partOf)]);
}

function partOf({ step }: Made): readonly unknown[] {
	const target = "target" in step ? step.target : undefined;
	const place = target === undefined ? [] : placeOf(target);
	switch (step.do) {
		case "open":
			return [step.do, addressPattern(plainText(step.address).replace(/[?#].*$/s, ""))];
		case "press":
			return [step.do, ...place, step.keys];
		case "tick":
			return [step.do, ...place, step.on];
		case "click":
			return [step.do, ...place, step.kind ?? ""];
		case "drag":
			return [step.do, ...place, ...placeOf(step.to)];
		case "fill":
			return [step.do, ...place, step.submits ?? false];
		default:
			return [step.do, ...place];
	}
}

/** An entry of a list is called as its row, which differs. */
function placeOf({ role, name, row = [], where = {} }: Target): readonly unknown[] {
	const own = plainText(name);
	const isEntry = row.some((words) => plainText(words) === own);
	return [role, isEntry ? "*" : withoutNumbers(own), row.length > 0, where.frame ?? "", withoutNumbers(where.form?.name ?? "")];
}

const withoutNumbers = (text: string) => text.replaceAll(/\S*\d\S*/g, "#");

/** A text that tells one of several repeats from the others, and what a person would call it. */
export type DifferingText = { readonly text: string; readonly label: string };

/**
 * What several repeats of a task say of its values. `made`: the steps, each value marked as one that `varies` or not. `differing`: texts of
 * controls, rows and addresses that differ. `parts`: what differs in them.
 */
export type Repeats = {
	readonly made: readonly Made[];
	readonly differing: readonly string[];
	readonly parts: readonly DifferingText[];
};

/** Holds a task against others of its shape, step by step. @throws never */
export function compareRepeats(made: readonly Made[], others: readonly (readonly Made[])[]): Repeats {
	const differing: string[] = [];
	const parts: DifferingText[] = [];
	const marked = made.map((one, at): Made => {
		const same = others.flatMap((other) => other[at] ?? []);
		const texts = textsOf(one);
		const found = texts.filter(({ text }) => same.some((other) => !textsOf(other).some((its) => its.text === text)));
		differing.push(...found.map(({ text }) => text));
		// Of the words of a row the first one tells it; the others are its data.
		const told = found.filter(({ isRow }, index) => !isRow || found.findIndex((text) => text.isRow) === index);
		for (const { text, place } of told) {
			const its = same.flatMap((other) => textsOf(other).filter((candidate) => candidate.place === place));
			parts.push(
				differingPart(
					text,
					its.map((candidate) => candidate.text),
				),
			);
		}
		const { value } = one;
		if (value === undefined || value.kind === "secret") return one;
		return { ...one, value: { ...value, varies: same.some((other) => other.value?.text !== value.text) } };
	});
	return { made: marked, differing, parts };
}

type Text = { readonly text: string; readonly place: string; readonly isRow: boolean };

/** What a step is known by, beside its value. */
function textsOf({ step }: Made): readonly Text[] {
	if (step.do === "open") return [{ text: decoded(plainText(step.address)), place: "address", isRow: false }];
	if (!("target" in step) || step.target === undefined) return [];
	const rows = (step.target.row ?? []).map((words, at) => ({ text: plainText(words), place: `row ${at}`, isRow: true }));
	const own = plainText(step.target.name);
	const isEntry = rows.some(({ text }) => text === own);
	return own === "" || isEntry ? rows : [{ text: own, place: "name", isRow: false }, ...rows];
}

const pieces = /[^\s/?&=#]+|[\s/?&=#]+/g;

/** The part of a text between what all of them begin and end with; its label is the word before it. */
function differingPart(text: string, others: readonly string[]): DifferingText {
	const own = text.match(pieces) ?? [];
	const all = others.map((other) => other.match(pieces) ?? []);
	const isShared = (at: number, from: "start" | "end") =>
		all.every((one) => one.at(from === "start" ? at : -1 - at) === own.at(from === "start" ? at : -1 - at));
	let start = 0;
	while (start < own.length - 1 && isShared(start, "start")) start += 1;
	let end = 0;
	while (end < own.length - 1 - start && isShared(end, "end")) end += 1;
	const label = own.slice(0, start).findLast((piece) => /^\p{L}{3,}$/u.test(piece)) ?? "";
	return {
		text: own
			.slice(start, own.length - end)
			.join("")
			.trim(),
		label: label === "" ? "Item" : `${label[0]?.toUpperCase()}${label.slice(1)}`,
	};
}
