/** A sentence and its clauses in the notation of this file. */
export type Row = readonly [sentence: string, clauses: string];

import type { Clause, Condition, DragGoal, Entry, Intent, Thing, Value } from "../sentence/clause.ts";

/** Clauses in a short notation, for tables: `click 'ok' /button; fill name = "Ada"`. A clause that is only a way ends in `~`. */
export function notationOf(clauses: readonly Clause[]): string {
	return clauses.map((clause) => `${intentNotation(clause.intent)}${clause.isWay ? " ~" : ""}`).join("; ");
}

/** A thing: its name (in single quotes when it was quoted), then `/role #position @place(…)`. */
function thingNotation(thing: Thing): string {
	const parts = [
		thing.pronoun === undefined ? "" : `<${thing.pronoun}>`,
		thing.isAll ? "ALL" : "",
		thing.isQuoted ? `'${thing.name}'` : thing.name,
		thing.role === undefined ? "" : `/${thing.role}`,
		thing.position === undefined ? "" : `#${thing.position}`,
		thing.traits.length === 0 ? "" : `[${thing.traits.join(" ")}]`,
		thing.superlative === undefined ? "" : `${thing.superlative.end} ${thing.superlative.of}`.trim(),
		...thing.places.map((place) => `@${place.relation}(${thingNotation(place.anchor)})`),
	];
	return parts.filter((part) => part !== "").join(" ") || "-";
}

function valueNotation(value: Value): string {
	switch (value.kind) {
		case "literal":
			return JSON.stringify(value.text);
		case "text":
			return value.part === undefined
				? `text(${thingNotation(value.thing)})`
				: `${value.part.unit} ${value.part.position} of (${thingNotation(value.thing)})`;
		case "cell":
			return `cell(${value.labels.join(", ")}${value.row === undefined ? "" : ` | ${thingNotation(value.row)}`})`;
		case "count":
		case "sum":
			return `${value.kind}(${thingNotation(value.thing)})`;
		case "extreme":
			return `${value.end}(${thingNotation(value.thing)})`;
		case "day":
			return `day(${value.text})`;
		case "math":
		case "copied":
		case "remembered":
			return value.kind;
	}
}

function entryNotation(entry: Entry): string {
	const field = entry.into === undefined ? "?" : thingNotation(entry.into);
	return `${entry.label === undefined ? "" : `${entry.label}: `}${field} = ${valueNotation(entry.value)}`;
}

function conditionNotation(condition: Condition): string {
	switch (condition.kind) {
		case "number":
			return `${condition.compare} ${condition.bound}${condition.bound2 === undefined ? "" : `..${condition.bound2}`}`;
		case "parity":
			return condition.isEven ? "even" : "odd";
		case "shows":
			return `shows ${thingNotation(condition.thing)}`;
	}
}

function goalNotation(goal: DragGoal): string {
	switch (goal.kind) {
		case "thing":
			return `${goal.relation} (${thingNotation(goal.thing)})`;
		case "direction":
			return `${goal.direction}${goal.pixels === undefined ? "" : ` ${goal.pixels}px`}`;
		case "position":
			return `place ${goal.position}`;
		case "steps":
			return `${goal.count} ${goal.direction}`;
		case "cell":
			return `cell ${goal.row},${goal.column}`;
		case "order":
			return goal.direction;
	}
}

const list = (things: readonly Thing[]): string => (things.length === 0 ? "nothing" : things.map(thingNotation).join(" + "));
const into = (thing: Thing | undefined, word: string): string => (thing === undefined ? "" : ` ${word} ${thingNotation(thing)}`);

function intentNotation(intent: Intent): string {
	switch (intent.kind) {
		case "click":
			return [
				intent.how ?? "",
				`click ${intent.things.length === 0 ? list(intent.things) : intent.things.map(thingNotation).join(intent.isEither === true ? " or " : " + ")}`,
				intent.times > 1 ? `x${intent.times}` : "",
				intent.order ?? "",
				intent.until === undefined ? "" : `until ${conditionNotation(intent.until)}`,
			]
				.filter((part) => part !== "")
				.join(" ");
		case "path":
			return `path ${intent.names.join(" > ")}`;
		case "fill":
			return `fill ${intent.entries.map(entryNotation).join(" + ")}${intent.submits ? " and Enter" : ""}${intent.called === undefined ? "" : ` or ${intent.called}`}`;
		case "choose":
			return `choose ${intent.value === undefined ? list(intent.things) : valueNotation(intent.value)}${into(intent.field, "in")}`;
		case "tick":
			return `${intent.on === "toggle" ? "toggle" : intent.on ? "tick" : "untick"} ${list(intent.things)}`;
		case "search":
			return `search ${valueNotation(intent.value)}${into(intent.field, "in")}`;
		case "submit":
			return `submit${intent.word === undefined ? "" : ` by ${intent.word}`}${into(intent.thing, "").replace("  ", " ")}`;
		case "open":
		case "clear":
		case "hover":
		case "find":
		case "focus":
			return `${intent.kind} ${thingNotation(intent.thing)}`;
		case "visit":
			return `visit ${intent.url}${intent.inNewTab ? " in a new tab" : ""}`;
		case "history":
			return intent.to;
		case "scroll":
			return `scroll ${intent.direction}${into(intent.thing, "of")}`;
		case "wait":
			return intent.until === undefined
				? `wait ${intent.seconds}`
				: `wait for ${thingNotation(intent.until)}${intent.reaches === undefined ? "" : ` ${conditionNotation(intent.reaches)}`}`;
		case "keys":
			return `keys ${intent.keys === " " ? "Space" : intent.keys}${intent.times > 1 ? ` x${intent.times}` : ""}${into(intent.field, "in")}`;
		case "drag":
			return `drag ${thingNotation(intent.thing)} to ${goalNotation(intent.goal)}`;
		case "copy":
			return `copy ${valueNotation(intent.value)}`;
		case "paste":
			return `paste${into(intent.into, "into")}`;
		case "expand":
			return `${intent.on ? "expand" : "collapse"} ${thingNotation(intent.thing)}`;
		case "close":
			return `close${into(intent.thing, "").replace("  ", " ")}`;
		case "remember":
			return `remember ${valueNotation(intent.value)}`;
		case "read":
			return `read ${intent.values.map(valueNotation).join(" + ")}`;
		case "named":
			return [
				`named ${intent.verb.toLowerCase()}`,
				thingNotation(intent.object) === "-" ? "" : `(${thingNotation(intent.object)})`,
				intent.entries.length === 0 ? "" : `with ${intent.entries.map(entryNotation).join(" + ")}`,
				intent.content === undefined ? "" : `saying ${JSON.stringify(intent.content)}`,
				intent.condition === undefined ? "" : `until ${conditionNotation(intent.condition)}`,
			]
				.filter((part) => part !== "")
				.join(" ");
		case "confirm":
			return "confirm";
		case "forward":
			return `forward (${thingNotation(intent.item)}) to ${intent.to}`;
		case "classify":
			return `classify ${intent.labels.join(" | ")}`;
		case "if":
			return `if ${thingNotation(intent.thing)}`;
		case "ask":
			return `ask ${intent.question}`;
		case "match":
		case "avoid":
		case "unknown":
			return intent.kind;
	}
}
