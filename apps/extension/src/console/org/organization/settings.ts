import type { Organization } from "@webhand/contracts/auth/orgs";
import { OrganizationChange } from "@webhand/contracts/auth/orgs";
import type { z } from "zod";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { contractProblem } from "../../kit/form/contract-problem.ts";
import { organizationText } from "../words.ts";

/** The settings as typed. */
export type SettingsForm = {
	readonly name: string;
	readonly traces: boolean;
	readonly retentionDays: string;
	readonly secondFactor: boolean;
	readonly apiKeys: boolean;
	readonly passwordSignIn: boolean;
};

type Change = z.input<typeof OrganizationChange>;

/** Bounds of the days that tasks are kept, as the contract has them. */
export const retentionBounds = {
	least: OrganizationChange.shape.retentionDays.unwrap().minValue ?? 1,
	most: OrganizationChange.shape.retentionDays.unwrap().maxValue ?? 365,
};

/** The form for an organization as it stands. @throws never */
export function settingsOf({ name, traces, retentionDays, secondFactor, apiKeys, passwordSignIn }: Organization): SettingsForm {
	const ticked = { secondFactor: secondFactor === "required", apiKeys: apiKeys === "all" };
	return { name, traces, retentionDays: String(retentionDays), ...ticked, passwordSignIn };
}

/** What a form changes; null for nothing. Text that is no number is NaN. @throws never */
export function changeOf(form: SettingsForm, before: Organization): Change | null {
	const secondFactor = form.secondFactor ? "required" : "optional";
	const apiKeys = form.apiKeys ? "all" : "admins";
	const retentionDays = form.retentionDays.trim() === "" ? Number.NaN : Number(form.retentionDays.replaceAll(/[ ,_]/g, ""));
	const change: Change = {
		...(form.name.trim() === before.name ? {} : { name: form.name }),
		...(form.traces === before.traces ? {} : { traces: form.traces }),
		...(retentionDays === before.retentionDays ? {} : { retentionDays }),
		...(secondFactor === before.secondFactor ? {} : { secondFactor }),
		...(apiKeys === before.apiKeys ? {} : { apiKeys }),
		...(form.passwordSignIn === before.passwordSignIn ? {} : { passwordSignIn: form.passwordSignIn }),
	};
	return Object.keys(change).length === 0 ? null : change;
}

/** What the contract refuses in a change; null for nothing. @throws never */
export function wrongIn(change: Change): ServerProblem | null {
	const { name, retentionDays } = organizationText.own.wanted;
	return contractProblem(OrganizationChange, change, { name, retentionDays: retentionDays(retentionBounds.least, retentionBounds.most) });
}

/** What follows from a change, a sentence for each part. @throws never */
export function effectsOf(
	{ name, traces, retentionDays, secondFactor, apiKeys, passwordSignIn }: Change,
	before: Organization,
): readonly string[] {
	const text = organizationText.own.effects;
	return [
		...(name === undefined ? [] : [text.name(name.trim())]),
		...(traces === undefined ? [] : [traces ? text.tracesOn : text.tracesOff]),
		...(retentionDays === undefined
			? []
			: [retentionDays < before.retentionDays ? text.shorter(retentionDays) : text.longer(retentionDays)]),
		...(secondFactor === undefined ? [] : [secondFactor === "required" ? text.secondFactorOn : text.secondFactorOff]),
		...(apiKeys === undefined ? [] : [apiKeys === "all" ? text.apiKeysOn : text.apiKeysOff]),
		...(passwordSignIn === undefined ? [] : [passwordSignIn ? text.passwordOn : text.passwordOff]),
	];
}
