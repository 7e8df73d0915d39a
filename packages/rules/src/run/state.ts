import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView } from "@webhand/page/parse/view";
import { z } from "zod";

/** What is kept of the notes that ask for more, in characters and in number; more of them wait until these are done. */
export const longestNote = 400;
export const mostNotes = 5;

/** A text cut to its length, a list cut to its newest entries: what is too long is cut, so that a state always comes back whole. */
const text = (most: number) => z.string().transform((value) => value.slice(0, most));
const list = (most: number, length: number) =>
	z
		.array(text(length))
		.transform((items) => items.slice(-most))
		.default([]);
const count = z.number().int().nonnegative().default(0);
const Referent = z.object({ text: text(200), epoch: text(40), id: z.number().optional() });
/** `open`: an opener was tried, `close`: it is closed again, `confirm`: the page's own question was answered. */
const role = z.enum(["act", "open", "close", "confirm", "wait", "find", "reach"]);
const Step = z.object({ index: z.number(), action: text(300), target: text(160), then: z.enum(["next", "again"]), role });

/**
 * What the interpreter keeps from turn to turn, ≤ 8 KB as JSON. `clause` and `part` say how far it is, `step` the action it waits for,
 * `failures` how often this part failed, `done` keys of what this clause did once, `since` the step the clause began with, `opener` the
 * control that was opened to look behind it, `row` the words of the row of the last press, `added` what the user asked for meanwhile,
 * `heard` the notes taken in, `asks` how often this part was asked about, `meant` the control that the user confirmed for a clause.
 */
export const State = z.object({
	/** Tells these states from those of the rules before 2026-11-23, whose clauses were counted otherwise. */
	version: z.literal(2).default(2),
	clause: count,
	part: count,
	step: Step.optional(),
	failures: count,
	failed: list(10, 100),
	done: list(60, 40),
	since: count,
	waited: count,
	hasReached: z.boolean().default(false),
	opener: z.object({ id: z.number(), name: text(100), back: z.number().optional() }).optional(),
	hasOpened: z.boolean().default(false),
	referent: Referent.optional(),
	field: Referent.optional(),
	answers: list(10, 400),
	passed: list(6, 120),
	row: text(200).optional(),
	heard: list(20, 12),
	added: list(mostNotes, longestNote),
	isAsked: z.boolean().default(false),
	asks: count,
	offered: text(120).optional(),
	meant: z.object({ clause: z.number(), name: text(120) }).optional(),
	chosen: text(200).optional(),
});
export type State = z.infer<typeof State>;

/** False for what no turn of these rules left behind: how far the task is, is not known. */
export const isState = (kept: unknown): boolean => State.safeParse(kept).success && Object.hasOwn(Object(kept), "version");

/** The state that a turn brings back; a fresh one when there is none or it does not fit. */
export const stateOf = (kept: unknown): State => State.parse(isState(kept) ? kept : {});

/** The engine throws away more than 8 KB whole, and the task would be lost. */
const mostCharacters = 7_800;

/** The state within its bounds. Signs that JSON writes with six characters may still be too many: then the answers are told shorter. */
export function stored(state: State): State {
	const kept = State.parse(state);
	const isTooLong = JSON.stringify(kept).length > mostCharacters;
	return isTooLong
		? {
				...kept,
				answers: kept.answers.map((answer) => answer.slice(0, 40)),
				passed: [],
				failed: [],
				done: kept.done.slice(-10),
				row: undefined,
			}
		: kept;
}

/** The key of an action among those of a step. */
export const actionKey = (action: Action): string =>
	"id" in action && action.id !== undefined ? `${action.name} ${action.id}` : action.name === "scroll" ? formatAction(action) : action.name;

/** The key of a control among those that failed. */
export const targetKey = ({ id, name }: ElementView): string => `${id} ${name}`.slice(0, 100);

/** A short key of a text: seven characters, FNV-1a. */
export function shortKey(value: string): string {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < value.length; index += 1) hash = Math.imul(hash ^ value.charCodeAt(index), 0x01_00_01_93) >>> 0;
	return hash.toString(36).padStart(7, "0");
}
