import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { RoutineExpectation } from "@webhand/contracts/routine/step";
import { actsIn, isDeedAddress } from "@webhand/page/write/parts/deed-address";
import { writeTarget } from "@webhand/page/write/parts/target";
import { addressPattern, fitsAddress } from "../target/address.ts";
import { asWords } from "../target/words.ts";
import { draftOf } from "./draft/draft.ts";
import type { Made, MadeStep, MadeValue } from "./draft/made.ts";
import { isFieldRole } from "./draft/made.ts";
import { plainText } from "./draft/words.ts";
import type { RecordedEvent, Recording } from "./recorded-event.ts";

/**
 * A recording as a routine to look through. What was typed, chosen and attached becomes an input, unless the person said that it stays.
 *
 * @returns undefined where nothing was recorded that can be repeated
 * @throws never
 */
export function fromRecording({ title, url, events }: Recording): RoutineDraft | undefined {
	const ordered = events.toSorted((one, other) => one.at - other.at);
	const made = ordered.map((event, at) => madeOf(event, { next: ordered[at + 1], before: ordered.slice(0, at) }));
	const [first] = made;
	return draftOf({
		title: nameOf(made, title),
		description: "",
		source: { kind: "recording" },
		made: first === undefined ? [] : [{ ...first, url: first.url || url }, ...made.slice(1)],
		hints: [],
		checksOf: () => [],
	});
}

/** What the recorder shows while it runs: an event as a step, before inputs are proposed. */
export function stepOfEvent(event: RecordedEvent): MadeStep {
	return madeOf(event, { next: undefined, before: [] }).step;
}

/** The events around one. */
type Around = { readonly next: RecordedEvent | undefined; readonly before: readonly RecordedEvent[] };

function madeOf(event: RecordedEvent, { next, before }: Around): Made {
	const { marks = {}, effect = {} } = event;
	const value = valueOf(event);
	const ledTo = effect.url ?? (next !== undefined && next.kind !== "open" && next.kind !== "switch_tab" ? next.url : undefined);
	const common = {
		class: classOf(event, ledTo),
		...(marks.note === undefined ? {} : { note: marks.note }),
		...(marks.isOptional === undefined ? {} : { isOptional: marks.isOptional }),
	};
	const expect = expectOf(event, before);
	const base = { ...common, ...(expect === undefined ? {} : { expect }) };
	return { step: stepFor(event, { base, value }), url: event.url, ledTo, value: value && { ...value, wish: marks.input } };
}

type Base = Pick<MadeStep, "class" | "note" | "isOptional" | "expect">;

function stepFor(event: RecordedEvent, { base, value }: { readonly base: Base; readonly value: MadeValue | undefined }): MadeStep {
	switch (event.kind) {
		case "click":
			return { ...base, do: "click", target: event.target, ...(event.button === undefined ? {} : { kind: event.button }) };
		case "fill":
			return { ...base, do: "fill", target: event.target, value: asWords(value?.text ?? "") };
		case "choose":
			return { ...base, do: "choose", target: event.target, values: event.values.map(asWords) };
		case "tick":
			return { ...base, do: "tick", target: event.target, on: event.on };
		case "press":
			return { ...base, do: "press", keys: event.keys, ...(event.target === undefined ? {} : { target: event.target }) };
		case "hover":
			return { ...base, do: "hover", target: event.target };
		case "drag":
			return { ...base, do: "drag", target: event.target, to: event.to };
		case "upload":
			return { ...base, do: "upload", target: event.target, file: asWords(event.file) };
		case "open":
			return { ...base, do: "open", address: asWords(event.address), ...(event.inNewTab === undefined ? {} : { inNewTab: true }) };
		case "go_back":
			return { ...base, do: "go_back" };
		case "switch_tab":
		case "close_tab":
			return { ...base, do: event.kind, title: asWords(event.title), ...(event.host === undefined ? {} : { host: event.host }) };
		case "check": {
			const { label, target, row } = event;
			const where = { ...(target === undefined ? {} : { target }), ...(row === undefined ? {} : { row: row.map(asWords) }) };
			return { ...base, do: "check", fields: [{ label, ...where, value: asWords(event.value), as: "text" }] };
		}
	}
}

/** The value of a recorded act that a run may be asked for; undefined where it has none, as "Please choose". @throws never */
export function valueOf(event: RecordedEvent): MadeValue | undefined {
	if (event.kind === "upload") return { kind: "file", text: event.file };
	if (event.kind === "fill") return "secret" in event.typed ? { kind: "secret", text: "" } : { kind: "typed", text: event.typed.text };
	if (event.kind === "tick" && event.group !== undefined && event.on)
		return { kind: "chosen", text: plainText(event.target.name), ...event.group };
	if (event.kind !== "choose" || event.values.length > 1 || event.isEmpty === true) return undefined;
	return { kind: "chosen", text: event.values[0] ?? "", options: event.options };
}

/** Controls that show another part of the page. */
const onlyShows: ReadonlySet<string> = new Set(["tab", "summary"]);
/** Keys that go through what is shown, or close it. */
const onlyMoves = /(?:^|\+)(?:Escape|Tab|Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/;

/**
 * True for a link that led where its address says, or below it (`/invoices` to `/invoices/list`). Script behind a link may save and then lead
 * elsewhere, and so may a server. A record below may be a new one.
 */
function isLinkTo({ url, target: { href } }: Extract<RecordedEvent, { kind: "click" }>, ledTo: string): boolean {
	const isDeed = (address: string) => actsIn(address).length > 0 || isDeedAddress(address);
	const landed = writeTarget(ledTo, url) ?? "";
	if (href === undefined || isDeed(href)) return false;
	if (fitsAddress(href, landed)) return true;
	const path = href.replace(/\/$/, "");
	const below = addressPattern(landed);
	if (path === "" || !below.startsWith(`${path}/`) || URL.parse(ledTo)?.search !== "") return false;
	return !below.slice(path.length).includes("*") && !isDeed(landed);
}

/** The gate judges each act anew when the routine runs; this is what the step looks like from the page alone. */
function classOf(event: RecordedEvent, ledTo: string | undefined): RiskClass {
	switch (event.kind) {
		case "fill":
			return "secret" in event.typed ? "fill_sensitive" : "fill";
		case "choose":
		case "tick":
			return "fill";
		case "upload":
			return "upload";
		case "open":
		case "go_back":
			return "navigate";
		case "click":
			if (event.searches === true) return "navigate";
			if (event.sends === true) return "commit";
			if (isFieldRole(event.target.role) || onlyShows.has(event.target.role)) return "observe";
			return ledTo !== undefined && isLinkTo(event, ledTo) ? "navigate" : "press_unknown";
		case "press":
			if (event.searches === true) return "navigate";
			if (event.sends === true) return "commit";
			return onlyMoves.test(event.keys) ? "observe" : "press_unknown";
		case "drag":
			return "press_unknown";
		case "hover":
		case "switch_tab":
		case "close_tab":
		case "check":
			return "observe";
	}
}

/** Shorter values stand on a page by chance. */
const leastValue = 3;

function enteredBy(event: RecordedEvent): readonly string[] {
	const text = valueOf(event)?.text ?? "";
	return text.length >= leastValue && /\p{L}/u.test(text) ? [text] : [];
}

/** What the answer to a form shows of what was entered before, else what it begins with. */
function answerOf(texts: readonly string[], before: readonly RecordedEvent[]): string | undefined {
	const entered = texts.length === 0 ? [] : before.flatMap(enteredBy);
	return texts.find((text) => entered.some((value) => text.includes(value))) ?? texts[0];
}

function expectOf({ kind, effect = {}, ...event }: RecordedEvent, before: readonly RecordedEvent[]): RoutineExpectation | undefined {
	if (kind === "fill" && "typed" in event)
		return "secret" in event.typed
			? { kind: "state_is", state: "filled", on: true }
			: { kind: "value_is", value: asWords(effect.value ?? event.typed.text) };
	if (kind === "choose" && "values" in event) return { kind: "value_is", value: asWords(event.values[0] ?? "") };
	if (kind === "tick" && "on" in event) return { kind: "state_is", state: "checked", on: event.on };
	if (kind !== "click" && kind !== "press") return undefined;
	if (effect.dialog !== undefined) return { kind: effect.dialog === "opens" ? "dialog_opens" : "dialog_closes" };
	const [alert] = effect.alerts ?? [];
	if (alert !== undefined) return { kind: "text_appears", text: asWords(alert) };
	// A page that refuses changes as well.
	const answer = "sends" in event && event.sends === true && effect.url === undefined ? answerOf(effect.texts ?? [], before) : undefined;
	if (answer !== undefined) return { kind: "text_appears", text: asWords(answer) };
	return effect.isTargetGone === true && effect.url === undefined ? { kind: "element_gone" } : { kind: "any_change" };
}

/** A name from what was saved last: `Save – Invoices`. */
function nameOf(made: readonly Made[], title: string): string {
	const last = made.findLast(({ step }) => step.class === "commit" && step.do === "click")?.step;
	const control = last !== undefined && "target" in last && last.target !== undefined ? plainText(last.target.name) : "";
	return control === "" ? title || "Recording" : `${control} – ${title}`;
}
