import type { Clause, Entry, Intent, Place, Target } from "../clause.ts";

const placeSigns: Readonly<Record<Place["relation"], string>> = {
	row: "of",
	section: "in",
	beside: "beside",
	below: "below",
	above: "above",
};

/** A target in a short notation for tables: `'Save' /button #2 of(Ada)`; quotes mark a quoted name, `<it>` a pronoun. */
function targetNotation(target: Target): string {
	const parts = [
		target.isPronoun ? "<it>" : "",
		target.isAll ? "ALL" : "",
		target.isQuoted ? `'${target.name}'` : target.name,
		target.role === undefined ? "" : `/${target.role}`,
		target.ordinal === undefined ? "" : `#${target.ordinal}`,
		...target.places.map(({ relation, anchor }) => `${placeSigns[relation]}(${targetNotation(anchor)})`),
	];
	return parts.filter((part) => part !== "").join(" ");
}

const list = (targets: readonly Target[]): string => targets.map(targetNotation).join(" + ");
const within = (target: Target | undefined, word: string): string => (target === undefined ? "" : ` ${word} ${targetNotation(target)}`);
const entry = ({ field, value, iso }: Entry): string =>
	`${field === undefined ? "?" : targetNotation(field)} = "${value}"${iso === undefined || iso === value ? "" : ` (${iso})`}`;

/** Clauses in the notation of the tables, `; ` between them. */
export const notationOf = (clauses: readonly Clause[]): string =>
	clauses.map(({ intent, isMeans }) => `${intentNotation(intent)}${isMeans ? " ~" : ""}`).join("; ");

function intentNotation(intent: Intent): string {
	switch (intent.kind) {
		case "click": {
			const until = intent.until === undefined ? "" : ` until ${intent.until.isGone ? "gone " : ""}"${intent.until.text}"`;
			return `${intent.how === "single" ? "" : `${intent.how} `}click ${targetNotation(intent.target)}${until}`;
		}
		case "press":
			return `press ${intent.keys === " " ? "Space" : intent.keys}${intent.times > 1 ? ` x${intent.times}` : ""}${within(intent.field, "in")}`;
		case "fill":
			return `fill ${intent.entries.map(entry).join(" + ")}${intent.submits ? " !" : ""}`;
		case "choose":
			return `choose ${list(intent.options)}${within(intent.whole, "|")}${within(intent.field, "in")}`;
		case "tick":
			return `${intent.isOn ? "tick" : "untick"} ${list(intent.targets)}${within(intent.whole, "|")}`;
		case "search":
			return `search "${intent.text}"${within(intent.field, "in")}`;
		case "read":
			return `${intent.isCount ? "count" : "read"} ${targetNotation(intent.target)}${within(intent.of, "of")}`;
		case "named":
			return `${intent.phrase}!${intent.object === undefined ? "" : ` ${targetNotation(intent.object)}`}${within(intent.goal, "->")}`;
		case "wait":
			return `wait ${intent.until === undefined ? intent.seconds : `${intent.until.isGone ? "gone " : ""}"${intent.until.text}"`}`;
		case "visit":
			return `visit ${intent.url}${intent.inNewTab ? " in a new tab" : ""}`;
		case "history":
			return intent.to;
		case "turn":
			return `turn ${intent.to}`;
		case "scroll":
			return `scroll ${typeof intent.to === "string" ? intent.to : `to ${targetNotation(intent.to)}`}`;
		case "clear":
			return `clear ${targetNotation(intent.field)}`;
		case "open":
		case "find":
		case "hover":
			return `${intent.kind} ${targetNotation(intent.target)}`;
		case "server":
			return `server ${intent.tool} ${JSON.stringify(intent.arguments)}`;
		case "unknown":
			return "unknown";
	}
}
