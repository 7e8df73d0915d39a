import type { Control, Decision, Move, Screen } from "./moves.ts";

/** What the scripted model remembers of an order. `tries`: how often it has looked for the next control in vain. */
export type Memory = { readonly at: number; readonly tries: number };

export const start: Memory = { at: 0, tries: 0 };

const mostTries = 4;

/** How applications say no, in the words that any reader of a page knows. */
const refusal =
	/\b(?:please correct|already exists|already taken|is required|this field is required|required \w+ property|not supplied|invalid|could not|cannot be|must be|must have|failed|not allowed|an error|error(?=:)|read-only|too (?:short|common))\b/i;

/** `before`: the text at the start of the order, since an old complaint refuses nothing. `isCareless`: no complaint is read. */
type Known = { readonly moves: readonly Move[]; readonly memory: Memory; readonly before: string; readonly isCareless?: boolean };

/**
 * Decides the next move from the words on the page alone: the same for each tool.
 *
 * @returns the decision, and what to remember if the tool takes it
 * @throws never
 */
export function decide({ moves, memory, before, isCareless = false }: Known, screen: Screen): readonly [Decision, Memory] {
	const complaint = isCareless ? undefined : complaintIn(screen.text, before);
	if (complaint !== undefined) return [{ kind: "fail", reason: `The page says: ${complaint}` }, memory];
	const move = moves[memory.at];
	if (move === undefined) return [{ kind: "done" }, memory];
	const control = find(screen.controls, move);
	if (control !== undefined)
		return [
			{ kind: "move", move, ref: control.ref },
			{ at: memory.at + 1, tries: 0 },
		];
	if (memory.tries >= mostTries) return [{ kind: "fail", reason: `There is no “${move.name}” on the page` }, memory];
	return [{ kind: screen.hasMore ? "scroll" : "wait" }, { ...memory, tries: memory.tries + 1 }];
}

/** The line with which the page refuses what was asked; undefined if there is none that is new. */
export function complaintIn(text: string, before: string): string | undefined {
	const known = new Set(before.split("\n").map((line) => line.trim()));
	return text
		.split("\n")
		.map((line) => line.trim())
		.find((line) => refusal.test(line) && !known.has(line));
}

const kindsOf = { press: ["button", "field"], fill: ["field"], choose: ["choice", "field"] } as const satisfies Record<
	Move["do"],
	readonly Control["kind"][]
>;

/** The control that a move names: the same words before words that contain them, and its best names before its others. */
export function find(controls: readonly Control[], { do: deed, name, nth = 1 }: Move): Control | undefined {
	const kinds: readonly string[] = kindsOf[deed];
	const wanted = squeezed(name);
	const fitting = controls.filter(({ kind }) => kinds.includes(kind));
	const most = Math.max(0, ...fitting.map(({ names }) => names.length));
	const fits = [(said: string) => said === wanted, (said: string) => said.includes(wanted)];
	for (const isFit of fits) {
		for (let rank = 0; rank < most; rank += 1) {
			const found = fitting.filter(({ names }) => isFit(squeezed(names[rank] ?? "")))[nth - 1];
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

const squeezed = (text: string): string =>
	text
		.replace(/[\s:*]+/g, " ")
		.trim()
		.toLowerCase();
