import type { Action } from "@webhand/contracts/action/grammar";
import type { ApprovalFacts } from "@webhand/contracts/agent/interact";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { Risk } from "../../gate.ts";
import { canonicalJson } from "../../task/canonical.ts";
import { amountBeside } from "../danger/amounts.ts";
import { hide } from "../own-secrets.ts";
import { isSecretFill, isSensitiveField, maskedValue } from "../sensitive.ts";
import { formOf, frameHostOf, rowAround, targetOf } from "../target.ts";
import { withoutTicking } from "../ticking.ts";
import { heldBy, isSent, isTick } from "./held.ts";
import { scopeOf } from "./scope.ts";

const shownFields = 20;

/**
 * What the confirmation dialog shows: of the fields the first 20, and how many more there are. Values of sensitive fields are never in it,
 * nor the person's own secrets wherever they were typed.
 *
 * @param secrets as of `secretsIn`, longest first
 * @throws never
 */
export function approvalFacts(
	{ action, page, risk }: { readonly action: Action; readonly page: PageView; readonly risk: Risk },
	secrets: readonly string[],
): ApprovalFacts {
	const target = targetOf(action, page);
	const form = formOf(target, page);
	const formHost = form?.host ?? frameHostOf(target, page);
	const amount = target === undefined ? undefined : amountBeside(target, page);
	const row = target === undefined ? "" : rowAround(target, page);
	const fields = fieldsOf(action, page).map((field) => lineOf(field, secrets));
	const more = fields.length - shownFields;
	return {
		class: risk.class,
		reasons: [...risk.reasons],
		site: URL.canParse(page.url) ? new URL(page.url).host : "",
		...(form === undefined || formHost === undefined ? {} : { formTarget: `${formHost}${form.path ?? ""}` }),
		...(form === undefined ? {} : { method: form.method }),
		label: cut(hide(labelOf(action, target), secrets), 200),
		...(row === "" ? {} : { row: cut(hide(row, secrets), 120) }),
		fields: fields.slice(0, shownFields),
		...(more > 0 ? { moreFields: more } : {}),
		...(amount === undefined ? {} : { amount }),
		newTab: action.name === "openTab",
		download: risk.reasons.includes("download"),
		...(risk.isSearch === true && risk.class === "commit" ? { isSearch: true } : {}),
	};
}

/**
 * True when both say the same of an action, whatever its class. Fields and amounts are not compared here: `sceneOf` holds all of them,
 * where this holds the first ones, cut short.
 *
 * @throws never
 */
export function saysTheSame(now: ApprovalFacts, shown: ApprovalFacts): boolean {
	return canonicalJson(identityOf(now)) === canonicalJson(identityOf(shown));
}

function identityOf({ site, formTarget, method, label, row, newTab }: ApprovalFacts) {
	return { site, formTarget, method, label, row: row === undefined ? undefined : withoutTicking(row), newTab };
}

/** What a person would call the thing acted on. */
export function labelOf(action: Action, target: ElementView | undefined): string {
	if (action.name === "navigate" || action.name === "openTab") return action.url;
	if (target !== undefined && target.name !== "") return target.name;
	return target === undefined ? action.name : `${target.type} ${target.id}`;
}

/** A field of the question. `typed`: what goes into this very field, which does not show it yet. */
type Field = { readonly element: ElementView; readonly typed?: string };

/** Of a form every field, of a row or section those that hold something; of radio buttons the chosen ones. */
function fieldsOf(action: Action, page: PageView): readonly Field[] {
	const target = targetOf(action, page);
	if (target === undefined) return [];
	const { elements, isForm } = scopeOf(target, page);
	const typed = typedBy(action, target);
	const isShown = (element: ElementView) => {
		if (element.id === target.id && typed !== undefined) return true;
		if (!isSent(element)) return false;
		return (isForm && !isChoice(element.type)) || heldBy(element) !== undefined;
	};
	return elements.filter(isShown).map((element) => (element.id === target.id && typed !== undefined ? { element, typed } : { element }));
}

function isChoice(type: string): boolean {
	return type === "radio" || type === "menuitemradio";
}

function typedBy(action: Action, target: ElementView): string | undefined {
	if (action.name === "select") return action.options.join(", ");
	if (action.name !== "setValue") return undefined;
	return isSecretFill(target, action.text) ? undefined : action.text;
}

function lineOf({ element, typed }: Field, secrets: readonly string[]): string {
	const { type, states, attributes } = element;
	const group = isChoice(type) ? attributes.get("of") : undefined;
	const name = cut(hide(group ?? (element.name === "" ? type : element.name), secrets), 80);
	if (isSensitiveField(element)) return states.has("filled") ? `${name}: ${maskedValue}` : name;
	const value = isTick(type) ? tickOf(element, { typed, isGrouped: group !== undefined }) : (typed ?? attributes.get("value"));
	// Hidden before it is cut: half of a secret would no longer be found.
	return value === undefined ? name : `${name}: ${cut(hide(value, secrets), 80)}`;
}

function tickOf(
	{ name, states }: ElementView,
	{ typed, isGrouped }: { readonly typed: string | undefined; readonly isGrouped: boolean },
): string {
	if (isGrouped) return name;
	if (typed !== undefined) return typed === "true" ? "yes" : "no";
	if (states.has("mixed")) return "partly";
	return states.has("checked") || states.has("pressed") ? "yes" : "no";
}
