import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView } from "@webhand/page/parse/view";
import { z } from "zod";

/** What is kept of the notes that ask for more, in characters and in number; more of them wait until these are done. */
export const longestNote = 400;
export const mostNotes = 5;

const Referent = z.object({ text: z.string().max(200), epoch: z.string().max(40), id: z.number().optional() });
const Step = z.object({
	index: z.number(),
	action: z.string().max(300),
	target: z.string().max(160),
	then: z.enum(["next", "again"]),
	/** `open`: an opener was tried, `close`: it is closed again, `confirm`: the page's own question was answered. */
	role: z.enum(["act", "open", "close", "confirm", "wait", "find", "reach"]),
});

/**
 * What the interpreter keeps from turn to turn, ≤ 8 KB as JSON. `clause` and `part` say how far it is, `step` the action it waits for,
 * `failures` how often this part failed, `done` keys of what this clause did once, `since` the step the clause began with, `opener` the
 * control that was opened to look behind it, `added` what the user asked for meanwhile, `heard` the notes taken in, `meant` the control
 * that the user confirmed for a clause that was not understood.
 */
export const State = z.object({
	clause: z.number().int().nonnegative().default(0),
	part: z.number().int().nonnegative().default(0),
	step: Step.optional(),
	failures: z.number().int().default(0),
	failed: z.array(z.string().max(160)).max(20).default([]),
	done: z.array(z.string().max(60)).max(120).default([]),
	since: z.number().int().nonnegative().default(0),
	waited: z.number().int().default(0),
	hasReached: z.boolean().default(false),
	opener: z.object({ id: z.number(), name: z.string().max(100), back: z.number().optional() }).optional(),
	hasOpened: z.boolean().default(false),
	referent: Referent.optional(),
	field: Referent.optional(),
	answers: z.array(z.string().max(2_000)).max(10).default([]),
	passed: z.array(z.string().max(160)).max(10).default([]),
	row: z.string().max(200).optional(),
	heard: z.array(z.string().max(12)).max(20).default([]),
	added: z.array(z.string().max(longestNote)).max(mostNotes).default([]),
	isAsked: z.boolean().default(false),
	offered: z.string().max(120).optional(),
	meant: z.object({ clause: z.number(), name: z.string().max(120) }).optional(),
	chosen: z.string().max(200).optional(),
});
export type State = z.infer<typeof State>;

/** The state that a turn brings back; a fresh one when there is none or it does not fit. */
export function stateOf(kept: unknown): State {
	const read = State.safeParse(kept ?? {});
	return read.success ? read.data : State.parse({});
}

/** False for what no turn of these rules left behind: how far the task is, is not known. */
export const isState = (kept: unknown): boolean => State.safeParse(kept).success && Object.hasOwn(Object(kept), "clause");

/** The engine throws away more than 8 KB whole, and the task would be lost. */
const mostCharacters = 7_800;

/** The state with every text and list within its bounds, so that it always comes back whole. */
export function stored(state: State): State {
	const cut = <Value extends { readonly text: string } | undefined>(value: Value): Value =>
		value === undefined ? value : { ...value, text: value.text.slice(0, 200) };
	let kept: State = {
		...state,
		failed: state.failed.slice(-20).map((key) => key.slice(0, 160)),
		done: state.done.slice(-120).map((key) => key.slice(0, 60)),
		answers: state.answers.slice(0, 10).map((answer) => answer.slice(0, 2_000)),
		passed: state.passed.slice(-10).map((text) => text.slice(0, 160)),
		heard: state.heard.slice(-20),
		added: state.added.slice(0, mostNotes).map((note) => note.slice(0, longestNote)),
		...(state.referent === undefined ? {} : { referent: cut(state.referent) }),
		...(state.field === undefined ? {} : { field: cut(state.field) }),
		...(state.row === undefined ? {} : { row: state.row.slice(0, 200) }),
		...(state.chosen === undefined ? {} : { chosen: state.chosen.slice(0, 200) }),
		...(state.step === undefined
			? {}
			: { step: { ...state.step, action: state.step.action.slice(0, 300), target: state.step.target.slice(0, 160) } }),
	};
	for (const limit of [500, 100, 0]) {
		if (JSON.stringify(kept).length <= mostCharacters) return kept;
		kept = {
			...kept,
			answers: kept.answers.map((answer) => answer.slice(0, limit)),
			passed: kept.passed.slice(-2),
			failed: kept.failed.slice(-4),
			done: kept.done.slice(-60),
		};
	}
	return kept;
}

/** The key of an action among those of a step. */
export const actionKey = (action: Action): string =>
	"id" in action && action.id !== undefined ? `${action.name} ${action.id}` : action.name === "scroll" ? formatAction(action) : action.name;

export const targetKey = ({ id, name }: ElementView): string => `${id} ${name}`.slice(0, 160);

/** A short key of a text: seven characters, FNV-1a. */
export function shortKey(text: string): string {
	let hash = 0x81_1c_9d_c5;
	for (let index = 0; index < text.length; index += 1) {
		hash ^= text.charCodeAt(index);
		hash = Math.imul(hash, 0x01_00_01_93) >>> 0;
	}
	return hash.toString(36).padStart(7, "0");
}
