import type { Action } from "@webhand/contracts/action/grammar";
import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { Skeleton } from "@webhand/page/parse/skeleton";
import { compareSkeleton, newTexts, skeletonOf } from "@webhand/page/parse/skeleton";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { defined } from "../../shared/defined.ts";
import type { StepKeys } from "../facts/keys.ts";
import { baseKey, digest, isTickingText, keysOf } from "../facts/keys.ts";
import { isPressable } from "../facts/roles.ts";
import { targetOf } from "../facts/target.ts";
import { isSensitiveField, maskedValue } from "../secrets/find.ts";
import { canSend, errorsOf, fieldsAround } from "./sent-fields.ts";

/** The target of an action when it was decided. `look`: a digest of the facts that an effect would change. */
export type TargetState = {
	readonly id: number;
	readonly role: string;
	readonly name: string;
	readonly value: string;
	readonly states: readonly string[];
	readonly look: string;
};

/** The page when an action was decided, at most 10 KB, to compare the next page with. `view`: a digest of the visible area, for scrolling. */
export type BeforeState = {
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly skeleton: Skeleton;
	readonly dialogs: readonly string[];
	readonly alerts: readonly string[];
	/** Validation errors that stood there already; absent for none. */
	readonly errors?: readonly string[];
	/** Digest of the fields that the action sends (`digestOfFields`); absent for none. */
	readonly sent?: string;
	readonly focusId?: number;
	readonly tabs: readonly number[];
	readonly screen: string;
	readonly view: string;
	readonly target?: TargetState;
	/** The newest reading of the page, where the engine waited for the outcome. */
	readonly again?: SecondReading;
};

/**
 * A second reading of a page after an action. `texts`: hashes of new texts; `controls`: of controls with digits in their names; `added`:
 * the number of new controls; `look`: of the target.
 */
export type SecondReading = {
	readonly texts: readonly string[];
	readonly controls: readonly string[];
	readonly added: number;
	readonly look?: string;
};

/** The facts of one element, masked where sensitive. */
export function targetState(element: ElementView): TargetState {
	const value = element.attributes.get("value") ?? "";
	const states = [...element.states].filter((state) => state !== "focused" || !isPressable(element.type)).sort();
	const look = ["at", "size", "scroll", "options", "error"].map((key) => element.attributes.get(key) ?? "").join(" ");
	return {
		id: element.id,
		role: element.type,
		name: cut(element.name, 80),
		value: isSensitiveField(element) ? maskedValue : cut(value, 200),
		states,
		look: digest(`${states.join(" ")} ${value} ${element.content} ${look}`),
	};
}

/**
 * How the page differs from the one before. `isTicking`: only clocks went on; `isNumbers`: only numbers far from the target changed, or the
 * place of a drawn thing; `isSelfChanging`: these change without an action; `isLate`: some of them only since the newest reading.
 */
export type PageChange = {
	readonly added: number;
	readonly removed: number;
	/** Absent for none. */
	readonly linesRemoved?: number;
	readonly isSame: boolean;
	readonly isTicking?: boolean;
	readonly isNumbers?: boolean;
	readonly isSelfChanging?: boolean;
	readonly isLate?: boolean;
};

const kept = { dialogs: 5, alerts: 5, tabs: 20 } as const;

/**
 * The entries of a list that were not there before. A full stored list may have been cut, so only as many entries are compared.
 */
export function newIn<Item>(list: keyof typeof kept, before: readonly Item[], now: readonly Item[]): readonly Item[] {
	const compared = before.length < kept[list] ? now : now.slice(0, kept[list]);
	return compared.filter((one) => !before.includes(one));
}

/** Messages of the page that were not there before, as the page has them. */
export function newAlerts({ alerts }: Pick<BeforeState, "alerts">, page: PageView): readonly string[] {
	const fresh = new Set(
		newIn(
			"alerts",
			alerts,
			page.alerts.map((alert) => cut(alert, 80)),
		),
	);
	return page.alerts.filter((alert) => fresh.has(cut(alert, 80)));
}

/** What is stored of a page when an action is decided on it. Values of sensitive fields are masked. */
export function beforeStateOf(page: PageView, action: Action): BeforeState {
	const target = targetOf(action, page);
	const errors = errorsOf(page);
	const isSending = target !== undefined && canSend(action, { role: target.type, states: [...target.states] });
	const sent = isSending ? digestOfFields(action, target, page) : undefined;
	return {
		url: page.url,
		title: cut(page.title, 200),
		epoch: page.epoch,
		skeleton: skeletonOf(page),
		dialogs: page.dialogs.slice(0, kept.dialogs).map((dialog) => cut(dialog.name, 80)),
		alerts: page.alerts.slice(0, kept.alerts).map((alert) => cut(alert, 80)),
		...(errors.length === 0 ? {} : { errors }),
		...defined({ sent, focusId: page.focus }),
		tabs: page.tabs.slice(0, kept.tabs).map((tab) => tab.id),
		screen: page.screen,
		view: visibleDigest(page),
		...defined({ target: target && targetState(target) }),
	};
}

/** True when an element id of the state before still means the same element; clients that send plain HTML have no epoch. */
export function isSameDocument(before: BeforeState, page: PageView): boolean {
	return before.epoch === page.epoch && (page.epoch !== "" || before.url === page.url);
}

/** Compares a page with a stored state. @param done the action that lies between, and its keys on the page before */
export function changeSince(before: BeforeState, page: PageView, done?: { readonly action: Action; readonly keys: StepKeys }): PageChange {
	const { controlsAdded, controlsRemoved, linesAdded, linesRemoved, isSame } = compareSkeleton(before.skeleton, page);
	const change = { added: controlsAdded, removed: controlsRemoved, isSame, ...(linesRemoved === 0 ? {} : { linesRemoved }) };
	const isBalanced = controlsAdded === controlsRemoved && linesAdded === linesRemoved;
	if (isSame || !isBalanced || done === undefined || done.keys.base !== baseKey(page)) return change;
	if (controlsAdded === 0 && linesAdded > 0 && newTexts(before.skeleton, page).every(isTickingText)) return { ...change, isTicking: true };
	if (keysOf(done.action, page).page !== done.keys.page || !isSameDocument(before, page)) return change;
	const selfChange = selfChangeOf(before, page, controlsAdded);
	return { ...change, isNumbers: true, ...(selfChange === "none" ? {} : { isSelfChanging: true, isLate: selfChange === "begun" }) };
}

/** A digest of what stands in the visible area; equal digests mean that scrolling moved nothing. */
export function visibleDigest(page: PageView): string {
	const seen = page.lines.filter((line) => line.zone === "view").map((line) => line.text);
	return digest(seen.join("\n"));
}

/** Bounds on stored size: hashes of one reading, and hex digits of each, without and with the numbers in the text. */
const maxHashes = 150;
const [bareDigits, hashDigits] = [4, 6];

/** The state before an action with a second reading of its effect; the engine waits in between. */
export function withSecondReading(before: BeforeState, page: PageView): BeforeState {
	const target = before.target === undefined ? undefined : page.elements.get(before.target.id);
	const again: SecondReading = {
		texts: hashesOf(newTexts(before.skeleton, page)),
		controls: hashesOf(numberedControls(page)),
		added: compareSkeleton(before.skeleton, page).controlsAdded,
		...defined({ look: target && targetState(target).look }),
	};
	return { ...before, again };
}

/**
 * Whether the page changes by itself: everything that changed since the action has changed again since the second reading. A counter that
 * the action raised stands still between the two. `begun`: some of it started only now, so it may be a late effect.
 *
 * @param added the number of controls that the state before did not hold
 */
function selfChangeOf(before: BeforeState, page: PageView, added: number): "none" | "begun" | "going" {
	const { again, target } = before;
	if (again === undefined) return "none";
	const texts = hashesOf(newTexts(before.skeleton, page));
	const controls = hashesOf(numberedControls(page)).filter((one) => !again.controls.includes(one));
	const element = target === undefined ? undefined : page.elements.get(target.id);
	const look = element === undefined ? undefined : targetState(element).look;
	const hasMoved = look !== undefined && look !== target?.look;
	const isMoving = look !== again.look;
	if (texts.length >= maxHashes || (texts.length === 0 && added === 0 && !hasMoved)) return "none";
	if (texts.some((text) => again.texts.includes(text)) || controls.length < added || (hasMoved && !isMoving)) return "none";
	const moving = new Set(again.texts.map(bareHash));
	const isNew = texts.some((text) => !moving.has(bareHash(text))) || added > again.added || (hasMoved && again.look === target?.look);
	return isNew ? "begun" : "going";
}

function numberedControls(page: PageView): readonly string[] {
	return [...page.elements.values()].flatMap(({ type, name }) => (/\d/.test(name) ? [`${type} ${name}`] : []));
}

/** The first digits are the hash of the text without its numbers. */
const hashesOf = (texts: readonly string[]) =>
	texts.slice(0, maxHashes).map((text) => digest(text.replaceAll(/\d/g, ""), bareDigits) + digest(text, hashDigits));

const bareHash = (hash: string) => hash.slice(0, bareDigits);

/** The client's report of the action it carried out. An unknown fact is absent, never false. */
export type Report = Pick<
	InteractRequest,
	"lastActionStatus" | "lastActionError" | "lastActionResult" | "picture" | "domChanges" | "clientObservations" | "clientVerification"
>;

/** An action, the page before it and now, and the client's report. `before` is null when nothing was stored. */
export type ActionContext = {
	readonly action: Action;
	readonly before: BeforeState | null;
	readonly page: PageView;
	readonly change: PageChange;
	readonly report: Report;
};

/** A digest of the fields that a control sends; undefined when it sends none. Secrets are left out: pages empty them. */
export function digestOfFields(action: Action, control: ElementView, page: PageView): string | undefined {
	const fields = fieldsAround(control, page);
	// The field that the action itself fills is left out.
	const others = fields.filter((field) => action.name !== "setValue" || field !== control);
	return fields.length === 0 ? undefined : digest(others.map(describeField).join("\n"));
}

function describeField(field: ElementView): string {
	if (isSensitiveField(field)) return `${field.type} ${field.name}`;
	return `${field.type} ${field.name} ${field.attributes.get("value") ?? ""} ${field.states.has("checked") || field.states.has("selected")}`;
}
