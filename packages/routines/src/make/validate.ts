import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineExpectation, RoutineStep } from "@webhand/contracts/routine/step";
import { allSteps, innerSteps } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import type { InputType, RoutineInput, Words } from "@webhand/contracts/routine/words";
import { faultOf } from "../rows/check.ts";
import { inputsIn } from "../target/words.ts";

/** What is wrong with a program. `field` is `program`, or `program.s3` for a step. `at`: the part of the step, such as `to.row`. */
export type ProgramFault = { readonly field: string; readonly at?: string; readonly message: string };

type Fault = { readonly step?: string; readonly at?: string; readonly message: string };

/**
 * What the schema of a program cannot say: ids that stand twice, inputs that nobody declares, blocks that are too deep, secrets where they
 * would show, addresses that are none.
 *
 * @returns none for a program that may be stored
 * @throws never
 */
export function validateProgram({ inputs, start, steps }: RoutineProgram): readonly ProgramFault[] {
	const all = allSteps(steps);
	// What is that long is not looked through any further.
	if (all.length > routineLimits.steps)
		return [{ field: "program", message: `It has ${all.length} steps, ${routineLimits.steps} at most` }];
	const startFaults = start === undefined ? [] : addressFaults(start, inputs);
	const faults: readonly Fault[] = [
		...twice(all.map(({ id }) => id)).map((step) => ({ step, message: `The id ${step} stands twice` })),
		...twice(inputs.map(({ name }) => name)).map((name) => ({ message: `The input ${name} stands twice` })),
		...twice(inputs.map(({ label }) => label)).map((label) => ({ message: `Two inputs are called “${label}”` })),
		...inputs.flatMap(inputFaults),
		...startFaults,
		...stepFaults(steps, { inputs, depth: 1 }),
	];
	return faults.map(({ step, ...fault }) =>
		step === undefined ? { field: "program", message: fault.message } : { field: `program.${step}`, ...fault },
	);
}

/** Inputs that no step and no address uses. @throws never */
export function unusedInputs({ inputs, start = [], steps }: RoutineProgram): readonly string[] {
	const used = new Set([...inputsIn(start), ...allSteps(steps).flatMap((step) => usesOf(step).flatMap(({ words }) => inputsIn(words)))]);
	return inputs.map(({ name }) => name).filter((name) => !used.has(name));
}

function twice(texts: readonly string[]): readonly string[] {
	const seen = new Set<string>();
	return [...new Set(texts.filter((text) => seen.size === seen.add(text).size))];
}

function inputFaults(input: RoutineInput): readonly Fault[] {
	const { label, type, choices, example, preset } = input;
	const said = `The input “${label}”`;
	return [
		...(type === "choice" && choices === undefined ? [{ message: `${said} has no choices` }] : []),
		...(type !== "choice" && choices !== undefined ? [{ message: `${said} has choices, and is no choice` }] : []),
		...(type === "secret" && (example !== undefined || preset !== undefined)
			? [{ message: `${said} is a secret: its value stands in no routine` }]
			: []),
		...(preset === undefined || type === "secret" || faultOf(preset, input) === undefined
			? []
			: [{ message: `${said} has a preset that it does not take` }]),
	];
}

type Scope = { readonly inputs: readonly Pick<RoutineInput, "name" | "type">[]; readonly depth: number };

function stepFaults(steps: readonly RoutineStep[], { inputs, depth }: Scope): readonly Fault[] {
	if (depth > routineLimits.depth) return [{ step: steps[0]?.id ?? "", message: `Blocks stand more than ${routineLimits.depth} deep` }];
	return steps.flatMap((step): readonly Fault[] => {
		const own = [...usesOf(step).flatMap((use) => useFaults(use, inputs)), ...shapeFaults(step, inputs)];
		const within = step.do === "each" ? [...inputs, { name: step.as, type: "text" as InputType }] : inputs;
		return [...own.map((fault) => ({ step: step.id, ...fault })), ...stepFaults(innerSteps(step), { inputs: within, depth: depth + 1 })];
	});
}

function shapeFaults(step: RoutineStep, inputs: Scope["inputs"]): readonly Fault[] {
	if (step.do === "open") return addressFaults(step.address, inputs).map((fault) => ({ ...fault, at: "address" }));
	if (step.do === "each")
		return inputs.some(({ name }) => name === step.as) ? [{ at: "as", message: `The rows are called ${step.as}, as an input is` }] : [];
	if (step.do !== "read") return [];
	const names = step.columns.map(({ name }) => name);
	return [
		...twice(names).map((name) => ({ at: `columns.${names.lastIndexOf(name)}.label`, message: `The column ${name} stands twice` })),
		...(step.key !== undefined && !names.includes(step.key) ? [{ at: "key", message: `The key ${step.key} is no column` }] : []),
		...step.columns.flatMap(({ label, header, cell, slot }, index) =>
			header === undefined && cell === undefined && slot === undefined
				? [{ at: `columns.${index}.header`, message: `The column “${label}” has neither a head nor a place` }]
				: [],
		),
	];
}

/** A web address, a path on the page's site, or all of it from an input. */
function addressFaults(address: Words, inputs: Scope["inputs"]): readonly Fault[] {
	const [first] = address;
	const isAddress = typeof first === "object" || (first !== undefined && /^(?:https?:\/\/[^/\s]|\/(?!\/))/i.test(first));
	const shape = isAddress ? [] : [{ message: "The address is no web address" }];
	return [...shape, ...useFaults({ at: "address", words: address, takes: "shown" }, inputs)];
}

/** Where inputs stand: `value` is typed into the page, `file` attached to it, `shown` names or compares what everybody sees. */
type Use = { readonly at: string; readonly words: Words; readonly takes: "value" | "file" | "shown" };

function useFaults({ at, words, takes }: Use, inputs: Scope["inputs"]): readonly Fault[] {
	return inputsIn(words).flatMap((name): readonly Fault[] => {
		const input = inputs.find((one) => one.name === name);
		if (input === undefined) return [{ at, message: `The input ${name} is not declared` }];
		if (input.type === "secret" && takes !== "value") return [{ at, message: `The secret ${name} may only be typed into a field` }];
		if (input.type === "secret" && words.length > 1) return [{ at, message: `The secret ${name} is typed alone` }];
		if ((input.type === "file") === (takes === "file")) return [];
		return [{ at, message: input.type === "file" ? `The file ${name} can only be attached` : `${name} is no file` }];
	});
}

const shown = (at: string, ...all: readonly (Words | undefined)[]): readonly Use[] =>
	all.flatMap((words) => (words === undefined ? [] : [{ at, words, takes: "shown" as const }]));

function ofTarget(at: string, target: Target | undefined): readonly Use[] {
	if (target === undefined) return [];
	const { name, where = {}, row = [] } = target;
	return [...shown(`${at}.name`, name), ...shown(`${at}.where`, where.dialog, where.heading), ...shown(`${at}.row`, ...row)];
}

function ofExpectation(expect: RoutineExpectation | undefined): readonly Use[] {
	switch (expect?.kind) {
		case "url_contains":
		case "text_appears":
		case "text_gone":
			return shown("expect", expect.text);
		case "element_appears":
			return shown("expect", expect.name);
		case "value_is":
			return shown("expect", expect.value);
		default:
			return [];
	}
}

function usesOf(step: RoutineStep): readonly Use[] {
	const around = [...ofTarget("target", "target" in step ? step.target : undefined), ...ofExpectation(step.expect)];
	switch (step.do) {
		case "fill":
			return [...around, { at: "value", words: step.value, takes: "value" }];
		case "choose":
			return [...around, ...step.values.map((words): Use => ({ at: "values", words, takes: "value" }))];
		case "upload":
			return [...ofTarget("target", step.target), { at: "file", words: step.file, takes: "file" }];
		case "drag":
			return [...around, ...ofTarget("to", step.to)];
		case "open":
			return ofExpectation(step.expect);
		case "switch_tab":
		case "close_tab":
			return [...around, ...shown("title", step.title)];
		case "check":
			return step.fields.flatMap(({ target, row, value }, index) => [
				...ofTarget(`fields.${index}.target`, target),
				...shown(`fields.${index}.row`, ...(row ?? [])),
				...shown(`fields.${index}.value`, value),
			]);
		case "read":
			return step.paging?.by === undefined || step.paging.by === "scroll" ? [] : ofTarget("paging.by", step.paging.by);
		case "if":
			return shown("says", step.says);
		case "call":
			return Object.entries(step.inputs).flatMap(([name, words]) => shown(`inputs.${name}`, words));
		default:
			return around;
	}
}
