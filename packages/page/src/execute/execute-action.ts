import { takeJavascriptUrls, takeOpened } from "../act/dom/activation.ts";
import { focusedElement, focusIn, isFrame } from "../act/dom/focus.ts";
import { real } from "../act/dom/nodes.ts";
import { ancestorsOf, deepestAt, isHittable } from "../act/dom/point.ts";
import { fail, refuse } from "../act/outcome.ts";
import type { ActionTargets, Places } from "../act/perform.ts";
import { idsOf, perform, targetPlaces } from "../act/perform.ts";
import { fieldOf, isTyped } from "../act/value.ts";
import type { LiveFacts } from "./guard.ts";
import { fills, refusalOf, staleTarget } from "./guard.ts";
import type { ActResult, PageAction, PageGuard } from "./page-action.ts";
import type { PageReader } from "./page-reader.ts";
import { readBack, reportedState } from "./read-back.ts";
import type { Reach } from "./trusted-input.ts";

const frameAtPoint = refuse("COVERED", "A frame stands there; name the element in it");
export const focusMoved = fail("NOT_TAKEN", "The page moved the focus elsewhere");

/** A located element with its name on the page. */
export type Target = { readonly element: Element | null; readonly isSecret: boolean; readonly named: Pick<ActResult, "target"> };

type ActionOrder = { readonly action: PageAction; readonly guard?: PageGuard | undefined };

/** Locates and judges the target; it can only refuse. Page changes after this count as the action's effect. */
function checkTarget(
	reader: PageReader,
	{ action, guard }: ActionOrder,
): { readonly target: Target; readonly second: Element | null } | ActResult {
	const ids = idsOf(action);
	const targetId = ids.target ?? guardedIdOf({ action, guard });
	const target = targetId === undefined ? null : reader.find(targetId, guard);
	const second = ids.second === undefined ? null : reader.findPlace(ids.second);
	if (target !== null && "success" in target) return target;
	if (second !== null && "success" in second) return second;
	const named = target === null ? {} : { target: { id: target.id, role: target.facts.role, name: target.facts.name } };
	const element = target?.element ?? null;
	if (targetId !== undefined && element !== null && !reader.isInSameRow(targetId, element))
		return { ...refuse("STALE_ELEMENT", otherRow), ...named };
	const field = fieldOfAction(action, element);
	const isSecret = target?.facts.isSensitive === true || (field !== element && isSensitive(reader, field));
	const isFilling = fills(action, guard);
	const refusal = target === null ? null : refusalOf(guard, { ...target.facts, isSensitive: isSecret }, isFilling);
	if (refusal !== null) return { ...refuse(refusal.code, refusal.message), ...named };
	// A key without a number goes where the focus is, so that must still be what was judged.
	if (ids.target === undefined && element !== null && focusIn(element) === null) return { ...focusLeft, ...named };
	if (target !== null && guard?.approved === true && !reader.hasSameAmounts(target.id)) return { ...amountChanged, ...named };
	if (target === null && isSecret && isFilling) return refuse("SENSITIVE_FIELD", "Only the user fills in this field");
	return { target: { element, isSecret, named }, second: second?.element ?? null };
}

/** A key without a number is judged by the element that had the focus. */
function guardedIdOf({ action, guard }: ActionOrder): number | undefined {
	return action.name === "press" ? guard?.id : undefined;
}

const stale = (change: string) => {
	const { code, message } = staleTarget({ approved: true }, change);
	return refuse(code, message);
};
const otherRow = "The row of the element shows another entry by now; look again";
const focusLeft = stale("another element has the focus");
const amountChanged = stale("an amount of money is another one");

/**
 * The guard's facts once more, right before what cannot be taken back: the page's own listeners for focus and pointer ran since the check.
 */
function recheckOf(reader: PageReader, { action, guard }: ActionOrder, target: Element | null): ActionTargets["recheck"] {
	const focusedBefore = focusedElement();
	const ids = idsOf(action);
	const targetId = ids.target ?? guardedIdOf({ action, guard });
	return (moment) => {
		const place = ids.second === undefined ? null : reader.findPlace(ids.second);
		if (place !== null && "success" in place) return { ...place, isInert: false };
		const focused = focusedElement();
		const hasMoved = focused !== focusedBefore && focused !== null && target !== null && !ancestorsOf(focused).includes(target);
		if (guard !== undefined && action.name === "press" && hasMoved) return focusMoved;
		// What one types may change the row.
		if (targetId !== undefined && target !== null && moment !== "typed" && !reader.isInSameRow(targetId, target))
			return fail("STALE_ELEMENT", otherRow);
		if (guard === undefined || target === null || (moment === "released" && !guard.approved)) return null;
		const found = reader.find(guard.id, guard);
		const failed = (change: string) => {
			const { code, message } = staleTarget(guard, change);
			return fail(code, message);
		};
		if ("success" in found || found.element !== target) return failed("the element went away while it was used");
		const { fingerprint, form } = found.facts;
		// A counter in the name changes while one types; where the form sends to must not.
		const isSame = moment === "typed" ? isSameForm(form, guard.form) : fingerprint === guard.fingerprint;
		return isSame ? null : failed("it became another element while it was used");
	};
}

function isSameForm(now: LiveFacts["form"], judged: LiveFacts["form"]): boolean {
	if (judged === undefined) return true;
	return now?.origin === judged.origin && now.path === judged.path && now.method === judged.method;
}

/** The field that gets the text: inside the target, or focused. */
function fieldOfAction(action: ActionOrder["action"], target: Element | null): Element | null {
	if (action.name === "setValue" && target !== null) return fieldOf(target);
	if (action.name !== "press") return null;
	return target === null ? focusedElement() : (focusIn(target) ?? fieldOf(target));
}

/** A key without a target goes to the focused element. */
function aimOf(action: ActionOrder["action"], target: Element | null): Element | null {
	return target ?? (action.name === "press" ? focusedElement() : null);
}

function isSensitive(reader: PageReader, field: Element | null): boolean {
	const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
	return field !== null && (isField || reader.idOf(field) !== undefined) && reader.isSecret(field);
}

/** An element or the page may pass the focus on, so the focused field is judged again right before a key. */
function refusalAtOf(reader: PageReader, { action, guard }: ActionOrder, target: Element | null): ActionTargets["refusalAt"] {
	const isJudged = fills(action, guard) && guard?.sensitive !== "user_value";
	const isBound = action.name === "press" && guard !== undefined && target !== null;
	return (place) => {
		if (isBound && !ancestorsOf(place).includes(target)) return focusMoved;
		return isJudged && isSensitive(reader, place) ? fail("SENSITIVE_FIELD", "Only the user fills in this field") : null;
	};
}

type ActionTools = Pick<ActionTargets, "fileOf"> & {
	readonly clipboard?: string | undefined;
	readonly outline: (target: Element | null) => void;
};

/** Checks the target, acts, and reads back the result. */
export async function act(reader: PageReader, command: ActionOrder & ActionTools): Promise<ActResult> {
	const seen = checkTarget(reader, command);
	if ("success" in seen) return seen;
	const { target, second } = seen;
	reader.begin(aimOf(command.action, target.element));
	const download = command.action.name === "click" ? downloadOf(target.element) : undefined;
	command.outline(target.element);
	const { clipboard, fileOf } = command;
	const refusalAt = refusalAtOf(reader, command, target.element);
	takeJavascriptUrls();
	takeOpened();
	const recheck = recheckOf(reader, command, target.element);
	const result = withScripts(
		await perform(command.action, {
			target: target.element,
			second,
			clipboard,
			fileOf,
			refusalAt,
			recheck,
			appearanceOf: reader.appearanceOf,
		}),
	);
	reader.end();
	// The action may have scrolled the target.
	if (result.isInert !== true) command.outline(target.element);
	if (result.isInert === true) return { ...result, ...target.named };
	const reported = download === undefined ? result : { ...result, actualState: { ...result.actualState, download } };
	return withReadBack(reader, target, reported);
}

const longestScript = 20_000;
const longestOpened = 4_000;
/** The reply has room for four. */
const mostScripts = 4;

/** Adds the `javascript:` addresses and the window that the worker has to open. */
function withScripts(result: ActResult): ActResult {
	const scripts = takeJavascriptUrls();
	const opens = takeOpened();
	if (scripts.length === 0) return opens === undefined || opens.length > longestOpened ? result : { ...result, opens };
	const isOurs = scripts.length <= mostScripts && scripts.every(({ url, isHere }) => isHere && url.length <= longestScript);
	return isOurs ? { ...result, scripts: scripts.map(({ url }) => url) } : elsewhere;
}

/** The click was done and its listeners ran. */
const elsewhere: ActResult = {
	success: false,
	isOpen: true,
	code: "OUTCOME_UNKNOWN",
	message: "It was clicked, but its script is for another window or of many links and was not started",
};

/** The file name of a download link. */
function downloadOf(element: Element | null): string | undefined {
	const link = element === null ? null : real(element).closest("a[download]");
	if (!(link instanceof HTMLAnchorElement)) return undefined;
	return link.download === "" ? (URL.parse(link.href)?.pathname.split("/").at(-1) ?? "file") : link.download;
}

/** Checks the target and finds its points, for input that the worker sends. */
export function begin(
	reader: PageReader,
	command: ActionOrder,
): { readonly places: Places; readonly target: Target; readonly reach: Reach } | ActResult {
	const seen = checkTarget(reader, command);
	if ("success" in seen) return seen;
	const { target, second } = seen;
	const refusalAt = refusalAtOf(reader, command, target.element);
	const recheck = recheckOf(reader, command, target.element);
	const places = targetPlaces(command.action, { target: target.element, second, refusalAt });
	if ("success" in places) return { ...places, ...target.named };
	// A mouse would reach into a frame that was not read, or that the user refused.
	if (places.from !== null && isFrame(deepestAt(places.from.x, places.from.y))) return { ...frameAtPoint, ...target.named };
	const focused = focusedElement();
	const isKey = command.action.name === "press";
	const isSending = command.action.name === "setValue" && command.action.submit;
	const refusalOfKey: Reach["refusalOfKey"] = (kind) => {
		const place = focusedElement();
		if (isKey && kind === "struck" && place !== focused) return focusMoved;
		const changed = kind === "struck" && (isKey || isSending) ? recheck(isKey ? "pressing" : "typed") : null;
		if (changed !== null) return changed;
		if (command.action.name === "setValue" && place !== null && isAnotherField(place, target.element)) return focusMoved;
		return place === null ? null : refusalAt(place);
	};
	reader.begin(aimOf(command.action, target.element));
	return {
		places,
		target,
		reach: {
			from: places.from,
			target: target.element,
			refusalOfPress: recheck,
			refusalOfKey,
			isAwaitingKeys: isKey || command.action.name === "setValue",
		},
	};
}

/** True for another visible text field. Editors catch keys with an invisible one. */
function isAnotherField(place: Element, target: Element | null): boolean {
	if (target === null || !isTyped(place) || ancestorsOf(place).includes(target) || ancestorsOf(target).includes(place)) return false;
	return isHittable(place);
}

/** Adds the state read back from the page. */
export function withReadBack(reader: PageReader, { element, isSecret, named }: Target, result: ActResult): ActResult {
	const { idOf, textIn, alertText } = reader;
	const seen = readBack(element, { isSecret, idOf, textIn, alertText });
	return { ...result, ...named, actualState: reportedState(seen, result.actualState, isSecret) };
}
