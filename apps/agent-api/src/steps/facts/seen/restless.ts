import { newTexts } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { digest } from "../keys.ts";
import type { BeforeState, SecondLook } from "./state.ts";
import { targetState } from "./state.ts";

const most = 200;
const hashDigits = 6;

/** The state before an action, with what a second look at its effect shows; the engine waits in between. */
export function lookedAgain(before: BeforeState, page: PageView): BeforeState {
	const target = before.target === undefined ? undefined : page.elements.get(before.target.id);
	const again: SecondLook = {
		texts: hashesOf(newTexts(before.skeleton, page)),
		controls: hashesOf(numbered(page)),
		...(target === undefined ? {} : { look: targetState(target).look }),
	};
	return { ...before, again };
}

/**
 * True when everything that is other than before an action is also other than at the second look at it: it goes on by itself, and the action
 * has no part in it. A counter that the action raised stands still between the two.
 *
 * @param added how many controls the page has that the state before did not hold
 * @throws never
 * @source engine.md §7 "Page key"
 */
export function runsByItself(before: BeforeState, page: PageView, added: number): boolean {
	const { again, target } = before;
	if (again === undefined) return false;
	const texts = hashesOf(newTexts(before.skeleton, page));
	const controls = hashesOf(numbered(page)).filter((one) => !again.controls.includes(one));
	const element = target === undefined ? undefined : page.elements.get(target.id);
	const look = element === undefined ? undefined : targetState(element).look;
	const hasMoved = look !== undefined && look !== target?.look;
	const isMoving = look !== again.look;
	if (texts.length >= most || (texts.length === 0 && added === 0 && !hasMoved)) return false;
	return texts.every((text) => !again.texts.includes(text)) && controls.length >= added && (!hasMoved || isMoving);
}

function numbered(page: PageView): readonly string[] {
	return [...page.elements.values()].flatMap(({ type, name }) => (/\d/.test(name) ? [`${type} ${name}`] : []));
}

const hashesOf = (texts: readonly string[]) => texts.slice(0, most).map((text) => digest(text, hashDigits));
