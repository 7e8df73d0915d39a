import type { RoutineProgram, VersionDiff } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps } from "@webhand/contracts/routine/step";
import { diffArrays } from "diff";
import { phraseOf, sentencesOf } from "./sentences.ts";

type DiffRow = VersionDiff["rows"][number];

/** A line of a version: a step, or what it asks for and where it begins. `key` tells it from the others, `content` is all that may change. */
type Line = { readonly key: string; readonly id?: string; readonly text: string; readonly content: string };

/**
 * How two versions differ, line by line in the order of the newer one: where it begins, what it asks for, and its steps by their ids. A step
 * whose words stayed and that is found or proven another way says so.
 *
 * @throws never
 */
export function diffVersions(from: RoutineProgram, to: RoutineProgram): readonly DiffRow[] {
	const [older, newer] = [linesOf(from), linesOf(to)];
	const [before, after] = [older, newer].map((lines) => new Map(lines.map((line) => [line.key, line])));
	const parts = diffArrays(
		older.map(({ key }) => key),
		newer.map(({ key }) => key),
	);
	return parts.flatMap(({ value, added, removed }) =>
		value.flatMap((key): readonly DiffRow[] => {
			const [old, now] = [before?.get(key), after?.get(key)];
			if (added) return now === undefined ? [] : [{ kind: "added", ...idOf(now), after: now.text }];
			if (removed) return old === undefined ? [] : [{ kind: "removed", ...idOf(old), before: old.text }];
			return old === undefined || now === undefined ? [] : [rowOf(old, now)];
		}),
	);
}

const idOf = ({ id }: Line) => (id === undefined ? {} : { id });

function rowOf(old: Line, now: Line): DiffRow {
	if (old.content === now.content) return { kind: "same", ...idOf(now), before: old.text, after: now.text };
	const isSameText = old.text === now.text;
	return { kind: "changed", ...idOf(now), before: old.text, after: isSameText ? `${now.text} (found or proven another way)` : now.text };
}

function linesOf({ inputs, start, steps }: RoutineProgram): readonly Line[] {
	const byId = new Map(allSteps(steps).map((step) => [step.id, step]));
	const begin = start === undefined ? [] : [{ key: "start", text: `Begin at ${phraseOf(start, inputs)}`, content: JSON.stringify(start) }];
	const asked = inputs.map((input) => {
		const preset = input.preset === undefined ? "" : `, else “${input.preset}”`;
		return { key: `input ${input.name}`, text: `Ask for ${input.label}: ${input.type}${preset}`, content: canonical(input) };
	});
	const done = sentencesOf({ steps, inputs }).map(({ id, depth, text }) => {
		const step = byId.get(id);
		return { key: id, id, text, content: `${depth} ${step === undefined ? "" : canonical(withoutInner(step))}` };
	});
	return [...begin, ...asked, ...done];
}

/** Steps inside of a block are lines of their own. */
function withoutInner(step: RoutineStep): object {
	if (step.do === "if") return { ...step, then: [], otherwise: [] };
	return step.do === "each" ? { ...step, steps: [] } : step;
}

/** The same text for the same content, in whatever order its fields stand. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
			: part,
	);
}
