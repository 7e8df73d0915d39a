import { z } from "zod";
import { defined } from "../../../shared/defined.ts";
import { actionTextOf } from "./action/call.ts";
import { balancedObject, parseLoosely } from "./loose-json.ts";

/** The parts of an answer, unchecked. `more`: the actions after the first; `done`: numbers of plan steps, from 1; `repairs`: what was repaired. */
export type Parts = {
	readonly thought: string;
	readonly action: string;
	readonly more?: readonly string[];
	readonly expect?: unknown;
	readonly plan?: readonly string[];
	readonly done?: readonly number[];
	readonly memory?: string;
	readonly missing?: readonly string[];
	readonly repairs: readonly string[];
};

/** A field of the wrong type is left out; the other fields stay. */
const optional = <Type extends z.ZodType>(type: Type) => type.optional().catch(undefined);
const Flat = z.looseObject({
	thought: optional(z.string()),
	reasoning: optional(z.string()),
	memory: optional(z.string()),
	plan: optional(z.array(z.string())),
	done: optional(z.array(z.number())),
	expect: z.unknown().optional(),
	missing: z.unknown().optional(),
	missinginformation: z.unknown().optional(),
});

/**
 * The parts of an answer in JSON, as specified or flat; null without JSON or without an action in it.
 *
 * @throws never
 */
export function partsOfJson(text: string): Parts | null {
	const given = givenIn(text);
	if (given === null) return null;
	const action = actionOfJson(given);
	if (action === null) return null;
	const flat = Flat.safeParse(given);
	const facts = flat.success ? flat.data : {};
	const more = moreOfJson(given);
	return {
		thought: facts.thought ?? facts.reasoning ?? "",
		action,
		repairs: ["json"],
		...(more.length === 0 ? {} : { more }),
		...defined({ expect: facts.expect, plan: facts.plan, done: facts.done, memory: facts.memory }),
		missing: textsOf(facts.missing ?? facts.missinginformation),
	};
}

/** The kind of the order in an answer in JSON, unchecked. @throws never */
export const kindOfJson = (text: string): unknown => givenIn(text)?.["kind"];

function givenIn(text: string): Readonly<Record<string, unknown>> | null {
	const source = balancedObject(text);
	const value = source === undefined ? undefined : parseLoosely(source);
	if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toLowerCase(), part as unknown]));
}

/**
 * The specification's three forms, and flat JSON with the action as text, as a name beside its arguments (named or in order), as an object,
 * as the one key of an object, or first in a list.
 */
function actionOfJson(given: Readonly<Record<string, unknown>>): string | null {
	const { type } = given;
	if (type === "final" || type === "final_answer") return actionTextOf("final", given);
	if (type === "ask_user") return actionTextOf("ask_user", given);
	for (const key of ["tool", "action", "function", "function_call", "next_action", "tool_calls", "actions"]) {
		const named = objectOf(firstOf(given[key]));
		const action = named === undefined ? null : actionOfCall(named);
		if (action !== null) return action;
	}
	const name =
		textOf(given, "action", "next_action", "tool", "name", "tool_name", "command") ??
		(type === "function" ? undefined : textOf(given, "type"));
	if (name === undefined) return null;
	return name.includes("(") ? name : withArguments(name, argumentsOf(given) ?? given);
}

/** The actions after the first one of a list, or those of an own key; an unreadable one is an empty text. */
function moreOfJson(given: Readonly<Record<string, unknown>>): readonly string[] {
	const list = ["tool_calls", "actions", "action"].map((key) => given[key]).find((value) => Array.isArray(value));
	const others: readonly unknown[] = Array.isArray(given["more"]) ? given["more"] : (list?.slice(1) ?? []);
	return others.map((value) => {
		const named = objectOf(value);
		return named === undefined ? String(value) : (actionOfCall(named) ?? "");
	});
}

function actionOfCall(call: Readonly<Record<string, unknown>>): string | null {
	const inner = objectOf(call["function"]);
	if (inner !== undefined) return actionOfCall(inner);
	const name = textOf(call, "name", "action", "type", "tool_name");
	if (name !== undefined) return withArguments(name, argumentsOf(call) ?? call);
	const [only, ...others] = Object.entries(call);
	return only === undefined || others.length > 0 ? null : withArguments(only[0], objectOf(only[1]) ?? [only[1]]);
}

function argumentsOf(call: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | readonly unknown[] | undefined {
	for (const key of ["arguments", "parameters", "args", "params", "input", "tool_input"]) {
		const value = call[key];
		if (Array.isArray(value)) return value;
		const object = objectOf(value);
		if (object !== undefined) return object;
	}
	return undefined;
}

function withArguments(name: string, given: Readonly<Record<string, unknown>> | readonly unknown[]): string | null {
	if (!Array.isArray(given)) return actionTextOf(name, given as Readonly<Record<string, unknown>>);
	return `${name}(${given.map((value) => JSON.stringify(value)).join(", ")})`;
}

function textOf(given: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string | undefined {
	return keys.map((key) => given[key]).find((value) => typeof value === "string");
}

/** The texts of a list, or one text; other values are dropped. */
function textsOf(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	return list.filter((one) => typeof one === "string");
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
	if (typeof value === "string" && value.trim().startsWith("{")) return objectOf(parseLoosely(value));
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : undefined;
}
