import type { Action } from "@webhand/contracts/action/grammar";
import type { ApprovalFacts, Guard } from "@webhand/contracts/agent/interact";
import { fingerprint, formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { Risk } from "../gate.ts";
import { amountBeside } from "./danger/amounts.ts";
import { isTextual } from "./kinds.ts";
import { hide } from "./own-secrets.ts";
import { isSecretFill, isSensitiveField } from "./sensitive.ts";
import { formOf, frameHostOf, rowAround, targetOf } from "./target.ts";

/**
 * The facts of a target that must still hold when the client acts; undefined for actions without one.
 *
 * @throws never
 * @source engine.md §2 `guard`, §8
 */
export function guardOf(
	action: Action,
	page: PageView,
	grants: { readonly approved: boolean; readonly isOwnValue: boolean },
): Guard | undefined {
	const target = targetOf(action, page);
	if (target === undefined) return undefined;
	const form = formInDocument(target, page);
	return {
		docEpoch: target.epoch,
		id: target.id,
		fingerprint: fingerprint(target, page),
		role: target.type,
		name: target.name,
		...(form === undefined ? {} : { form: guardForm(form, target, page) }),
		approved: grants.approved,
		...(grants.isOwnValue ? { sensitive: "user_value" as const } : {}),
	};
}

function guardForm(form: FormView, target: ElementView, page: PageView): NonNullable<Guard["form"]> {
	return {
		origin: form.host ?? hostOf(page.url),
		path: form.path ?? "",
		method: form.method,
		submits: target.states.has("submit"),
		sensitive: [...form.sensitive],
	};
}

/**
 * What the confirmation dialog shows. Values of sensitive fields are never in it, nor the person's own secrets wherever they were typed.
 *
 * @param secrets as of `secretsIn`, longest first
 * @throws never
 * @source engine.md §2 `question`
 */
export function approvalFacts(
	{ action, page, risk }: { readonly action: Action; readonly page: PageView; readonly risk: Risk },
	secrets: readonly string[],
): ApprovalFacts {
	const target = targetOf(action, page);
	const form = formOf(target, page);
	const formHost = form?.host ?? frameHostOf(target, page);
	const typed = action.name === "setValue" && target !== undefined && !isSecretFill(target, action.text) ? target : undefined;
	const typedText = action.name === "setValue" ? action.text : "";
	const fields = [...page.elements.values()].filter(
		(element) => element === typed || (form !== undefined && element.form === target?.form && isTextual(element.type)),
	);
	const amount = target === undefined ? undefined : amountBeside(target, page);
	const row = target === undefined ? "" : rowAround(target, page);
	return {
		class: risk.class,
		reasons: [...risk.reasons],
		site: hostOf(page.url),
		...(form === undefined || formHost === undefined ? {} : { formTarget: `${formHost}${form.path ?? ""}` }),
		...(form === undefined ? {} : { method: form.method }),
		label: cut(hide(labelOf(action, target), secrets), 200),
		...(row === "" ? {} : { row: cut(hide(row, secrets), 120) }),
		fields: fields.slice(0, 20).map((element) => fieldLine(element, { typed: element === typed ? typedText : undefined, secrets })),
		...(amount === undefined ? {} : { amount }),
		newTab: action.name === "openTab",
		download: risk.reasons.includes("download"),
	};
}

/** What a person would call the thing acted on. */
export function labelOf(action: Action, target: ElementView | undefined): string {
	if (action.name === "navigate" || action.name === "openTab") return action.url;
	if (target !== undefined && target.name !== "") return target.name;
	return target === undefined ? action.name : `${target.type} ${target.id}`;
}

/** `typed`: what goes into this very field, which does not show it yet. */
function fieldLine(
	element: ElementView,
	{ typed, secrets }: { readonly typed: string | undefined; readonly secrets: readonly string[] },
): string {
	const name = cut(element.name === "" ? element.type : element.name, 80);
	if (isSensitiveField(element)) return element.states.has("filled") ? `${name}: •••` : name;
	const value = typed ?? element.attributes.get("value");
	// Hidden before it is cut: half of a secret would no longer be found.
	return value === undefined ? name : `${name}: ${cut(hide(value, secrets), 80)}`;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "";
}
