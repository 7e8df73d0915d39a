import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps, innerSteps } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import type { RoutineInput, Words } from "@webhand/contracts/routine/words";
import { allWords } from "@webhand/lexicon/ordered";
import { isDeterminer } from "@webhand/lexicon/questions";
import { fold, splitWords } from "@webhand/lexicon/text";
import { once } from "@webhand/page/once";
import { sentenceOf } from "@webhand/routines/make/sentences";
import { wordsText } from "@webhand/routines/target/words";
import type { RowWords } from "../../shared/task.ts";
import type { Plan, StoredRow } from "./store.ts";

/** The key under which the task of an attempt at a row is made: the same attempt never gets two. @throws never */
export const attemptKey = ({ runId, key, attempt }: Pick<StoredRow, "runId" | "key" | "attempt">) => `row\n${runId}\n${attempt}\n${key}`;

/** Parts clauses, and ends no address. */
const betweenSentences = " ;\n";

/** The steps that a row says at most, with those of the routines that it calls. */
const mostSaid = 5_000;

/**
 * What a row says to the gate, secrets included. Never stored. Its order are the steps in words; a value stands there only where a step of
 * the routine names its thing by it. A cell therefore orders no deed, names no site and agrees to nothing.
 *
 * @throws never
 */
export function wordsOfRow(plan: Plan, values: Values): RowWords {
	const { steps, start } = saidBy(plan);
	const order = steps.map(({ step, inputs }) => sentenceOf(withThings(step, values), inputs));
	const texts = steps.flatMap(({ step }) => wordsIn(step));
	const pressed = steps.flatMap(({ step }) => pressedBy(step));
	return {
		order: [...new Set([...order, ...[start, ...pressed].flatMap(fixedText)])].join(betweenSentences),
		values: [...new Set([...Object.values(values), ...[start, ...texts].flatMap((words) => wordsText(words, values) ?? [])])],
		fills: steps.flatMap(({ step }) => (step.do === "fill" ? (wordsText([...step.target.name, ": ", ...step.value], values) ?? []) : [])),
		isPlaceGiven: start.length > 0 && fixedText(start).length === 0,
	};
}

type Said = { readonly step: RoutineStep; readonly inputs: readonly RoutineInput[] };

/** What the steps of a plan say, whatever the row: worked out once for a plan that is held. */
const saidBy = once(({ program, called }: Plan) => {
	const steps: Said[] = [];
	const add = (inside: readonly RoutineStep[], given: Given, depth: number) => {
		for (const step of allSteps(inside)) {
			if (steps.length >= mostSaid) return;
			steps.push({ step: boundStep(step, given), inputs: program.inputs });
			const next = step.do === "call" && depth < routineLimits.calls ? called[step.routine] : undefined;
			if (step.do !== "call" || next === undefined) continue;
			add(next.steps, new Map(Object.entries(step.inputs).map(([name, words]) => [name, bound(words, given)])), depth + 1);
		}
	};
	add(program.steps, null, 0);
	return { steps, start: program.start ?? [] };
});

/** What the inputs of a called routine are given; null for the routine of the run itself. */
type Given = ReadonlyMap<string, Words> | null;

/** An input that was given nothing is none of the run's own, though it may have the same name. */
function bound(words: Words, given: Given): Words {
	if (given === null) return words;
	return words.flatMap((piece): Words => (typeof piece === "string" ? [piece] : (given.get(piece.input) ?? [unknownPart])));
}

const unknownPart = "…";

function boundStep(step: RoutineStep, given: Given): RoutineStep {
	return given === null ? step : mapWords(step, (words) => bound(words, given));
}

/** A step with its own words changed: those of its control, its row, its address and its values. */
function mapWords(step: RoutineStep, change: (words: Words, part: "name" | "row" | "value") => Words): RoutineStep {
	const target = (one: Target): Target => ({
		...one,
		name: change(one.name, "name"),
		...(one.row === undefined ? {} : { row: one.row.map((words) => change(words, "row")) }),
	});
	const own = "target" in step && step.target !== undefined ? ({ ...step, target: target(step.target) } as RoutineStep) : step;
	switch (own.do) {
		case "fill":
			return { ...own, value: change(own.value, "value") };
		case "choose":
			return { ...own, values: own.values.map((words) => change(words, "value")) };
		case "open":
			return { ...own, address: change(own.address, "value") };
		case "drag":
			return { ...own, to: target(own.to) };
		default:
			return own;
	}
}

/** A step whose control is named by words of its own and by values, and the row that it stands in by values. */
function withThings(step: RoutineStep, values: Values): RoutineStep {
	return mapWords(step, (words, part) => {
		const isNamed = part === "row" || (part === "name" && words.some((piece) => typeof piece === "string"));
		return isNamed ? words.map((piece) => (typeof piece === "string" ? piece : (thingOf(values[piece.input]) ?? piece))) : words;
	});
}

/**
 * A value as the name of a thing: its words alone, between signs that make it no part of a sentence or address. "My account" and "all" are no
 * names: what kind of thing is meant, and how many, only a step says. "A-17" is one.
 */
function thingOf(value: string | undefined): string | undefined {
	const words = splitWords(value ?? "");
	const [first = "", ...rest] = splitWords(fold(value ?? ""));
	const isDescription = isDeterminer(first) && (rest.length === 0 || rest.some((word) => /^\p{L}+$/u.test(word)));
	return words.length === 0 || isDescription || allWords.has(first) ? undefined : `_${words.join("_")}_`;
}

/** A text without inputs; of an address with some, its site where they stand behind that. @throws never */
export function fixedText(words: Words): readonly string[] {
	const [first] = words;
	if (typeof first !== "string") return [];
	return words.length === 1 ? [first] : (/^https?:\/\/[^/?#\s]+\//i.exec(first) ?? []);
}

/** What a step presses or opens, as it is called. */
function pressedBy(step: RoutineStep): readonly Words[] {
	if (step.do === "click" || step.do === "tick") return [step.target.name];
	if (step.do === "choose") return step.values;
	return step.do === "open" ? [step.address] : [];
}

function wordsIn(step: RoutineStep): readonly Words[] {
	if (step.do === "fill") return [step.value, step.target.name];
	if (step.do === "choose") return [...step.values, step.target.name];
	if (step.do === "open") return [step.address];
	return "target" in step && step.target !== undefined ? [step.target.name] : [];
}

type Values = Readonly<Record<string, string>>;

/** Steps of a task for each step of a routine: looks, tries, questions and approvals count, too. */
const perStep = 4;
const spare = 40;
const mostSteps = 5_000;

/** How many steps the task of a row may take. @param least what any task may take; @throws never */
export function maxStepsOf({ program, called }: Plan, least: number): number {
	const ofCall = Math.max(0, ...Object.values(called).map(({ steps }) => costOf(steps, 0)));
	return Math.min(mostSteps, Math.max(least, spare + perStep * costOf(program.steps, ofCall)));
}

function costOf(steps: readonly RoutineStep[], ofCall: number): number {
	return steps.reduce((sum, step) => {
		const inside = costOf(innerSteps(step), ofCall);
		return sum + 1 + (step.do === "each" ? step.most * inside : inside) + (step.do === "call" ? ofCall : 0);
	}, 0);
}
