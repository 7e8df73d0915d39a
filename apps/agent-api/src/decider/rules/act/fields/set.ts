import type { ElementView } from "@webhand/page/parse/view";
import { readOptions } from "@webhand/page/write/grammar";
import { isSameValue } from "@webhand/page/write/normalize";
import { compareNames, nameOf } from "../../page/names.ts";
import { isDayHint, isList, isRadio, isSlider, isToggle } from "../../page/roles.ts";
import { parseClock, parseDay, writeDay } from "../../words/dates.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo } from "../move.ts";
import { dayMove } from "./days.ts";
import { setSlider } from "./slider.ts";

type Setting = { readonly element: ElementView; readonly text: string; readonly submits: boolean };

/** Puts a value into a field of any sort, in the field's own way of writing it. */
export function setField({ element, text, submits }: Setting, scene: Scene): Move {
	const { finder } = scene;
	if (isToggle(element)) return setToggle(element, !/^(?:no|false|off|0)$/i.test(text), scene);
	if (isList(element)) return selectOption(element, [text], scene);
	if (isSlider(element)) return setSlider(element, text, scene);
	const day = isDayField(element) ? parseDay(text, scene.now) : undefined;
	if (day !== undefined && (element.states.has("readonly") || scene.isTried(element))) return dayMove(day, element, scene);
	const value = valueFor(element, text, scene.now);
	if (value === undefined)
		return {
			kind: "stuck",
			reason: `${calledOf(finder, element)} takes ${kindOf(element)}, and ${quoted(text)} is none`,
			isImpossible: true,
		};
	const learned = { field: referentTo(finder, element) };
	if (!submits && isSameValue(finder.valueOf(element), value) && value !== "" && element.type !== "password")
		return { kind: "pass", learned };
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: value, submit: submits },
		thought: submits
			? `I type ${quoted(value)} into ${calledOf(finder, element)} and press Enter.`
			: value === ""
				? `I empty ${calledOf(finder, element)}.`
				: `I ${element.type === "password" ? "fill in" : `type ${quoted(value)} into`} ${calledOf(finder, element)}.`,
		expect: submits
			? { kind: "any_change" }
			: element.type === "password"
				? { kind: "state_is", id: element.id, state: "filled", on: value !== "" }
				: { kind: "value_is", id: element.id, value },
		target: element,
		then: "next",
		learned,
	};
}

const isDayField = (element: ElementView): boolean =>
	element.type === "date" || element.type === "datetime-local" || element.type === "month" || isDayHint(element);

const kindOf = ({ type }: ElementView): string => (type === "time" ? "a time of day" : type === "number" ? "a number" : "a date");

/** A number as a field takes it, which knows the point alone: "12,50" and "1.234,50 €" have a comma for it. */
function plainNumber(text: string): string | undefined {
	const bare = text.replace(/[$€£%\s]/g, "").replace("\u2212", "-");
	if (/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(",", "");
	if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll(".", "").replace(",", ".");
	const pointed = bare.replace(/^([-+]?\d+),(\d+)$/, "$1.$2");
	return pointed !== "" && Number.isFinite(Number(pointed)) ? pointed : undefined;
}

/** A value written as the field wants it: ISO for native dates, 24 hours for times, a point in numbers; undefined for what it cannot hold. */
function valueFor(element: ElementView, text: string, now: Date): string | undefined {
	if (text === "") return text;
	if (element.type === "number") return plainNumber(text);
	if (element.type === "time") {
		const clock = parseClock(text);
		return clock === undefined ? undefined : `${String(clock.hour).padStart(2, "0")}:${String(clock.minute).padStart(2, "0")}`;
	}
	if (element.type === "color") return colorHex(text) ?? text;
	const hex = /^(#?)[0-9a-f]{6}$/i.exec(element.attributes.get("value") ?? "");
	// A field that holds a colour by its number gets another one written the same way.
	if (hex !== null)
		return (
			colorHex(text)
				?.replace("#", hex[1] ?? "")
				.toUpperCase() ?? text
		);
	const day = isDayField(element) ? parseDay(text, now) : undefined;
	if (day === undefined) return element.type === "date" ? undefined : text;
	if (element.type === "date") return writeDay(day, "iso");
	if (element.type === "datetime-local") return `${writeDay(day, "iso")}T${/(\d{1,2}:\d{2})/.exec(text)?.[1]?.padStart(5, "0") ?? "00:00"}`;
	if (element.type === "month") return writeDay(day, "iso").slice(0, 7);
	const pattern = element.attributes.get("format") ?? element.attributes.get("placeholder") ?? "";
	return /[ymd]/i.test(pattern) && /^[ymd\s./,-]+$/i.test(pattern) ? writeDay(day, pattern) : text.match(/\d/) ? text : writeDay(day, "");
}

const colors: Readonly<Record<string, string>> = {
	black: "#000000",
	white: "#ffffff",
	red: "#ff0000",
	green: "#008000",
	lime: "#00ff00",
	blue: "#0000ff",
	yellow: "#ffff00",
	cyan: "#00ffff",
	aqua: "#00ffff",
	magenta: "#ff00ff",
	fuchsia: "#ff00ff",
	orange: "#ffa500",
	purple: "#800080",
	pink: "#ffc0cb",
	brown: "#a52a2a",
	gray: "#808080",
	grey: "#808080",
	navy: "#000080",
	teal: "#008080",
	olive: "#808000",
	maroon: "#800000",
	silver: "#c0c0c0",
	gold: "#ffd700",
	violet: "#ee82ee",
	indigo: "#4b0082",
	turquoise: "#40e0d0",
	beige: "#f5f5dc",
};

/** A colour word or hex code as a native colour field wants it; undefined for other texts. */
function colorHex(text: string): string | undefined {
	const plain = text.trim().toLowerCase();
	if (/^#[0-9a-f]{6}$/.test(plain)) return plain;
	return colors[plain];
}

/** Ticks or unticks; nothing to do where it stands so already, nor where the page does not say how it stands: a click might undo it. */
export function setToggle(element: ElementView, on: boolean, scene: Scene): Move {
	if (scene.finder.view.hidesTicks === true)
		return { kind: "stuck", reason: `I cannot tell whether ${calledOf(scene.finder, element)} is ticked`, isFinal: true };
	if (element.states.has("checked") === on) return { kind: "pass" };
	if (element.states.has("disabled")) return { kind: "stuck", reason: `${calledOf(scene.finder, element)} is switched off`, isFinal: true };
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: String(on), submit: false },
		thought: `I ${on ? "tick" : "untick"} ${calledOf(scene.finder, element)}.`,
		expect: { kind: "state_is", id: element.id, state: "checked", on },
		target: element,
		then: "next",
	};
}

/** Chooses a radio button or any other clickable choice. */
export function clickChoice(element: ElementView, scene: Scene): Move {
	if (element.states.has("checked") || (element.type === "option" && element.states.has("selected"))) return { kind: "pass" };
	return {
		kind: "act",
		action: { name: "click", id: element.id },
		thought: `I choose ${calledOf(scene.finder, element)}.`,
		expect: isRadio(element) ? { kind: "state_is", id: element.id, state: "checked", on: true } : { kind: "any_change" },
		target: element,
		then: "next",
		learned: { referent: referentTo(scene.finder, element) },
	};
}

/** Selects labels in a list; the nearest option where the sentence spells one differently. */
export function selectOption(element: ElementView, wanted: readonly string[], scene: Scene): Move {
	const { options, left } = readOptions(element.attributes.get("options") ?? "");
	const labels = wanted.map((text) => bestOption(element, text) ?? text);
	const isListed = wanted.every((text) => bestOption(element, text) !== undefined);
	if (!isListed && left === 0 && options.length > 0)
		return {
			kind: "stuck",
			reason: `${calledOf(scene.finder, element)} has no choice called ${wanted.map(quoted).join(", ")}`,
			isImpossible: true,
		};
	const learned = { field: referentTo(scene.finder, element) };
	const chosen = options.filter((option) => option.chosen).map((option) => option.label);
	if (labels.every((label) => chosen.some((one) => isSameValue(one, label)))) return { kind: "pass", learned };
	return {
		kind: "act",
		action: { name: "select", id: element.id, options: labels },
		thought: `I choose ${labels.map(quoted).join(", ")} in ${calledOf(scene.finder, element)}.`,
		expect: { kind: "value_is", id: element.id, value: labels[0] ?? "" },
		target: element,
		then: "next",
		learned,
	};
}

/** The label of a list's option that a text means; undefined when none comes near or the list is cut before it. */
export function bestOption(element: ElementView, text: string): string | undefined {
	const wanted = nameOf(text);
	const scored = readOptions(element.attributes.get("options") ?? "").options.map((option) => ({
		label: option.label,
		score: compareNames(wanted, nameOf(option.label), true),
	}));
	const best = scored.reduce<{ label: string; score: number } | undefined>(
		(top, one) => (top === undefined || one.score > top.score ? one : top),
		undefined,
	);
	return best !== undefined && best.score >= 0.8 ? best.label : undefined;
}
