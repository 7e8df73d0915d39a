import { createHash } from "node:crypto";
import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { canonicalJson } from "../task/canonical.ts";
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
	return { action: actionKey(action, page), page: pageKey(page, target?.line), base: pageKey(page, undefined) };
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
	return digest(canonicalJson(body), 64);
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

function pageKey(page: PageView, targetLine: number | undefined): string {
	const isNear = (line: number) => targetLine !== undefined && Math.abs(line - targetLine) <= 3;
	const controls = [...page.elements.values()].map((element) => stateOf(element, isNear(element.line)));
	const texts = page.lines.map((line) => (isNear(line.index) ? line.text : withoutDigits(line.text)));
	return digest([placeOf(page.url), ...controls, ...texts].join("\n"));
}

function stateOf(element: ElementView, isNear: boolean): string {
	const name = isNear ? element.name : withoutDigits(element.name);
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
	return text.replaceAll(/\d+/g, "");
}
