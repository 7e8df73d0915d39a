import type { Token } from "../../words/tokens.ts";
import type { DragGoal, Intent, Relation } from "../clause.ts";
import { thingOf } from "../nouns/things.ts";
import { orderOf } from "./conditions.ts";
import { without, word } from "./pieces.ts";

/** "drag X to Y"; undefined where no goal is said. */
export function dragIntent(rest: readonly Token[]): Intent | undefined {
	// "drag the slider to 5" sets a value.
	const value = rest.at(-1);
	const handle = value?.kind === "number" && word(rest.at(-2)) === "to" ? thingOf(rest.slice(0, -2)) : undefined;
	if (handle?.roles.includes("slider") === true && value !== undefined)
		return { kind: "choose", things: [thingOf([value])], field: handle };
	const line = lineOf(rest);
	if (line !== undefined) return line;
	const pixels = pixelsOf(rest);
	if (pixels !== undefined) return pixels;
	const words = rest.map(word);
	const purpose = words.findIndex((one, index) => index > 0 && one === "so");
	if (purpose !== -1) {
		const goal = goalOf(without(rest.slice(purpose + 1), /^(?:that|it|they|is|are|completely|fully|entirely|placed|lies)$/));
		return goal === undefined ? undefined : { kind: "drag", thing: thingOf(rest.slice(0, purpose)), goal };
	}
	const order = orderOf(rest);
	if (order.direction !== undefined)
		return { kind: "drag", thing: thingOf(order.rest), goal: { kind: "order", direction: order.direction } };
	const joint = words.findIndex(
		(one, index) =>
			index > 0 &&
			/^(?:to|onto|into|over|on|inside|next|below|above|under|left|right|up|down|before|after|between|upwards?|downwards?|by)$/.test(one),
	);
	// "Move the draft": nobody said where to. "Move up" is what a control is called.
	if (joint === -1) return rest.length > 1 ? { kind: "unknown" } : undefined;
	if (isOfSeveral(rest, joint)) return { kind: "unknown" };
	const goal = goalOf(rest.slice(joint));
	return goal === undefined ? undefined : { kind: "drag", thing: thingOf(rest.slice(0, joint)), goal };
}

/** "A to X and B to Y": one drag has one goal. */
function isOfSeveral(rest: readonly Token[], joint: number): boolean {
	const next = rest.findIndex((token, index) => index > joint + 1 && (token.text === "," || word(token) === "and"));
	return next !== -1 && rest.slice(next).some((token, index) => index > 1 && /^(?:to|onto|into)$/.test(word(token)));
}

const lineLength = 40;

/** "draw a vertical line through X": the pointer is drawn on from X, which then lies on the line. */
function lineOf(rest: readonly Token[]): Intent | undefined {
	const words = rest.map(word);
	const line = words.indexOf("line");
	const through = words.findIndex((one, index) => index > line && /^(?:through|across|over|from|at|touching|crossing)$/.test(one));
	const isVertical = words.slice(0, line).includes("vertical");
	if (line === -1 || through === -1 || !(isVertical || words.slice(0, line).includes("horizontal"))) return undefined;
	const goal = { kind: "direction", direction: isVertical ? "down" : "right", pixels: lineLength } as const;
	return { kind: "drag", thing: thingOf(rest.slice(through + 1)), goal };
}

/** "drag X 50 pixels to the right". */
function pixelsOf(rest: readonly Token[]): Intent | undefined {
	const at = rest.findIndex((token, index) => index > 0 && token.kind === "number" && /^(?:px|pixels?)$/.test(word(rest[index + 1])));
	const pixels = rest[at]?.value;
	const behind = rest.slice(at).map(word);
	const direction = (["up", "down", "left", "right"] as const).find((one) => behind.some((said) => said.startsWith(one)));
	if (at === -1 || pixels === undefined || direction === undefined) return undefined;
	const thing = thingOf(rest.slice(0, at).filter((token) => word(token) !== "by"));
	return { kind: "drag", thing, goal: { kind: "direction", direction, pixels } };
}

function goalOf(given: readonly Token[]): DragGoal | undefined {
	const tokens = without(given, /^(?:to|onto|into|the|over)$/);
	const words = tokens.map(word);
	const direction = (["up", "down", "left", "right"] as const).find(
		(one) => words[0] === one || words[0] === `${one}wards` || words[0] === `${one}ward`,
	);
	const of = words.findIndex((one) => /^(?:of|from)$/.test(one));
	const count = tokens.find((token) => token.value !== undefined && token.kind !== "ordinal")?.value;
	if (
		direction !== undefined &&
		of === -1 &&
		words.includes("by") &&
		count !== undefined &&
		count < 10 &&
		!words.some((one) => /^(?:px|pixels?)$/.test(one))
	)
		return { kind: "steps", direction, count };
	const cell = cellGoal(words);
	if (cell !== undefined && of === -1) return cell;
	if (direction !== undefined && of === -1) {
		return { kind: "direction", direction };
	}
	const position = tokens.find((token) => token.kind === "ordinal")?.value ?? (words[0] === "position" ? tokens[1]?.value : undefined);
	if (position !== undefined && words.some((one) => /^(?:position|place|spot|slot|row)$/.test(one))) return { kind: "position", position };
	if (words[0] === "top" || words[0] === "bottom") return { kind: "position", position: words[0] === "top" ? 1 : -1 };
	const relations: readonly (readonly [RegExp, Relation])[] = [
		[/^left$/, "left"],
		[/^right$/, "right"],
		[/^(?:below|under|beneath|underneath)$/, "below"],
		[/^above$/, "above"],
		[/^next$/, "next"],
		[/^before$/, "before"],
		[/^after$/, "after"],
	];
	const relation = relations.find(([pattern]) => words.some((one) => pattern.test(one)))?.[1] ?? "inside";
	const target = without(
		tokens,
		/^(?:next|to|left|right|side|of|below|under|beneath|underneath|above|position|place|the|inside|within|in|on|before|after|right|directly|immediately)$/,
	);
	return target.length === 0 ? undefined : { kind: "thing", thing: thingOf(target), relation };
}

/** "to the center", "to the top left": a place in a grid. */
function cellGoal(words: readonly string[]): DragGoal | undefined {
	const named = words.filter((one) => /^(?:top|bottom|center|centre|middle|left|right|upper|lower)$/.test(one));
	const isCentre = (one: string) => /^(?:center|centre|middle)$/.test(one);
	if (named.length === 0 || words.length > named.length + 2 || (named.length === 1 && !isCentre(named[0] ?? ""))) return undefined;
	const row = named.some((one) => one === "top" || one === "upper")
		? 0
		: named.some((one) => one === "bottom" || one === "lower")
			? 1
			: 0.5;
	const column = named.includes("left") ? 0 : named.includes("right") ? 1 : 0.5;
	return { kind: "cell", row, column };
}
