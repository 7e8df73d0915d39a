import type { Action } from "@webhand/contracts/action/grammar";
import type { MandateAmount } from "@webhand/contracts/authority/mandate";
import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import { mostAmount } from "@webhand/contracts/authority/mandate-note";
import type { OrgPolicy, PolicyHours } from "@webhand/contracts/authority/policy";
import type { MandateId, RoutineId, RoutineRunId } from "@webhand/contracts/ids";
import type { ActStep } from "@webhand/contracts/routine/step";
import type { InputValues } from "@webhand/contracts/routine/words";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { resolveTarget } from "@webhand/routines/target/resolve";
import { defined } from "../../shared/defined.ts";
import type { Money } from "../facts/money.ts";
import { readMoney } from "../facts/money.ts";
import { formOf, targetOf } from "../facts/target.ts";
import { fullLabelOf } from "../gate/commit-risk.ts";
import type { RiskReason } from "../gate/risk.ts";
import { wordsOf } from "../gate/words.ts";
import { amountsOfAct } from "../question/fingerprint.ts";
import { isWithin } from "./hours.ts";

/** A step that commits, as its version recorded it. `deletes`: its own words say that it cannot be undone. */
export type CoveredStep = { readonly step: ActStep; readonly deletes: boolean };

/** What a person allowed beforehand. `spent` and the limits of `amount` are in its currency; `isByAdmin`: its person is an admin now. */
export type StandingMandate = {
	readonly id: MandateId;
	readonly createdAt: Date;
	readonly isByAdmin: boolean;
	readonly routineId: RoutineId;
	readonly version: number;
	readonly runId?: RoutineRunId;
	readonly steps: readonly CoveredStep[];
	readonly sites: readonly string[];
	readonly uses: number;
	readonly used: number;
	readonly amount?: MandateAmount;
	readonly spent: number;
	readonly hours?: PolicyHours;
	readonly until: Date;
	readonly revokedAt?: Date;
};

/** The step of a routine that an action is. `isSuspended`: a page of its run gave orders. */
export type PlayedStep = {
	readonly routineId: RoutineId;
	readonly version: number;
	readonly runId: RoutineRunId;
	readonly step: string;
	readonly values: InputValues;
	/** How many rows the run has. */
	readonly rows: number;
	readonly isSuspended: boolean;
};

/** What is asked for, on which page, why, and at which hosts. */
export type AskedAct = {
	readonly action: Action;
	readonly page: PageView;
	readonly reasons: readonly RiskReason[];
	readonly hosts: readonly string[];
	readonly isPayment: boolean;
};

/** A use of a mandate: what it costs, where it has an amount, and how many uses are left after it. */
export type MandateUse = { readonly mandate: StandingMandate; readonly step: string; readonly amount?: number; readonly left: number };

/** What a recorded commit may be asked for. Whatever else is a reason to ask needs a person. */
const answered: ReadonlySet<RiskReason> = new Set([
	"submits",
	"enter_in_form",
	"commit_word",
	"deed_address",
	"unknown_button",
	"pay_word",
	"checkout_page",
	"amount_beside",
	"destructive_word",
	"upload",
]);

/**
 * The mandate that allows an act, which the gate asks for. The recorded control has to be found on the page without a heal, in its row, with its
 * fingerprint; sites, hours, count and amounts have to fit.
 *
 * @throws never
 */
export function mandateFor(
	act: AskedAct,
	{ played, now }: { readonly played: PlayedStep; readonly now: Date },
	{ policy, mandates }: { readonly policy: Pick<OrgPolicy, "mandates">; readonly mandates: readonly StandingMandate[] },
): MandateUse | undefined {
	if (!mayBeCovered(act, played)) return undefined;
	for (const mandate of mandates) {
		if (!isInForce(mandate, now) || (policy.mandates === "admins" && !mandate.isByAdmin) || !isOf(mandate, played)) continue;
		const covered = mandate.steps.find(({ step }) => step.id === played.step);
		if (covered === undefined || !fits(covered, act, played.values) || !isOnSites(act, mandate)) continue;
		const cost = costOf(act, mandate);
		if (cost === undefined) continue;
		return { mandate, step: played.step, left: mandate.uses - mandate.used - 1, ...(cost === 0 ? {} : { amount: cost }) };
	}
	return undefined;
}

/** True where a mandate could answer this question at all: it is a recorded step, and asked for nothing that needs a person. @throws never */
export function mayBeCovered(act: AskedAct, { isSuspended }: Pick<PlayedStep, "isSuspended">): boolean {
	const target = targetOf(act.action, act.page);
	const isAnswerable = act.reasons.every((reason) => answered.has(reason));
	return !isSuspended && isAnswerable && target !== undefined && !changesAccounts(target, act.page);
}

/** True while a mandate holds by its own terms. @throws never */
function isInForce({ revokedAt, until, uses, used, hours }: StandingMandate, now: Date): boolean {
	return revokedAt === undefined && until > now && used < uses && (hours === undefined || isWithin(hours, now));
}

const isOnSites = ({ hosts }: AskedAct, { sites }: StandingMandate): boolean =>
	hosts.length > 0 && hosts.every((host) => sites.includes(host));

function isOf({ routineId, version, runId }: StandingMandate, played: PlayedStep): boolean {
	return routineId === played.routineId && version === played.version && (runId === undefined || runId === played.runId);
}

/** The action is what was recorded, and its control is the recorded one. */
function fits({ step, deletes }: CoveredStep, { action, page, reasons }: AskedAct, values: InputValues): boolean {
	const target = "target" in step ? step.target : undefined;
	const found = targetOf(action, page);
	if (target === undefined || found === undefined || !isSameDeed(step, action)) return false;
	if (!deletes && (reasons.includes("destructive_word") || wordsOf("destructive", fullLabelOf(found, page)).length > 0)) return false;
	const resolved = resolveTarget(page, target, { values, isCommit: true });
	if (resolved.kind !== "one" || resolved.id !== found.id || resolved.isHeal) return false;
	return target.fingerprint === undefined || fingerprint(found, page) === target.fingerprint;
}

/** A drag has a second control, and an address has none: both are asked for. */
function isSameDeed(step: ActStep, action: Action): boolean {
	switch (step.do) {
		case "click":
			return action.name === "click" && action.at === undefined && action.kind === step.kind;
		case "tick":
			return action.name === "click" && action.at === undefined;
		case "fill":
			return action.name === "setValue" && action.submit === (step.submits === true);
		case "choose":
			return action.name === "select";
		case "press":
			return action.name === "press" && action.keys === step.keys;
		case "upload":
			return action.name === "upload";
		default:
			return false;
	}
}

/**
 * What an act costs a mandate: the greatest amount that stands with it.
 *
 * @returns 0 for no amount; undefined where it is too much, of another currency, or cannot be read
 */
function costOf({ action, page, reasons, isPayment }: AskedAct, { amount: limit, spent }: StandingMandate): number | undefined {
	const seen = amountsOfAct(action, page, reasons).map(readMoney);
	if (limit === undefined) return isPayment || seen.length > 0 ? undefined : 0;
	const read = seen.filter((money): money is Money => money !== undefined && isOfCurrency(money, limit.currency));
	const isSaid = read.some(({ currencies }) => currencies.length > 0 || limit.currency === undefined || !isPayment);
	if (read.length < seen.length || !isSaid) return undefined;
	const most = Math.max(...read.map(({ cents }) => cents)) / 100;
	return most <= limit.perUse && spent + most <= limit.inSum + 0.001 ? most : undefined;
}

/** What a question is about, for a mandate that answers it from now on. @throws never */
export function recordedOf(act: AskedAct, { routineId, version, runId, step, rows }: PlayedStep): Recorded {
	return { routineId, version, runId, step, rows, ...defined({ amount: amountOf(act) }) };
}

/** The greatest amount of an act as a mandate would count it, where one currency or none stands there and a mandate can be for so much. */
function amountOf({ action, page, reasons }: AskedAct): Recorded["amount"] {
	const seen = amountsOfAct(action, page, reasons).map(readMoney);
	const currency = seen.flatMap((money) => money?.currencies ?? [])[0];
	if (seen.some((money) => money === undefined || !isOfCurrency(money, currency))) return undefined;
	const value = Math.max(...seen.map((money) => money?.cents ?? 0)) / 100;
	return value > 0 && value <= mostAmount ? { value, ...defined({ currency }) } : undefined;
}

/** A bare number counts in any currency; where none is named, bare numbers alone do. */
const isOfCurrency = ({ currencies }: Money, currency: string | undefined): boolean =>
	currencies.length === 0 || (currency !== undefined && currencies.includes(currency));

/** True for a control that changes who may do what: by its own words, by those of its form, and by the fields that it sends. */
function changesAccounts(target: ElementView, page: PageView): boolean {
	const label = fullLabelOf(target, page);
	if (wordsOf("grant", label).length > 0) return true;
	const form = formOf(target, page);
	const fields =
		form === undefined ? [] : [...page.elements.values()].filter(({ form: of, type }) => of === target.form && type !== "button");
	return [label, form?.name ?? "", ...fields.map(({ name }) => name)].some((text) => wordsOf("rights", text).length > 0);
}
