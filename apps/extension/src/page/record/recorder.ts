import { focusedElement } from "@webhand/page/act/dom/focus";
import { drawnText, real } from "@webhand/page/act/dom/nodes";
import { ancestorsOf } from "@webhand/page/act/dom/point";
import { isTyped } from "@webhand/page/act/value";
import type { PageReadReply } from "@webhand/page/execute/page-action";
import type { PageReader } from "@webhand/page/execute/page-reader";
import { checkedOf, valueOf } from "@webhand/page/execute/read-back";
import { normalize } from "@webhand/page/write/normalize";
import type { RecordedAct } from "../messages.ts";
import { createFill } from "./fill.ts";
import { isFilePicker, isTick, keyPlaceOf, pathOf, radioGroupOf, takesValue, withLabelled } from "./heard.ts";
import { recordedKeys } from "./keys.ts";
import { recordedLimits } from "./limits.ts";
import type { Tell } from "./tell.ts";

/** Told to the worker: the act, the controls that it is about, innermost first, and the document before it. */
export type RecordedNotice = {
	readonly type: "recorded";
	readonly act: RecordedAct;
	readonly ids: number[];
	readonly page: PageReadReply;
};

export type RecorderDeps = {
	readonly reader: PageReader;
	/** Reads the document as a task does. */
	readonly read: () => PageReadReply;
	readonly outline: (element: Element) => void;
	readonly send: (notice: RecordedNotice) => void;
};

export type Recorder = {
	/** The next press picks a value, or no longer does. */
	readonly pick: (isPicking: boolean) => void;
	/** Tells what is still open and hears nothing more. */
	readonly stop: () => void;
};

/** From a press to what comes of it: the page before, and where it went. `keyed`: by a key, in this element. */
type Gesture = {
	readonly page: PageReadReply;
	readonly path: readonly Element[];
	readonly keyed?: Element | null;
	isTold: boolean;
	opensPicker: boolean;
};

/** Enter in a text of several lines writes a line, or sends and clears it; the page has done either by then. */
const enterMs = 120;
/** A longer text is no value. */
const longestPick = 500;

/**
 * Hears what the person does in this document and tells it step by step: trusted events alone, before the page hears of them, so that the
 * page is described as they saw it. It changes nothing in the page, except that a press that picks does not reach it.
 */
export function createRecorder({ reader, read, outline, send }: RecorderDeps): Recorder {
	const listening = new AbortController();
	const late = new Set<() => void>();
	let gesture: Gesture | undefined;
	let isPicking = false;
	/** The rest of a press that picked. */
	let isSwallowing = false;

	const idsOf = (path: readonly Element[]) => {
		const ids = withLabelled(path).flatMap((element) => reader.idOf(element) ?? []);
		return [...new Set(ids)].filter((id) => id > 0).slice(0, recordedLimits.ids);
	};
	const tell: Tell = (act, element, page) =>
		send({ type: "recorded", act, ids: element === null ? [] : idsOf(ancestorsOf(element)), page });
	/** The numbers of the radio buttons from which one is chosen, where all of them have one. */
	const groupIds = (control: Element) => {
		const ids = radioGroupOf(control).map((radio) => reader.idOf(radio) ?? 0);
		return ids.length > 1 && ids.length <= recordedLimits.radios && ids.every((id) => id > 0) ? { group: ids } : {};
	};
	const fill = createFill({ reader, read, tell });

	/** Does it after the page heard the event, or when the page is left before that. */
	const afterwards = (work: () => void, ms = 0) => {
		const once = () => {
			if (late.delete(once)) work();
		};
		late.add(once);
		setTimeout(once, ms);
	};

	const press = (path: readonly Element[], button?: "double" | "right" | "middle") => {
		const begun = gesture;
		if (begun?.isTold === true) return;
		// A press may show what the click then hits.
		const page = begun !== undefined && (begun.keyed !== undefined || begun.path[0] === path[0]) ? begun.page : read();
		const control = withLabelled(path).find((element) => reader.idOf(element) !== undefined);
		if (control === undefined || control instanceof HTMLSelectElement) return;
		if (begun !== undefined) begun.isTold = true;
		fill.leave();
		if (button === undefined && isTick(control)) {
			const group = groupIds(control);
			afterwards(() => tell({ kind: "tick", on: checkedOf(control) ?? true, ...group }, control, page));
			return;
		}
		const focuses = takesValue(control);
		// A second press in a field selects a word.
		if (focuses && button === "double") return;
		const act = { kind: "click", ...(button === undefined ? {} : { button }), ...(focuses ? { focuses } : {}) } as const;
		send({ type: "recorded", act, ids: idsOf(path), page });
	};

	const onClick = (event: MouseEvent) => {
		const path = pathOf(event);
		if (path.some(isFilePicker)) {
			if (gesture !== undefined) gesture.opensPicker = true;
			return;
		}
		if (!event.isTrusted) return;
		// Without a pointer it comes of a key: on the control itself, or on the button that Enter in a field presses.
		if (event.detail === 0 && gesture?.isTold !== true && !isOfKey(path, gesture?.keyed ?? null)) return;
		press(path, event.detail === 2 ? "double" : undefined);
	};

	const onKey = (event: KeyboardEvent) => {
		if (event.isComposing) return;
		const focused = focusedElement();
		const { place, hasList } = keyPlaceOf(focused);
		if (place === "native" && (event.key === "Enter" || event.key === " " || event.key.startsWith("Arrow"))) {
			fill.leave();
			gesture = { page: read(), path: [], keyed: focused, isTold: false, opensPicker: false };
			return;
		}
		const keys = recordedKeys(event, place, hasList);
		if (keys === undefined) return;
		// What Enter clicks in turn is not the person's own click.
		gesture = { page: read(), path: [], keyed: focused, isTold: false, opensPicker: false };
		const { page } = gesture;
		if (place === "text" && keys === "Enter" && focused !== null) {
			const written = fill.textOf(focused);
			afterwards(() => {
				const now = real(focused).isConnected ? fill.textOf(focused) : "";
				if (written === undefined || now === undefined || now.startsWith(written.trimEnd())) return;
				fill.end(written);
				tell({ kind: "press", keys }, focused, page);
			}, enterMs);
			return;
		}
		fill.end();
		tell({ kind: "press", keys }, focused, page);
	};

	const onInput = (event: Event) => {
		const [field] = pathOf(event);
		if (field === undefined) return;
		if (isFilePicker(field)) {
			const files = [...(field.files ?? [])].map(({ name }) => name.slice(0, recordedLimits.fileName)).slice(0, recordedLimits.files);
			const opened = gesture?.isTold === true && gesture.opensPicker;
			if (files.length > 0) tell({ kind: "upload", files, opened }, field, gesture?.page ?? read());
			return;
		}
		if (isTick(field)) return;
		if (field instanceof HTMLSelectElement) {
			const chosen = [...field.selectedOptions];
			const values = namesOf(chosen).slice(0, recordedLimits.values);
			const options = namesOf([...field.options].filter(isChoice));
			fill.end();
			if (values.length === 0 || reader.isSecret(field)) return;
			const kept = options.length > recordedLimits.options ? [] : options;
			// A letter chooses as well: an earlier press may have been made before the list was there.
			const page = gesture !== undefined && (gesture.keyed === field || gesture.path.includes(field)) ? gesture.page : read();
			tell({ kind: "choose", values, options: kept, ...(chosen.every(isChoice) ? {} : { isEmpty: true }) }, field, page);
			return;
		}
		fill.begin(field, true);
		fill.changed();
	};

	const onPick = (event: PointerEvent) => {
		isPicking = false;
		isSwallowing = true;
		const path = pathOf(event);
		const field = path.find((element) => takesValue(element) || element instanceof HTMLSelectElement);
		if (field !== undefined) {
			const text = reader.isSecret(field) ? null : (valueOf(field, reader.textIn) ?? null);
			tell({ kind: "pick", text: text === "" ? null : text }, field, read());
			return;
		}
		const [place] = path;
		const text = place === undefined ? "" : normalize(drawnText(place));
		if (place === undefined || text === "" || text.length > longestPick) {
			tell({ kind: "pick", text: null }, null, read());
			return;
		}
		const known = path.find((element) => reader.idOf(element) !== undefined);
		const isWhole = known !== undefined && normalize(drawnText(known)) === text;
		if (!isWhole) reader.pin(place);
		tell({ kind: "pick", text }, isWhole ? known : place, read());
	};

	const hear = <K extends keyof WindowEventMap>(types: readonly K[], work: (event: WindowEventMap[K]) => void) => {
		for (const type of types) {
			const heard = (event: WindowEventMap[K]) => (event.isTrusted && !isSwallowed(event) ? work(event) : undefined);
			addEventListener(type, heard, { capture: true, signal: listening.signal });
		}
	};
	const isSwallowed = (event: Event) => {
		if (!isSwallowing || !(event instanceof MouseEvent) || event.type === "pointerdown") return false;
		refuse(event);
		return true;
	};

	hear(["pointerdown"], (event) => {
		isSwallowing = false;
		if (isPicking) {
			refuse(event);
			onPick(event);
			return;
		}
		const path = pathOf(event);
		if (!fill.isOpenIn(path)) fill.end();
		gesture = { page: read(), path, isTold: false, opensPicker: false };
	});
	hear(["pointermove"], (event) => {
		const [place] = isPicking ? pathOf(event) : [];
		if (place !== undefined) outline(place);
	});
	hear(["mousedown", "mouseup", "pointerup", "dblclick"], () => undefined);
	// A page that opens the file picker clicks on its field itself.
	addEventListener("click", (event) => (isSwallowed(event) ? undefined : onClick(event)), { capture: true, signal: listening.signal });
	hear(["auxclick"], (event) => (event.button === 1 ? press(pathOf(event), "middle") : undefined));
	hear(["contextmenu"], (event) => (event.button === 2 ? press(pathOf(event), "right") : undefined));
	hear(["keydown"], onKey);
	hear(["beforeinput"], (event) => {
		const [field] = pathOf(event);
		if (field !== undefined && isTyped(field)) fill.begin(field, false);
	});
	hear(["input"], onInput);
	hear(["change", "focusin", "focusout", "keyup"], fill.leave);
	hear(["blur"], (event) => (event.target === window ? fill.end() : undefined));

	const finish = () => {
		for (const work of [...late]) work();
		fill.end();
	};
	hear(["pagehide"], finish);

	return {
		pick: (wanted) => {
			isPicking = wanted;
		},
		stop: () => {
			finish();
			listening.abort();
		},
	};
}

function refuse(event: Event): void {
	event.preventDefault();
	event.stopImmediatePropagation();
}

/** A key clicks the control that it was pressed on; an arrow in a group of radio buttons clicks the next one. */
function isOfKey(path: readonly Element[], keyed: Element | null): boolean {
	const [hit] = path;
	const isRadio = (element: Element | null | undefined) => element instanceof HTMLInputElement && element.type === "radio";
	return keyed !== null && (path.includes(keyed) || (isRadio(hit) && isRadio(keyed)));
}

/** False for "Please choose" and the like, which have no value, and for what cannot be chosen. */
const isChoice = (option: HTMLOptionElement): boolean => option.value !== "" && !real(option).matches(":disabled");

const namesOf = (options: readonly HTMLOptionElement[]): string[] =>
	options.map(({ label }) => label.trim()).filter((label) => label !== "");
