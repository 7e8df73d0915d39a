import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { Expectation } from "@webhand/contracts/agent/task";
import { z } from "zod";
import { actionTextOf } from "./answer-call.ts";
import { repairAction } from "./answer-repair.ts";
import { balancedObject, parseLoosely } from "./loose-json.ts";

/** What a model said, in any of the accepted shapes. `repairs` names what had to be mended, for the metric. */
export type Answer = {
	readonly thought: string;
	readonly action: Action;
	readonly expect?: Expectation;
	readonly plan?: readonly string[];
	readonly doneSteps?: readonly number[];
	readonly memory?: string;
	readonly repairs: readonly string[];
};

/** The answer, or why there is none in words that a model can act on. */
export type AnswerRead = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly problem: string };

/** A native tool call as a provider gives it. */
export type NativeCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

type Parts = {
	readonly thought: string;
	readonly action: string;
	readonly expect?: unknown;
	readonly plan?: readonly string[];
	readonly done?: readonly number[];
	readonly memory?: string;
	readonly repairs: readonly string[];
};

const maxCharacters = 16_384;
const maxThought = 4_000;
const maxMemory = 1_000;

/**
 * Reads a model's output: tags, the specification's JSON, flat JSON, native tool calls, or a bare action on a line of its own; mends what
 * can be mended without asking again.
 *
 * @param text the first 16 KB count
 * @param calls native tool calls; the first one counts
 * @throws never
 * @source spec 000 §4.6; spec 003 "Response Parsing"; engine.md §9
 */
export function readAnswer(text: string, calls: readonly NativeCall[] = []): AnswerRead {
	const parts = partsOf(text.slice(0, maxCharacters), calls);
	if (parts === null) return { ok: false, problem: "there was no action in it: expected <Thought>…</Thought><Action>click(17)</Action>" };
	const mended = repairAction(parts.action);
	const parsed = parseAction(mended.text);
	if (!parsed.ok) {
		const { code, at, message } = parsed.problem;
		return { ok: false, problem: `the action “${mended.text.slice(0, 200)}” could not be read: ${code} at character ${at}, ${message}` };
	}
	const expect = Expectation.safeParse(parts.expect);
	return {
		ok: true,
		answer: {
			thought: parts.thought.trim().slice(0, maxThought),
			action: parsed.action,
			repairs: [...parts.repairs, ...mended.repairs],
			...(expect.success ? { expect: expect.data } : {}),
			...(parts.plan === undefined || parts.plan.length === 0 ? {} : { plan: parts.plan }),
			...(parts.done === undefined || parts.done.length === 0 ? {} : { doneSteps: parts.done }),
			...(parts.memory === undefined ? {} : { memory: parts.memory.slice(0, maxMemory) }),
		},
	};
}

function partsOf(raw: string, calls: readonly NativeCall[]): Parts | null {
	const [call] = calls;
	if (call !== undefined) {
		const action = actionTextOf(call.name, call.arguments);
		if (action !== null) return { thought: withoutNoise(raw), action, repairs: ["tool_call"] };
	}
	const text = withoutNoise(raw);
	const noted = text === raw.trim() ? [] : ["noise"];
	const parts = partsOfTags(text) ?? partsOfJson(text) ?? partsOfLines(text);
	return parts === null ? null : { ...parts, repairs: [...noted, ...parts.repairs] };
}

/** Thinking blocks and code fences go; an unclosed thinking block ends where an answer begins. */
function withoutNoise(text: string): string {
	return withoutThinking(text)
		.replaceAll(/```[a-z]*\n?/gi, "")
		.trim();
}

/** One pass over the marks, so that ten thousand opened blocks cost no more than one. */
function withoutThinking(text: string): string {
	let kept = "";
	let from = 0;
	let depth = 0;
	for (const mark of text.matchAll(/<(\/?)(?:think|thinking|reasoning)>/gi)) {
		const isEnd = mark[1] === "/";
		if (!isEnd && depth === 0) kept += text.slice(from, mark.index);
		// An end without a beginning: all before it was thinking.
		if (isEnd && depth === 0) kept = "";
		depth = isEnd ? Math.max(0, depth - 1) : depth + 1;
		from = mark.index + mark[0].length;
	}
	return kept + text.slice(from);
}

function partsOfTags(text: string): Parts | null {
	const action = actionTagOf(text);
	if (action === undefined) return null;
	const thought = tagOf(text, "thought") ?? text.slice(0, text.search(/<\s*action\s*>/i));
	const plan = tagOf(text, "plan");
	const done = tagOf(text, "done");
	const memory = tagOf(text, "memory");
	const expect = tagOf(text, "expect");
	const isExact = /<Action>[\s\S]*<\/Action>/.test(text);
	return {
		thought,
		action,
		repairs: isExact ? [] : ["tags"],
		...(expect === undefined ? {} : { expect: parseLoosely(expect) }),
		...(plan === undefined ? {} : { plan: linesOf(plan) }),
		...(done === undefined ? {} : { done: [...done.matchAll(/\d+/g)].map(([digits]) => Number(digits)) }),
		...(memory === undefined ? {} : { memory }),
	};
}

/** The action's tag ends where its content is an action, since a value to be typed may hold one of our tags; else at the first end. */
function actionTagOf(text: string): string | undefined {
	const first = tagOf(text, "action");
	const open = /<\s*action\s*>/i.exec(text);
	if (first === undefined || open === null || parseAction(first).ok) return first;
	const rest = text.slice(open.index + open[0].length);
	const ends = [...rest.matchAll(/<\s*\/\s*action\s*>/gi)].slice(0, 20).map((end) => rest.slice(0, end.index).trim());
	return ends.find((content) => parseAction(content).ok) ?? first;
}

/** Content of a tag in any case; one that is never closed ends at the next tag of ours or at the end. */
function tagOf(text: string, name: string): string | undefined {
	const open = new RegExp(`<\\s*${name}\\s*>`, "i").exec(text);
	if (open === null) return undefined;
	const rest = text.slice(open.index + open[0].length);
	const end = new RegExp(`<\\s*/\\s*${name}\\s*>|<\\s*/?\\s*(?:thought|action|expect|plan|done|memory|answer)\\s*>`, "i").exec(rest);
	return (end === null ? rest : rest.slice(0, end.index)).trim();
}

const Flat = z.looseObject({
	thought: z.string().optional(),
	reasoning: z.string().optional(),
	memory: z.string().optional(),
	plan: z.array(z.string()).optional(),
	done: z.array(z.number()).optional(),
	expect: z.unknown().optional(),
});

function partsOfJson(text: string): Parts | null {
	const source = balancedObject(text);
	const value = source === undefined ? undefined : parseLoosely(source);
	if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
	const given = value as Readonly<Record<string, unknown>>;
	const action = actionOfJson(given);
	if (action === null) return null;
	const flat = Flat.safeParse(given);
	const facts = flat.success ? flat.data : {};
	return {
		thought: facts.thought ?? facts.reasoning ?? "",
		action,
		repairs: ["json"],
		...(facts.expect === undefined ? {} : { expect: facts.expect }),
		...(facts.plan === undefined ? {} : { plan: facts.plan }),
		...(facts.done === undefined ? {} : { done: facts.done }),
		...(facts.memory === undefined ? {} : { memory: facts.memory }),
	};
}

/** The specification's three forms, and flat JSON with the action as text, as a name beside its arguments, or as an object. */
function actionOfJson(given: Readonly<Record<string, unknown>>): string | null {
	if (given["type"] === "final") return actionTextOf("final", given);
	if (given["type"] === "ask_user") return actionTextOf("ask_user", given);
	const call = objectOf(given["tool"]) ?? objectOf(given["action"]) ?? objectOf(given["function"]);
	if (call !== undefined && typeof call["name"] === "string")
		return actionTextOf(call["name"], objectOf(call["arguments"]) ?? objectOf(call["parameters"]) ?? call);
	const name = given["action"] ?? given["tool"] ?? given["name"];
	if (typeof name !== "string") return null;
	if (name.includes("(")) return name;
	return actionTextOf(name, objectOf(given["arguments"]) ?? objectOf(given["args"]) ?? given);
}

function partsOfLines(text: string): Parts | null {
	const lines = text.split("\n");
	const at = lines.findIndex((line) => /^\s*(?:[-*>]\s*)?(?:action\s*(?:taken)?:\s*)?[`*]*[a-z_]+\s*\(.*\)[`*;.\s]*$/i.test(line));
	if (at === -1) return null;
	return {
		thought: lines
			.slice(0, at)
			.join("\n")
			.replace(/^\s*thought\s*:\s*/i, ""),
		action: (lines[at] ?? "").replace(/^\s*(?:[-*>]\s*)?(?:action\s*(?:taken)?:\s*)?/i, ""),
		repairs: ["bare"],
	};
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
	if (typeof value === "string" && value.trim().startsWith("{")) return objectOf(parseLoosely(value));
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
}

function linesOf(text: string): readonly string[] {
	return text
		.split("\n")
		.map((line) => line.replace(/^\s*(?:[-*•]|\d+[.):])\s*/, "").trim())
		.filter((line) => line !== "");
}
