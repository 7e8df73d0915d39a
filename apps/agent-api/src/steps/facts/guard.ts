import type { Action } from "@webhand/contracts/action/grammar";
import type { Guard } from "@webhand/contracts/agent/interact";
import { fingerprint, formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { targetOf } from "./target.ts";

/**
 * The facts of a target that must still hold when the client acts; undefined for actions without one.
 *
 * @throws never
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

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "";
}
