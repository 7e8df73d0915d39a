import { createHash, hash } from "node:crypto";
import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import { hashSeed, lineHashes, mixBare, mixText } from "@webhand/page/parse/line-hashes";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { targetOf } from "./target.ts";

/**
 * What makes two steps alike, 16 hex digits each. `action`: name, target and value; `page`: with the digits near the target and of page
 * numbers; `base`: without digits; `numbers`: a sample of lines with digits, ≤ 16 × 6 hex digits, in which two pages of a list differ.
 */
export type StepKeys = { readonly action: string; readonly page: string; readonly base: string; readonly numbers: string };

/** Computes the keys of an action on a page. @throws never */
export function keysOf(action: Action, page: PageView): StepKeys {
	const target = targetOf(action, page);
	return { action: actionKey(action, page), page: pageKey(page, target?.line), base: baseKey(page), numbers: numbersOf(page).sample };
}

/** Name, target fingerprint (or arguments) and a hash of the value. */
export function actionKey(action: Action, page: PageView): string {
	const target = targetOf(action, page);
	if (target === undefined) return digest(formatAction(action));
	return digest(`${action.name} ${fingerprint(target, page)} ${valueOf(action)}`);
}

/** SHA-256 of a text, as many hex digits as asked. */
export function digest(text: string, digits = 16): string {
	return hash("sha256", text).slice(0, digits);
}

/** The hash of a validated body: equal for equal values, whatever order their keys were written in. */
export function hashOfBody(body: unknown): string {
	const sum = createHash("sha256");
	addCanonical(body, (text) => sum.update(text));
	return sum.digest("hex");
}

function valueOf(action: Action): string {
	switch (action.name) {
		case "setValue":
			return `${action.text} ${action.submit}`;
		case "select":
			return action.options.join("\n");
		case "press":
			return action.keys;
		case "upload":
			return action.file;
		case "click":
			return `${action.kind ?? ""} ${action.at?.x ?? ""} ${action.at?.y ?? ""}`;
		case "drag":
		case "scroll":
			return JSON.stringify(action.to);
		default:
			return "";
	}
}

const baseKeys = new WeakMap<PageView, string>();

/** The page without any digits: the same for all actions on it, so it is computed once a page. 16 hex digits. */
export function baseKey(page: PageView): string {
	const known = baseKeys.get(page);
	if (known !== undefined) return known;
	const controls: number[] = [];
	for (const element of page.elements.values()) controls.push(mixText(mixBare(hashSeed, element.name), stateOf(element, "")));
	const sum = createHash("sha256").update(placeOf(page.url)).update(Int32Array.from(controls)).update(lineHashes(page).bare);
	const key = sum.digest("hex").slice(0, 16);
	baseKeys.set(page, key);
	return key;
}

/** The page with the digits near a target, since a counter there tells two uses apart, and with page numbers anywhere; without clocks. */
function pageKey(page: PageView, targetLine: number | undefined): string {
	const { pagers } = numbersOf(page);
	if (targetLine === undefined) return pagers.length === 0 ? baseKey(page) : digest([baseKey(page), ...pagers].join("\n"));
	const isNear = (line: number) => Math.abs(line - targetLine) <= 3;
	const controls = Array.from(page.elements.values())
		.filter((element) => isNear(element.line))
		.map((element) => stateOf(element, withoutTicking(element.name)));
	const texts = page.lines.slice(Math.max(0, targetLine - 3), targetLine + 4).map((line) => withoutTicking(line.text));
	return digest([baseKey(page), ...controls, ...texts, ...pagers].join("\n"));
}

type Numbers = { readonly sample: string; readonly pagers: readonly string[] };
const knownNumbers = new WeakMap<PageView, Numbers>();
const sampleSize = 16;

function numbersOf(page: PageView): Numbers {
	const known = knownNumbers.get(page);
	if (known !== undefined) return known;
	const { whole, hasDigits } = lineHashes(page);
	const numbered = whole.filter((_hash, index) => hasDigits[index] === 1);
	const hashes = new Uint32Array(numbered.map(shortHash)).sort();
	const distinct = hashes.filter((hash, index) => hash !== hashes[index - 1]).subarray(0, sampleSize);
	const sample = Array.from(distinct, (one) => one.toString(16).padStart(6, "0")).join("");
	const numbers = { sample, pagers: page.lines.flatMap(({ text }, index) => (hasDigits[index] === 1 && isPagerText(text) ? [text] : [])) };
	knownNumbers.set(page, numbers);
	return numbers;
}

/** 24 bits: chance matches do no harm in a sample. */
const shortHash = (mixed: number) => (mixed ^ (mixed >>> 15)) & 0xffffff;

function stateOf(element: ElementView, name: string): string {
	const states = element.states.size === 0 ? "" : [...element.states].filter((state) => state !== "focused").join(",");
	return `${element.type} ${name} ${states} ${element.attributes.get("value") ?? ""}`;
}

function placeOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const parsed = new URL(url);
	return `${parsed.host}${parsed.pathname}?${withoutTracking(parsed)}`;
}

const trackingParameter = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|yclid|_ga|ref_src)$/i;

/** The parameters of an address without those that only track who came from where. */
export function withoutTracking({ searchParams }: URL): URLSearchParams {
	return new URLSearchParams([...searchParams].filter(([name]) => !trackingParameter.test(name)));
}

const unit = String.raw`(?:s|secs?|seconds?|mins?|minutes?|h|hours?|sek(?:unden?)?|minuten|stunden?|secondes?|heures?|segundos?|minutos?|horas?|секунд\p{L}*|минут\p{L}*|час\p{L}*)`;
const ticking = new RegExp(
	[
		// A time or countdown with seconds. One without them may be the value of a stepper.
		String.raw`(?<!\d)\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?(?!\d)`,
		String.raw`(?<!\d)\d{1,4}\s?${unit}\s+(?:ago|left|remaining|to go|назад)(?!\p{L})`,
		String.raw`(?<!\p{L})(?:in|vor|noch|il y a|hace|há)\s+\d{1,4}\s?${unit}(?!\p{L})`,
	].join("|"),
	"giu",
);

/** A text without clocks, countdowns with seconds, and ages such as "5 minutes ago". @throws never */
export function withoutTicking(text: string): string {
	return /\d/.test(text) ? text.replaceAll(ticking, "") : text;
}

/** True when all numbers of a text run by themselves. @throws never */
export function isTickingText(text: string): boolean {
	const still = withoutTicking(text);
	return still !== text && !/\d/.test(still);
}

/** A longer text is a sentence about pages. */
const maxPager = 60;
const pager =
	/(?<!\d)\d{1,6}\s?(?:[-–—]\s?\d{1,6}\s*)?(?:of|von|de|sur|di|из|\/)\s*\d{1,6}(?!\d)|(?<!\p{L})(?:page|seite|página|pagina|стр(?:аница)?\.?)\s*\d{1,6}(?!\d)/iu;

/** True for "page 3", "11–20 of 53": the page number of a list. */
function isPagerText(text: string): boolean {
	return text.length <= maxPager && pager.test(text);
}

/** JSON of plain data with sorted keys, so that equal values give equal bytes. @throws never */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	return `{${sortedEntries(value)
		.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`)
		.join(",")}}`;
}

function sortedEntries(value: object): readonly (readonly [string, unknown])[] {
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	return entries.sort(([left], [right]) => (left < right ? -1 : 1));
}

/** From this length on texts are hashed as they are: writing a page of 100,000 characters as JSON costs more than hashing it. */
const longText = 1_000;

/** The same in pieces, for a hash. A long text comes as its length and itself, so equal pieces still mean equal values. */
function addCanonical(value: unknown, add: (text: string) => unknown): void {
	if (typeof value === "string" && value.length >= longText) {
		add(`${value.length}:`);
		add(value);
	} else if (typeof value !== "object" || value === null || Array.isArray(value)) {
		add(canonicalJson(value));
	} else {
		add("{");
		for (const [key, entry] of sortedEntries(value)) {
			add(`${JSON.stringify(key)}:`);
			addCanonical(entry, add);
			add(",");
		}
		add("}");
	}
}
