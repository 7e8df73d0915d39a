import { isDenying } from "@webhand/lexicon/denials";
import { fold, wordsOf } from "@webhand/page/layout/phrase";
import type { Reader } from "./order.ts";
import { orderOf } from "./order.ts";
import type { State } from "./state.ts";
import { longestNote, mostNotes, shortKey } from "./state.ts";

const said = /^The person said: ([\s\S]+)$/;
const hidden = "•••";

const ordersIn = (notes: readonly string[]): readonly string[] =>
	notes.flatMap((note) => said.exec(note)?.[1]?.trim().slice(0, longestNote) ?? []);

/** What was heard so far, as keys: a turn brings the newest twenty notes, so a count would soon say nothing. */
export const heardOf = (notes: readonly string[]): string[] => notes.map(shortKey);

/** The notes that were not taken in yet: what stands behind those heard, of which the oldest may have gone. */
export function unheard(heard: readonly string[], notes: readonly string[]): readonly string[] {
	const keys = heardOf(notes);
	const gone = heard.findIndex((_key, shift) => heard.slice(shift).every((key, index) => keys[index] === key));
	return notes.slice(gone === -1 ? 0 : heard.length - gone);
}

/**
 * What the user asked for since the last turn is done after the order. Where there is no room left, what is done makes way.
 *
 * @param own how many clauses the order itself has
 */
export function withAdded(before: State, notes: readonly string[], { own, ...reader }: Reader & { readonly own: number }): State {
	if (before.isAsked) return before;
	let state = before;
	let waiting = unheard(before.heard, notes);
	for (; waiting.length > 0; waiting = waiting.slice(1)) {
		const [order] = ordersIn(waiting.slice(0, 1));
		if (order === undefined) continue;
		const [oldest, ...rest] = state.added;
		const clauses = oldest === undefined ? 0 : orderOf(oldest, reader).length;
		if (state.added.length >= mostNotes && state.clause >= own + clauses) state = { ...state, added: rest, clause: state.clause - clauses };
		if (state.added.length >= mostNotes) break;
		state = { ...state, added: [...state.added, order] };
	}
	return { ...state, heard: heardOf(notes.slice(0, notes.length - waiting.length)) };
}

/** What a user says while a task runs, that ends it at once. `isUnclear`: not by a no, but since it is not understood. */
export type Halt = { readonly text: string; readonly isUnclear: boolean };

const stops =
	/^(?:please |ok(?:ay)?[,.]? |no[,.!]* )*(?:stop|halt|wait|hold on|pause|no|abort|cancel|quit|enough|that['’]?s enough|forget it|never ?mind|stopp|warte|nein|abbrechen|arrête|non|para|basta)(?!\p{L})/iu;

/** True for an answer that takes none of the choices. */
export const isNo = (answer: string): boolean => stops.test(answer) || /^(?:none|neither)\b/i.test(answer);

/** A no of the user counts before the next action, and so does what is not understood: it may be one. */
export function haltOf(before: State, notes: readonly string[], reader: Reader): Halt | undefined {
	if (before.isAsked) return undefined;
	const orders = ordersIn(unheard(before.heard, notes));
	const denied = orders.find((order) => {
		const own = fold(order.replace(/["“][^"”]*["”]/g, " "));
		return stops.test(order) || isDenying(own, wordsOf(own));
	});
	if (denied !== undefined) return { text: denied, isUnclear: false };
	const unclear = orders.find((order) => orderOf(order, reader).some(({ intent }) => intent.kind === "unknown"));
	return unclear === undefined ? undefined : { text: unclear, isUnclear: true };
}

/** What was added, as the user said it: what is kept of it between steps has secrets taken out, which only the notes still hold. */
export function asSaid(added: readonly string[], notes: readonly string[]): readonly string[] {
	return added.map((kept) => (kept.includes(hidden) ? (ordersIn(notes).find((order) => isHiddenAs(order, kept)) ?? kept) : kept));
}

function isHiddenAs(order: string, kept: string): boolean {
	const [first = "", ...others] = kept.split(hidden);
	let at = order.startsWith(first) ? first.length : -1;
	for (const part of others) if (at !== -1) at = order.indexOf(part, at) === -1 ? -1 : order.indexOf(part, at) + part.length;
	return at !== -1 && order.endsWith(others.at(-1) ?? "");
}

/** True for an order whose secret nobody can give back. */
export const isHidden = (order: string): boolean => order.includes(hidden);

/** The user's own words in the answer to a question. */
export function answerIn(notes: readonly string[]): string {
	const note = notes.at(-1) ?? "";
	return (/(?:The person (?:answered|said|added): )([\s\S]*)$/.exec(note)?.[1] ?? note).trim().slice(0, 200);
}

/** True where the user says that they did in our place what was handed over. */
export const isHandedBack = (notes: readonly string[]): boolean =>
	/It is done\.$|The person said yes\.$|The person answered: (?:i am |i'm )?(?:done|ok|okay|yes|ready)[.!]?$/i.test(notes.at(-1) ?? "");
