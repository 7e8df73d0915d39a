import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";

/** From the lightest to the worst. */
const severity: readonly RiskClass[] = [
	"observe",
	"navigate",
	"fill",
	"press_unknown",
	"navigate_offsite",
	"fill_offsite",
	"commit",
	"fill_sensitive",
	"upload",
	"commit_protected",
	"refused",
];

/** Why an action has its class; each has one sentence in the question to the user. */
export type RiskReason =
	| "submits"
	| "enter_in_form"
	| "commit_word"
	| "deed_address"
	| "nameless"
	| "unknown_button"
	| "pay_word"
	| "checkout_page"
	| "card_in_form"
	| "amount_beside"
	| "password_in_form"
	| "destructive_word"
	| "form_leaves_site"
	| "outside_task"
	| "tainted"
	| "carries_page_text"
	| "carries_knowledge"
	| "carries_words"
	| "new_site"
	| "consent"
	| "other_site"
	| "sensitive_field"
	| "own_secret"
	| "at_point"
	| "upload"
	| "download"
	| "bad_address"
	| "outside_element"
	| "takes_no_text"
	| "no_page"
	| "no_server_tools"
	| "only_asked"
	| "by_policy"
	| "other_name";

/**
 * What an action is, by facts. `isOwnValue`: it fills a secret that the user gave; `isSearch`: a search on the page's own site; `atHome`: what
 * it would be on a site of the task.
 */
export type Classification = {
	readonly class: RiskClass;
	readonly reasons: readonly RiskReason[];
	readonly isOwnValue: boolean;
	readonly isSearch: boolean;
	readonly atHome?: Classification;
};

/** What the gate knows of the task. */
export type TaskFacts = {
	/** Orders. */
	readonly query: string;
	/** Data that the user gave: they may be filled in, and never order a deed or name a site. */
	readonly values?: readonly string[];
	/** Fields with what goes into each, as the user set it. */
	readonly fills?: readonly string[];
	/** The user's answers and additions. */
	readonly notes?: readonly string[];
	/** The secrets in them. */
	readonly secrets?: readonly string[];
	/** Sites of the task. */
	readonly origins: readonly string[];
	/** Sites that the person let it look at. */
	readonly readSites?: readonly string[];
	/** Sites that it may also press and fill. */
	readonly toldSites?: readonly string[];
	readonly isTainted: boolean;
	/** Fingerprints of sensitive fields that hold the user's own value. */
	readonly ownFills: readonly string[];
	/** The origin on which a login that the person bound to the routine was just filled in. */
	readonly signsInOn?: string;
	/** Texts of the organization that the decider was shown, the newest of the server host among them; never the user's words. */
	readonly knowledge?: readonly string[];
	/** Those that the task may use. */
	readonly serverTools?: readonly string[];
	/** Keys of buttons that the person allowed once. */
	readonly allowedPresses?: readonly string[];
	/** The task only asks: what may change anything is asked for in every mode. */
	readonly isAsking?: boolean;
};

/** What an action is judged by. `ownFill`: the field of a user's secret that this very action fills in and sends. */
export type ActionFacts = {
	readonly page: PageView;
	readonly task: TaskFacts;
	readonly target: ElementView | undefined;
	readonly form: FormView | undefined;
	readonly ownFill?: ElementView;
};

/** A classification that is no search and no fill of a user's secret. */
export function classification(name: RiskClass, ...reasons: readonly RiskReason[]): Classification {
	return { class: name, reasons, isOwnValue: false, isSearch: false };
}

/** The worst of several classifications; the first of equals, with the reasons of all equals. */
export function mostSevere(first: Classification, ...others: readonly Classification[]): Classification {
	const worst = others.reduce((most, one) => (severity.indexOf(one.class) > severity.indexOf(most.class) ? one : most), first);
	const equals = [first, ...others].filter((one) => one.class === worst.class);
	return {
		...worst,
		reasons: [...new Set(equals.flatMap(({ reasons }) => reasons))],
		isSearch: equals.every(({ isSearch }) => isSearch),
	};
}
