import type { Action } from "@webhand/contracts/action/grammar";
import type { ApprovalFacts, Question } from "@webhand/contracts/agent/interact";
import type { Recorded } from "@webhand/contracts/authority/mandate-note";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { defined } from "../../shared/defined.ts";
import { canonicalJson, withoutTicking } from "../facts/keys.ts";
import { frameHostOf, rowAround } from "../facts/lines.ts";
import { isRadio, isTextual, isTick } from "../facts/roles.ts";
import { formOf, targetOf } from "../facts/target.ts";
import { amountBeside } from "../gate/commit-risk.ts";
import type { Risk } from "../gate/gate.ts";
import type { RiskReason } from "../gate/risk.ts";
import { hide, maskedValue } from "../secrets/find.ts";
import { controlValue, isSubmittedField, scopeOf } from "./fingerprint.ts";

/** The id of a question and its end. */
export type QuestionFrame = { readonly id: Question["id"]; readonly expiresAt: Date };

const maxText = 1_000;
const maxChoices = 10;

const reasonTexts: Record<RiskReason, string> = {
	submits: "it submits a form",
	enter_in_form: "Enter submits what was typed",
	commit_word: "its label speaks of sending, saving, sharing or another change",
	deed_address: "opening this address does what it says",
	nameless: "nothing says what it does",
	unknown_button: "I do not know what this does",
	pay_word: "its label speaks of paying, buying or ordering",
	checkout_page: "this is a checkout or payment page",
	card_in_form: "the form holds card, bank or one-time code data",
	amount_beside: "it costs money",
	password_in_form: "the form has a password field that was not part of your task",
	destructive_word: "it cannot be undone",
	form_leaves_site: "the form sends its data to another site",
	outside_task: "this site is not part of your task",
	tainted: "the page tries to give the agent orders",
	carries_page_text: "the address carries text of this page to another site",
	carries_knowledge: "the address carries text of your organization's documents to another site",
	carries_words: "it tells that site words that you did not say",
	new_site: "your task does not name this site; after a yes I may press and fill there with your own words",
	consent: "it agrees to what that site asks for",
	other_site: "it leads to another site",
	sensitive_field: "the field takes a secret",
	own_secret: "it gives away a secret that you wrote into your task",
	at_point: "it presses whatever is at that point",
	upload: "it sends a file of yours",
	download: "it downloads a file",
	bad_address: "the address must not be opened",
	outside_element: "the point is outside the element",
	takes_no_text: "nothing can be written into it",
	no_page: "this page is the browser's own",
	no_server_tools: "this task has no such tool on the server",
	only_asked: "you only asked something, and this may change something",
	by_policy: "your organization wants you to be asked",
	other_name: "the reason for it names another control",
};

/** Asks whether a risky action may go ahead, in the words of the page. */
export function approvalQuestion(
	held: {
		readonly action: Action;
		readonly page: PageView;
		readonly risk: Risk;
		readonly secrets: readonly string[];
		/** Buttons that the same yes allows. */
		readonly beside: readonly string[];
		/** The recorded step of a routine, where a mandate could answer. */
		readonly recorded?: Recorded;
	},
	frame: QuestionFrame,
): Question {
	const { action, page, risk, secrets, beside, recorded } = held;
	const why = risk.reasons.map((reason) => reasonTexts[reason]).join("; ");
	const approval = { ...approvalFacts({ action, page, risk }, secrets), ...defined({ recorded }) };
	const where = approval.site === "" ? "" : ` ${placeOf(approval.site)}`;
	const row = approval.row === undefined ? "" : ` in ${quoted(approval.row)}`;
	const target = targetOf(action, page);
	const verb = cut(hide(verbOf(action, target), secrets), 200);
	const on = target === undefined && !isAddressed(action) ? "" : ` ${quoted(cut(labelOf(action, target, page), 200))}`;
	const named = target === undefined ? undefined : frameHostOf(target, page);
	const to = named === undefined ? where : ` ${placeOf(named)}`;
	const typed =
		action.name === "setValue" && risk.reasons.includes("carries_words") ? ` with ${quoted(cut(hide(action.text, secrets), 200))}` : "";
	const others = beside.length === 0 ? "" : ` Your yes counts for ${beside.map(quoted).join(", ")} beside it, too.`;
	const text = `May I ${verb}${on}${typed}${row}${to}? ${why.charAt(0).toUpperCase()}${why.slice(1)}.${others}`;
	return { id: frame.id, kind: "approval", text: cut(text, maxText), expiresAt: frame.expiresAt.toISOString(), approval };
}

/** A site in words. The host of a sandboxed frame, as the extension makes it, writes a dot as "-" and a hyphen as "--". */
function placeOf(site: string): string {
	const [, name, port = ""] = /^sandboxed-(.+)\.invalid(:\d+)?$/.exec(site) ?? [];
	if (name === undefined) return `on ${site}`;
	return `in a sandboxed frame of ${name.replaceAll(/--?/g, (mark) => (mark === "-" ? "." : "-"))}${port}`;
}

/** Asks whether a tool of the server host may be called. */
export function serverQuestion(
	{ id, toolName, effect, workspace, command, commandArgs, args, ruleText }: PendingApproval,
	frame: QuestionFrame,
): Question {
	const words = command === null ? [] : [[command, ...commandArgs].join(" ")];
	const fields = words.length > 0 ? words : Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
	const site = workspace.name;
	const where = site === "" ? "" : ` in the workspace “${site}”`;
	const further = ruleText.session === undefined ? "" : ` Your yes counts for more: ${ruleText.session}.`;
	return {
		id: frame.id,
		kind: "approval",
		text: cut(`May I do this on the server${where}? ${effect}.${further}`, maxText),
		expiresAt: frame.expiresAt.toISOString(),
		approval: {
			class: "commit",
			reasons: ["server_change"],
			site,
			label: cut(effect, 200),
			fields: fields.slice(0, shownFields).map((field) => cut(field, 200)),
			newTab: false,
			download: false,
		},
		approvals: [{ id, toolName, effect }],
	};
}

/** Asks the user for something that the task does not say. */
export function inputQuestion(text: string, choices: readonly string[], frame: QuestionFrame): Question {
	return {
		id: frame.id,
		kind: "input",
		text: cut(text, maxText),
		...(choices.length === 0 ? {} : { choices: choices.slice(0, maxChoices) }),
		expiresAt: frame.expiresAt.toISOString(),
	};
}

/** Hands a step to the user: sign-ins, codes, CAPTCHAs, secrets. `url` is the page that is handed over. */
export function handoffQuestion(reason: string, url: string, frame: QuestionFrame): Question {
	const { origin } = URL.parse(url) ?? {};
	const isOfWeb = origin !== undefined && /^https?:/.test(origin);
	return {
		id: frame.id,
		kind: "handoff",
		text: cut(reason, maxText),
		expiresAt: frame.expiresAt.toISOString(),
		...(isOfWeb ? { site: origin } : {}),
	};
}

/** Asks the user to fill a field; names the field, never a value. */
export function handoffReason(action: Action, page: PageView, { reasons }: Pick<Risk, "reasons">): string {
	const field = quoted(cut(labelOf(action, targetOf(action, page), page), 200));
	if (reasons.includes("own_secret"))
		return `Please fill in ${field} yourself: your task gives this secret to another site. Then say “I'm done”.`;
	return `Please fill in ${field} yourself: I do not type secrets that you did not give me. Then say “I'm done”.`;
}

function verbOf(action: Action, target: ElementView | undefined): string {
	switch (action.name) {
		case "click":
			return "click";
		case "press":
			return target === undefined ? `press ${action.keys}` : `press ${action.keys} in`;
		case "setValue":
			if (target !== undefined && isTick(target.type)) return action.text === "false" ? "untick" : "tick";
			return action.submit ? "fill in and submit" : "fill in";
		case "select":
			return `choose ${quoted(action.options.join(", "))} in`;
		case "drag":
			return "drag";
		case "navigate":
		case "openTab":
			return "go to";
		case "upload":
			return "upload a file to";
		default:
			return `carry out ${action.name} on`;
	}
}

const shownFields = 20;

/**
 * What the confirmation dialog shows: 20 fields, the written one among them, and how many more there are. It covers what is secret by its origin alone: what
 * the page hides, and the secrets in the user's own words.
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
	// An element of a frame belongs to the site of the frame, whatever is around it.
	const site = frameHostOf(target, page) ?? URL.parse(page.url)?.host ?? "";
	const amount = target === undefined ? undefined : amountBeside(target, page);
	const row = target === undefined ? "" : rowAround(target, page);
	const all = fieldsOf(action, page);
	// What the action itself writes is among the fields that are shown.
	const ordered = [...all.slice(0, shownFields - 1), ...all.slice(shownFields - 1).toSorted((a, b) => isTyped(b) - isTyped(a))];
	const fields = ordered.slice(0, shownFields).map((field) => describeField(field, secrets));
	const more = all.length - shownFields;
	return {
		class: risk.class,
		reasons: [...risk.reasons],
		site,
		...defined({
			formTarget: sentTo(target, { form, frameHost: frameHostOf(target, page), site }),
			address: target?.type === "a" ? target.href : undefined,
			method: target?.attributes.get("method") ?? form?.method,
		}),
		label: isAddressed(action) ? hide(action.url, secrets) : cut(hide(labelOf(action, target, page), secrets), 200),
		...(row === "" ? {} : { row: cut(hide(row, secrets), 120) }),
		fields,
		...(more > 0 ? { moreFields: more } : {}),
		...defined({ amount }),
		newTab: action.name === "openTab",
		download: risk.reasons.includes("download"),
		...(risk.isSearch === true && risk.class === "commit" ? { isSearch: true } : {}),
	};
}

type Around = { readonly form: FormView | undefined; readonly frameHost: string | undefined; readonly site: string };

/** Where a press sends to: a button's own target overrides that of its form, whose host is written only where it is another one. */
function sentTo(target: ElementView | undefined, { form, frameHost, site }: Around): string | undefined {
	const own = target?.attributes.get("action");
	if (own !== undefined) return own.startsWith("/") ? `${site}${own}` : own;
	const host = form?.host ?? frameHost;
	return form === undefined || host === undefined ? undefined : `${host}${form.path ?? ""}`;
}

/** True for two questions about the same action. Fields and amounts are compared by `approvalFingerprint`, which holds all of them whole. */
export function isSameRequest(now: ApprovalFacts, shown: ApprovalFacts): boolean {
	return canonicalJson(identityOf(now)) === canonicalJson(identityOf(shown));
}

function identityOf({ site, formTarget, method, label, row, newTab }: ApprovalFacts) {
	return { site, formTarget, method, label, row: row === undefined ? undefined : withoutTicking(row), newTab };
}

const isAddressed = (action: Action): action is Extract<Action, { name: "navigate" | "openTab" }> =>
	action.name === "navigate" || action.name === "openTab";

/** Words of a page in a sentence of ours. They cannot end the quotation. */
const quoted = (words: string) => `“${words.replaceAll(/[“”]/g, '"')}”`;

/** The name of the target for the user; of a drag, also that of the place where it ends. */
function labelOf(action: Action, target: ElementView | undefined, page: PageView): string {
	if (isAddressed(action)) return action.url;
	if (target === undefined) return action.name;
	const place = action.name === "drag" && "id" in action.to ? page.elements.get(action.to.id) : undefined;
	return [target, place].flatMap((element) => (element === undefined ? [] : [nameOf(element)])).join(" → ");
}

const nameOf = ({ name, type, id }: ElementView) => (name === "" ? `${type} ${id}` : name);

/** A field of the question. `typed`: the value that the action puts into it. */
type Field = { readonly element: ElementView; readonly typed?: string };

const isTyped = ({ typed }: Field) => Number(typed !== undefined);

/** All fields of a form; of a row or section those with a value; of radio buttons the chosen ones. */
function fieldsOf(action: Action, page: PageView): readonly Field[] {
	const target = targetOf(action, page);
	if (target === undefined) return [];
	const { elements, isForm } = scopeOf(target, page);
	const typed = typedBy(action);
	const isShown = (element: ElementView) => {
		if (element.id === target.id && typed !== undefined) return true;
		if (!isSubmittedField(element)) return false;
		return (isForm && !isRadio(element.type)) || controlValue(element) !== undefined;
	};
	return elements.filter(isShown).map((element) => (element.id === target.id && typed !== undefined ? { element, typed } : { element }));
}

function typedBy(action: Action): string | undefined {
	if (action.name === "select") return action.options.join(", ");
	return action.name === "setValue" ? action.text : undefined;
}

function describeField({ element, typed }: Field, secrets: readonly string[]): string {
	const { type, states, attributes } = element;
	const group = isRadio(type) ? attributes.get("of") : undefined;
	const name = cut(hide(group ?? (element.name === "" ? type : element.name), secrets), 80);
	// The page chooses names and hints: only what the page itself hides is covered, and the user's own secrets.
	if (states.has("filled") || (type === "password" && typed !== undefined)) return `${name}: ${maskedValue}`;
	const value = isTick(type) ? tickOf(element, { typed, isGrouped: group !== undefined }) : (typed ?? attributes.get("value"));
	// Hidden before it is cut: half of a secret would no longer be found.
	// The page text has no value of these where a script draws their content.
	const isDrawn = type === "editable" || type === "combobox";
	if (value === undefined || value === "") return isTextual(type) && !isDrawn && !states.has("filled") ? `${name} (empty)` : name;
	// The page text shortens values; what the action writes stands here whole.
	return `${name}: ${typed === undefined ? cut(hide(value, secrets), 80) : hide(value, secrets)}`;
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
