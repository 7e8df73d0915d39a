import type { Target } from "@webhand/contracts/routine/target";
import { layoutOf } from "@webhand/page/layout/build";
import { isRadio, isSearchField, isTextField } from "@webhand/page/layout/controls";
import { formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { maskUrl } from "@webhand/page/read/sensitive";
import { cut } from "@webhand/page/write/normalize";
import type { RecordedEvent } from "@webhand/routines/make/recorded-event";
import { nameOf } from "@webhand/routines/target/names";
import type { RecordedAct } from "../../page/messages.ts";
import type { RecordedStep, StepChange } from "../../recording.ts";
import { mostSteps } from "../../recording.ts";
import type { RecordingRecord } from "../../recording-record.ts";

type Act = Exclude<RecordedAct, { kind: "pick" }>;
type When = { readonly at: number; readonly url: string };

const longest = { text: 10_000, value: 1_000, alert: 300, file: 255, options: 200, option: 200, label: 80 } as const;
const mostAlerts = 5;
const mostTexts = 20;

/** The control of the page text that an act is about: the innermost one that was hit. A region around it is no target. */
export function controlOf(view: PageView, ids: readonly number[]): ElementView | undefined {
	const found = ids.map((id) => view.elements.get(id)).find((element) => element !== undefined);
	const line = found === undefined ? undefined : view.lines[found.line];
	return line?.region !== undefined && line.id === found?.id ? undefined : found;
}

/** An act as the event of a recording; undefined where it needs a control and the page text has none. */
export function eventOf(
	act: Act,
	{ view, element, target, at, url }: When & { view?: PageView; element?: ElementView | undefined; target?: Target | undefined },
): RecordedEvent | undefined {
	const when = { at, url };
	const searches = view !== undefined && element !== undefined && isInSearch(view, element) ? { searches: true as const } : {};
	if (act.kind === "press") {
		const sends = act.keys.endsWith("Enter") && element?.form !== undefined && !element.states.has("expanded");
		return {
			kind: "press",
			...when,
			keys: act.keys,
			...(target === undefined ? {} : { target }),
			...(sends ? { sends, ...searches } : {}),
		};
	}
	if (target === undefined) return undefined;
	switch (act.kind) {
		case "click":
			return {
				kind: "click",
				...when,
				target,
				...(act.button === undefined ? {} : { button: act.button }),
				...(element?.states.has("submit") === true ? { sends: true, ...searches } : {}),
			};
		case "fill":
			return { kind: "fill", ...when, target, typed: act.text === null ? { secret: true } : { text: act.text.slice(0, longest.text) } };
		case "choose":
			return {
				kind: "choose",
				...when,
				target,
				values: act.values.map((value) => value.slice(0, longest.value)),
				...optionsOf(act),
				...(act.isEmpty === true ? { isEmpty: true } : {}),
			};
		case "tick":
			return { kind: "tick", ...when, target, on: act.on, ...groupOf(act, { view, target }) };
		case "upload":
			return { kind: "upload", ...when, target, file: (act.files[0] ?? "file").slice(0, longest.file) };
	}
}

/** An address that the person opened; its secrets are not kept. */
export function openEvent(address: string, { isNew, ...when }: When & { readonly isNew: boolean }): RecordedEvent {
	return { kind: "open", ...when, address: maskUrl(address), ...(isNew ? { inNewTab: true } : {}) };
}

/** True in a form that is read by address and takes no text but what is searched for: it looks something up, and changes nothing. */
function isInSearch(view: PageView, element: ElementView): boolean {
	const form = formInDocument(element, view);
	if (form === undefined || (element.attributes.get("method") ?? form.method) !== "get") return false;
	const texts = [...view.elements.values()].filter((one) => isTextField(one) && formInDocument(one, view) === form);
	return texts.length > 0 && texts.every(isSearchField);
}

/** What a list offers, where all of it can be kept. */
function optionsOf({ options }: Extract<Act, { kind: "choose" }>): { readonly options?: string[] } {
	const isKept =
		options.length > 0 && options.length <= longest.options && options.every(({ length }) => length > 0 && length <= longest.option);
	return isKept ? { options: [...options] } : {};
}

type Group = Extract<RecordedEvent, { kind: "tick" }>["group"];

/** The radio buttons from which one was chosen, where all can be kept and a run finds each of them by its name. */
function groupOf(
	{ group: ids = [] }: Extract<Act, { kind: "tick" }>,
	{ view, target }: { readonly view: PageView | undefined; readonly target: Target },
): { readonly group?: NonNullable<Group> } {
	const radios = view === undefined ? [] : ids.flatMap((id) => view.elements.get(id) ?? []);
	const [first] = radios;
	if (view === undefined || first === undefined || radios.length < Math.max(2, ids.length)) return {};
	const layout = layoutOf(view);
	const options = radios.map((radio) => nameOf(radio, layout));
	if (new Set(options).size < options.length || options.some(({ length }) => length === 0 || length > longest.option)) return {};
	const isTwin = (other: ElementView) => isRadio(other) && !radios.includes(other) && options.includes(nameOf(other, layout));
	const isTold = target.where?.region !== undefined || target.row !== undefined;
	if (!isTold && layout.elements.some(isTwin)) return {};
	const before = layout.nodes[(layout.nodeOf.get(first.id)?.order ?? 0) - 1];
	const text = first.attributes.get("of") ?? (before?.element === undefined ? before?.text : undefined) ?? "";
	const label = text.replace(/[\s:*]+$/, "").trim();
	return { group: { label: label === "" || label.length > longest.label ? "Choice" : label, options } };
}

/** What a new step does to those before it. `opened`: the click before only opened the file picker. */
type Added = {
	readonly event: RecordedEvent;
	readonly control?: string | undefined;
	readonly focuses?: boolean | undefined;
	readonly opened?: boolean | undefined;
};

/**
 * A recording with one more step. What a later act makes needless goes: the press in a field before it is filled, an earlier value of the
 * same field, the two presses of a double click, and the click that opened a file picker.
 *
 * @throws never
 */
export function withStep(record: RecordingRecord, { event, control, focuses, opened }: Added): RecordingRecord {
	const key = `e${record.nextKey}`;
	const left = record.steps.slice(0, record.steps.length - replaced(record.steps, { event, control, opened }));
	const marks = carried(record.steps.slice(left.length), event);
	const step: RecordedStep = {
		key,
		event: marks === undefined ? event : { ...event, marks },
		...(control === undefined ? {} : { control }),
		...(focuses === true ? { focuses } : {}),
	};
	return { ...record, steps: [...left, step].slice(0, mostSteps), nextKey: record.nextKey + 1, lastActAt: event.at };
}

/** How many of the last steps a new one stands for. */
function replaced(steps: readonly RecordedStep[], { event, control, opened }: Added): number {
	const last = steps.at(-1);
	if (last === undefined || event.kind === "check") return 0;
	if (event.kind === "upload") return opened === true && last.event.kind === "click" ? 1 : 0;
	if (control === undefined || last.control !== control) return 0;
	if (event.kind === "click") return event.button === "double" && last.event.kind === "click" && last.event.button === undefined ? 1 : 0;
	if (event.kind === "fill" || event.kind === "choose" || event.kind === "tick") {
		const isEarlier = last.event.kind === event.kind;
		const before = steps.at(-2);
		const isFocus = (step: RecordedStep | undefined) => step?.focuses === true && step.control === control;
		if (isEarlier) return isFocus(before) ? 2 : 1;
		return last.focuses === true ? 1 : 0;
	}
	return event.kind === "press" && last.focuses === true ? 1 : 0;
}

/** What the person said of a value stays with the field that is filled again. */
function carried(gone: readonly RecordedStep[], event: RecordedEvent): RecordedEvent["marks"] {
	return gone.find((step) => step.event.kind === event.kind)?.event.marks;
}

/** A recording without its last step. */
export function withoutLast(record: RecordingRecord): RecordingRecord {
	return { ...record, steps: record.steps.slice(0, -1) };
}

/** A recording without a step. */
export function withoutStep(record: RecordingRecord, key: string): RecordingRecord {
	return { ...record, steps: record.steps.filter((step) => step.key !== key) };
}

/** A recording in which the person said something of a step. */
export function withChange(record: RecordingRecord, key: string, change: StepChange): RecordingRecord {
	const changed = (step: RecordedStep): RecordedStep => ({
		...step,
		event: { ...step.event, marks: marksAfter(step.event.marks, change) },
	});
	return { ...record, steps: record.steps.map((step) => (step.key === key ? changed(step) : step)) };
}

function marksAfter(marks: RecordedEvent["marks"], { note, isOptional, input }: StepChange): RecordedEvent["marks"] {
	const after = { ...marks };
	if (note === null) delete after.note;
	else if (note !== undefined) after.note = note;
	if (isOptional === true) after.isOptional = true;
	else if (isOptional === false) delete after.isOptional;
	if (input === null) delete after.input;
	else if (input !== undefined) after.input = input;
	return after;
}

/** What the page did after an act, from its text before and now. @param id the control, where it had one */
export function effectOf(
	before: PageView,
	after: PageView,
	{ id, typed }: { readonly id?: number; readonly typed?: string },
): RecordedEvent["effect"] {
	const isSamePage = before.epoch === after.epoch;
	const alerts = after.alerts.filter((alert) => alert !== "" && !(isSamePage && before.alerts.includes(alert)));
	const dialogs = isSamePage ? after.dialogs.length - before.dialogs.length : 0;
	const now = id === undefined ? undefined : after.elements.get(id);
	const value = now?.attributes.get("value");
	return {
		...(after.url === "" || after.url === before.url ? {} : { url: after.url }),
		...(alerts.length === 0 ? {} : { alerts: alerts.slice(0, mostAlerts).map((alert) => cut(alert, longest.alert)) }),
		...(isSamePage || after.url !== before.url ? {} : newTextsOf(before, after)),
		...(dialogs === 0 ? {} : { dialog: dialogs > 0 ? ("opens" as const) : ("closes" as const) }),
		...(isSamePage && id !== undefined ? { isTargetGone: now === undefined } : {}),
		// A long value is cut in page text.
		...(typed === undefined || value === undefined || value === typed || value.endsWith("…") ? {} : { value }),
	};
}

/** Texts of lines that were not there before, without the controls among them. No run would find one that was cut. */
function newTextsOf({ lines: before }: PageView, { lines }: PageView): { readonly texts?: string[] } {
	const had = new Set(before.map(({ text }) => text));
	const parts = lines.filter(({ text }) => !had.has(text)).flatMap(({ cells }) => cells.flat());
	const said = parts.flatMap((part) => (part.kind === "text" && /\p{L}/u.test(part.text) ? [part.text.trim()] : []));
	const texts = [...new Set(said)].filter(({ length }) => length <= longest.alert).slice(0, mostTexts);
	return texts.length === 0 ? {} : { texts };
}

/** A recording whose step came about as said. Whether its control is gone stays as an earlier reading said where this one does not say it. */
export function withEffect(record: RecordingRecord, key: string, effect: RecordedEvent["effect"]): RecordingRecord {
	const steps = record.steps.map((step) => {
		if (step.key !== key) return step;
		const { isTargetGone } = step.event.effect ?? {};
		return { ...step, event: { ...step.event, effect: { ...(isTargetGone === undefined ? {} : { isTargetGone }), ...effect } } };
	});
	return { ...record, steps };
}

/** How the address bar, a bookmark or the browser's own buttons led to a page. `elsewhere`: a link, a form or the page itself. */
export type Arrival = {
	readonly transition: string;
	readonly qualifiers: readonly string[];
	readonly url: string;
	readonly isOfAct: boolean;
};

const byHand: ReadonlySet<string> = new Set(["typed", "generated", "keyword", "keyword_generated", "auto_bookmark", "start_page"]);
const keptVisits = 50;

/**
 * What a navigation says about the person, and the addresses that its tab went through.
 *
 * @param visited addresses of the tab, the one that is left last
 */
export function arrivalOf(
	visited: readonly string[],
	{ transition, qualifiers, url, isOfAct }: Arrival,
): { readonly does: "open" | "go_back" | "nothing"; readonly visited: string[] } {
	const before = visited.at(-2);
	if (qualifiers.includes("forward_back")) {
		if (before === url) return { does: isOfAct ? "nothing" : "go_back", visited: visited.slice(0, -1) };
		return { does: isOfAct ? "nothing" : "open", visited: [...visited, url].slice(-keptVisits) };
	}
	if (transition === "reload" || visited.at(-1) === url) return { does: "nothing", visited: [...visited] };
	const isTyped = qualifiers.includes("from_address_bar") || byHand.has(transition);
	return { does: isTyped ? "open" : "nothing", visited: [...visited, url].slice(-keptVisits) };
}
