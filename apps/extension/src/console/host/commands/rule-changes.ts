import type { CommandRule } from "@webhand/contracts/tools/commands";
import { putCommandRuleRoute, removeCommandRuleRoute } from "@webhand/contracts/tools/commands";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { usageOf, wantedOf } from "./rule-form.ts";
import { commandRulesText as text } from "./words.ts";

/** Switches a rule on or off; a built-in one by a rule of its name. */
export function switchChange(api: PageApi, rule: CommandRule, onChanged: () => void): Change {
	const { name, enabled } = rule;
	const words = enabled
		? { title: text.switchOffTitle(name), lead: text.switchOffEffect, confirm: text.switchOffConfirm, isHarmful: true }
		: { title: text.switchOnTitle(name), lead: text.switchOnEffect(usageOf(rule)), confirm: text.switchOnConfirm };
	return {
		...words,
		act: async () => {
			await api.call(putCommandRuleRoute, { params: { name }, body: wantedOf(rule, !enabled) });
			onChanged();
			return enabled ? text.switchedOff(name) : text.switchedOn(name);
		},
	};
}

/** Removes a rule of an operator. */
export function removeChange(api: PageApi, { name, tenantId, replacesDefault }: CommandRule, onRemoved: () => void): Change {
	return {
		title: text.removeTitle(name),
		lead: replacesDefault ? text.removeToDefault : text.removeEffect,
		confirm: text.removeConfirm,
		isHarmful: !replacesDefault,
		act: async () => {
			await api.call(removeCommandRuleRoute, { params: { name }, query: { tenantId: tenantId ?? undefined } });
			onRemoved();
			return text.removed(name);
		},
	};
}
