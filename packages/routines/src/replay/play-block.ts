import { routineLimits } from "@webhand/contracts/routine/limits";
import type { BlockStep, RoutineStep } from "@webhand/contracts/routine/step";
import { layoutOf } from "@webhand/page/layout/build";
import { hashSeed, mixText } from "@webhand/page/parse/line-hashes";
import { findList, rowNames } from "../target/lists.ts";
import { wordsText } from "../target/words.ts";
import { following } from "./cursor.ts";
import type { Outcome, Playing } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import { says } from "./page-words.ts";
import type { Position } from "./state.ts";

type Block<Do extends BlockStep["do"]> = Extract<BlockStep, { do: Do }>;

/** Looks at a page at rest after which a text is not there, and a list is empty. */
const enoughLooks = 2;

/** Goes into a block, or on behind it. @throws never */
export function playBlock(playing: Playing, step: BlockStep): Outcome {
	switch (step.do) {
		case "if":
			return playIf(playing, step);
		case "each":
			return playEach(playing, step);
		case "call":
			return playCall(playing, step);
	}
}

/** The position of a block with what is begun in it, and its first step. */
function into({ played, state }: Playing, position: Position, [first]: readonly RoutineStep[]): Outcome {
	if (first === undefined) return moved(state, following(played, state.at));
	return moved(state, [...state.at.slice(0, -1), position, { step: first.id }]);
}

function playIf(playing: Playing, step: Block<"if">): Outcome {
	const { here, state, seen } = playing;
	const text = wordsText(step.says, here.values);
	if (text !== undefined && says(seen.view, text)) return into(playing, { step: step.id, branch: "then" }, step.then);
	const looked = lookedInVain(state, seen.view);
	if (looked.state.calm > enoughLooks || looked.isOver) return into(playing, { step: step.id, branch: "otherwise" }, step.otherwise);
	return { kind: "wait", step: step.id, for: `the page to say “${text ?? ""}”`, state: looked.state };
}

function playCall(playing: Playing, step: Block<"call">): Outcome {
	const { played, here, state } = playing;
	const program = played.called[step.routine];
	if (program === undefined) return failed(state, step.id, "The routine that this step runs is not there any more");
	if (here.calls >= routineLimits.calls) return failed(state, step.id, `Routines call each other more than ${routineLimits.calls} deep`);
	return into(playing, { step: step.id }, program.steps);
}

/** The next row that was not begun, in the order of the page; ends with the list, or at its limit. */
function playEach(playing: Playing, step: Block<"each">): Outcome {
	const { played, state, seen } = playing;
	const position: Position = state.at.at(-1) ?? { step: step.id };
	const { row = 0, done = "" } = position;
	const behind = () => moved(state, following(played, state.at));
	if (row >= step.most) return behind();
	const layout = layoutOf(seen.view);
	const list = findList(layout, step.list);
	const looked = lookedInVain(state, seen.view);
	if (list === undefined) {
		const isGone = step.list.heading === undefined ? row > 0 : says(seen.view, step.list.heading);
		if (isGone && looked.state.calm > enoughLooks) return behind();
		const reason = "The list is not on the page";
		return looked.isOver ? failed(looked.state, step.id, reason) : { kind: "wait", step: step.id, for: reason, state: looked.state };
	}
	const names = rowNames(layout, list, step.by).filter((name) => name !== "");
	const twin = names.find((name, at) => names.indexOf(name) !== at);
	if (twin !== undefined) return failed(state, step.id, `Two rows of the list are called “${twin}”`);
	const begun = unpack(done);
	const next = names.find((name) => !begun.has(hashOf(name)));
	if (next === undefined)
		return looked.state.calm > enoughLooks || row > 0 ? behind() : { kind: "wait", step: step.id, for: "the list", state: looked.state };
	return into(playing, { step: step.id, row: row + 1, rowWords: next, done: done + pack(hashOf(next)) }, step.steps);
}

/** 32 bits: of 1,000 rows two share a hash once in 9,000 lists. */
const hashOf = (name: string): number => mixText(hashSeed, name) >>> 0;
const hashLength = 7;
const pack = (hash: number): string => hash.toString(36).padStart(hashLength, "0");

function unpack(done: string): ReadonlySet<number> {
	const hashes = new Set<number>();
	for (let at = 0; at < done.length; at += hashLength) hashes.add(Number.parseInt(done.slice(at, at + hashLength), 36));
	return hashes;
}
