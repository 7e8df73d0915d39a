import { compareSkeleton, newTexts } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { digest } from "../keys.ts";
import type { BeforeState, SecondLook } from "./state.ts";
import { targetState } from "./state.ts";

const most = 150;
const [bareDigits, hashDigits] = [4, 6];

/** The state before an action, with what another look at its effect shows; the engine waits in between. */
export function lookedAgain(before: BeforeState, page: PageView): BeforeState {
	const target = before.target === undefined ? undefined : page.elements.get(before.target.id);
	const again: SecondLook = {
		texts: hashesOf(newTexts(before.skeleton, page)),
		controls: hashesOf(numbered(page)),
		added: compareSkeleton(before.skeleton, page).controlsAdded,
		...(target === undefined ? {} : { look: targetState(target).look }),
	};
	return { ...before, again };
}

/**
 * What goes on by itself: everything that is other than before an action is also other than at the newest look at it, and the action has no
 * part in it. A counter that the action raised stands still between the two. `begun`: some of it stood still until that look, so
 * that it may be an effect that came late, which only one more look can tell.
 *
 * @param added how many controls the page has that the state before did not hold
 * @throws never
 */
export function unrestOf(before: BeforeState, page: PageView, added: number): "none" | "begun" | "going" {
	const { again, target } = before;
	if (again === undefined) return "none";
	const texts = hashesOf(newTexts(before.skeleton, page));
	const controls = hashesOf(numbered(page)).filter((one) => !again.controls.includes(one));
	const element = target === undefined ? undefined : page.elements.get(target.id);
	const look = element === undefined ? undefined : targetState(element).look;
	const hasMoved = look !== undefined && look !== target?.look;
	const isMoving = look !== again.look;
	if (texts.length >= most || (texts.length === 0 && added === 0 && !hasMoved)) return "none";
	if (texts.some((text) => again.texts.includes(text)) || controls.length < added || (hasMoved && !isMoving)) return "none";
	const moving = new Set(again.texts.map(bareOf));
	const isNew = texts.some((text) => !moving.has(bareOf(text))) || added > again.added || (hasMoved && again.look === target?.look);
	return isNew ? "begun" : "going";
}

function numbered(page: PageView): readonly string[] {
	return [...page.elements.values()].flatMap(({ type, name }) => (/\d/.test(name) ? [`${type} ${name}`] : []));
}

/** The first digits are those of the text without its numbers. */
const hashesOf = (texts: readonly string[]) =>
	texts.slice(0, most).map((text) => digest(text.replaceAll(/\d/g, ""), bareDigits) + digest(text, hashDigits));

const bareOf = (hash: string) => hash.slice(0, bareDigits);
