import { createHash } from "node:crypto";
import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { addCanonical } from "../task/canonical.ts";
import { targetOf } from "./target.ts";

const trackingParameter = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|yclid|_ga|ref_src)$/i;

/**
 * What makes two steps alike: the action (name, target, value) and the page it was decided on. `page` keeps the digits near the target,
 * `base` none, so that it stays equal for all actions on one page. 16 hex digits each.
 */
export type StepKeys = { readonly action: string; readonly page: string; readonly base: string };

/**
 * Computes the keys of an action on a page.
 *
 * @throws never
 * @source engine.md §7
 */
export function keysOf(action: Action, page: PageView): StepKeys {
	const target = targetOf(action, page);
	return { action: actionKey(action, page), page: pageKey(page, target?.line), base: baseKey(page) };
}

/** Name, target fingerprint (or arguments) and a hash of the value. */
export function actionKey(action: Action, page: PageView): string {
	const target = targetOf(action, page);
	if (target === undefined) return digest(formatAction(action));
	return digest(`${action.name} ${fingerprint(target, page)} ${valueOf(action)}`);
}

/** SHA-256 of a text, as many hex digits as asked. */
export function digest(text: string, digits = 16): string {
	return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

/** The hash of a validated body: equal for equal values, whatever order their keys were written in. @source engine.md §5 "Body hash" */
export function hashOfBody(body: unknown): string {
	const hash = createHash("sha256");
	addCanonical(body, (text) => hash.update(text));
	return hash.digest("hex");
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

/** The page without any digits: the same for all actions on it, so it is computed once a page. */
function baseKey(page: PageView): string {
	const known = baseKeys.get(page);
	if (known !== undefined) return known;
	const controls = Array.from(page.elements.values(), (element) => stateOf(element, withoutDigits(element.name)));
	const texts = page.lines.map((line) => withoutDigits(line.text));
	const key = digest([placeOf(page.url), ...controls, ...texts].join("\n"));
	baseKeys.set(page, key);
	return key;
}

/** The page with the digits of the lines around a target, since a counter or a page number tells two uses apart. */
function pageKey(page: PageView, targetLine: number | undefined): string {
	if (targetLine === undefined) return baseKey(page);
	const isNear = (line: number) => Math.abs(line - targetLine) <= 3;
	const controls = Array.from(page.elements.values())
		.filter((element) => isNear(element.line))
		.map((element) => stateOf(element, element.name));
	const texts = page.lines.slice(Math.max(0, targetLine - 3), targetLine + 4).map((line) => line.text);
	return digest([baseKey(page), ...controls, ...texts].join("\n"));
}

function stateOf(element: ElementView, name: string): string {
	const states = [...element.states].filter((state) => state !== "focused");
	return `${element.type} ${name} ${states.join(",")} ${element.attributes.get("value") ?? ""}`;
}

function placeOf(url: string): string {
	if (!URL.canParse(url)) return url;
	const parsed = new URL(url);
	const kept = [...parsed.searchParams].filter(([name]) => !trackingParameter.test(name));
	return `${parsed.host}${parsed.pathname}?${new URLSearchParams(kept)}`;
}

function withoutDigits(text: string): string {
	return /\d/.test(text) ? text.replaceAll(/\d+/g, "") : text;
}
