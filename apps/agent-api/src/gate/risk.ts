import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";

/** Classes of the gate. */
export type RiskClass =
	| "observe"
	| "navigate"
	| "navigate_offsite"
	| "fill"
	| "fill_sensitive"
	| "commit"
	| "commit_protected"
	| "upload"
	| "refused";

/** Why an action is more than looking; each has one sentence in the question to the person. */
export type RiskReason =
	| "submits"
	| "enter_in_form"
	| "commit_word"
	| "deed_address"
	| "nameless"
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
	| "no_server_tools";

/** What an action is, by facts. `isSearch`: a search on the page's own site without sensitive fields. */
export type Classification = {
	readonly class: RiskClass;
	readonly reasons: readonly RiskReason[];
	readonly isOwnValue: boolean;
	readonly isSearch: boolean;
};

/**
 * What the judges know of the task. `notes` and `secrets`: what the person answered and added, and the secrets in it; `origins` are sites;
 * `ownFills` are fingerprints of sensitive fields filled with the user's own value.
 */
export type TaskFacts = {
	readonly query: string;
	readonly notes?: readonly string[];
	readonly secrets?: readonly string[];
	readonly origins: readonly string[];
	readonly isTainted: boolean;
	readonly ownFills: readonly string[];
};

/** What an action is judged by. `ownFill`: a secret of the user's own that this very action fills in and sends. */
export type ActionFacts = {
	readonly page: PageView;
	readonly task: TaskFacts;
	readonly target: ElementView | undefined;
	readonly form: FormView | undefined;
	readonly ownFill?: ElementView;
};

/** A class that nothing more is to be said of than its reasons. */
export function classification(name: RiskClass, ...reasons: readonly RiskReason[]): Classification {
	return { class: name, reasons, isOwnValue: false, isSearch: false };
}

const severity: readonly RiskClass[] = [
	"observe",
	"navigate",
	"fill",
	"navigate_offsite",
	"commit",
	"fill_sensitive",
	"upload",
	"commit_protected",
	"refused",
];

/** The gravest of several judgements; the first of equals, with the reasons of all of them. */
export function mostSevere(first: Classification, ...others: readonly Classification[]): Classification {
	const grave = others.reduce((most, one) => (severity.indexOf(one.class) > severity.indexOf(most.class) ? one : most), first);
	const equals = [first, ...others].filter((one) => one.class === grave.class);
	return {
		...grave,
		reasons: [...new Set(equals.flatMap(({ reasons }) => reasons))],
		isSearch: equals.every(({ isSearch }) => isSearch),
	};
}
