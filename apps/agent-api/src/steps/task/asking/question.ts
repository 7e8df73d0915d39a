import type { Action } from "@webhand/contracts/action/grammar";
import type { Question } from "@webhand/contracts/agent/interact";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { isTick } from "../../facts/approval/held.ts";
import { approvalFacts, labelOf } from "../../facts/approval/shown.ts";
import type { DangerReason } from "../../facts/danger/judge/class.ts";
import { hide } from "../../facts/own-secrets.ts";
import { targetOf } from "../../facts/target.ts";
import type { Risk } from "../../gate.ts";

/** What a question needs beside its text: an id of its own and when it ends. */
export type QuestionFrame = { readonly id: Question["id"]; readonly expiresAt: Date };

const maxText = 1_000;
const maxChoices = 10;

const sentenceFor: Record<DangerReason, string> = {
	submits: "it submits a form",
	enter_in_form: "Enter submits what was typed",
	commit_word: "its label says that it commits something",
	deed_address: "opening this address does what it says",
	nameless: "nothing says what it does",
	pay_word: "its label speaks of paying, buying or ordering",
	checkout_page: "this is a checkout or payment page",
	card_in_form: "the form holds card, bank or one-time code data",
	amount_beside: "it costs money",
	password_in_form: "the form holds a password that was not part of your task",
	destructive_word: "it cannot be undone",
	form_leaves_site: "the form sends its data to another site",
	outside_task: "this site is not part of your task",
	tainted: "the page tries to give the agent orders",
	carries_page_text: "the address carries text of this page to another site",
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
	no_server_tools: "server tools are not available",
};

/** Asks whether a risky action may go ahead, in the words of the page. */
export function approvalQuestion(
	held: { readonly action: Action; readonly page: PageView; readonly risk: Risk; readonly secrets: readonly string[] },
	frame: QuestionFrame,
): Question {
	const { action, page, risk, secrets } = held;
	const why = risk.reasons.map((reason) => sentenceFor[reason]).join("; ");
	const approval = approvalFacts({ action, page, risk }, secrets);
	const where = approval.site === "" ? "" : ` on ${approval.site}`;
	const row = approval.row === undefined ? "" : ` in “${approval.row}”`;
	const target = targetOf(action, page);
	const deed = cut(hide(deedOf(action, target), secrets), 200);
	const text = `May I ${deed} “${cut(labelOf(action, target), 200)}”${row}${where}? Because ${why}.`;
	return { id: frame.id, kind: "approval", text: cut(text, maxText), expiresAt: frame.expiresAt.toISOString(), approval };
}

/** Asks the person for something the task does not say. */
export function inputQuestion(text: string, choices: readonly string[], frame: QuestionFrame): Question {
	return {
		id: frame.id,
		kind: "input",
		text: cut(text, maxText),
		...(choices.length === 0 ? {} : { choices: choices.slice(0, maxChoices) }),
		expiresAt: frame.expiresAt.toISOString(),
	};
}

/** Hands a step to the person: sign-ins, codes, CAPTCHAs, secrets. */
export function handoffQuestion(reason: string, frame: QuestionFrame): Question {
	return { id: frame.id, kind: "handoff", text: cut(reason, maxText), expiresAt: frame.expiresAt.toISOString() };
}

/** Why a person has to fill a field; names the field, never a value. */
export function handoffReason(action: Action, page: PageView): string {
	return `Please fill in “${cut(labelOf(action, targetOf(action, page)), 200)}” yourself: I do not type secrets that you did not give me. Then say “I'm done”.`;
}

function deedOf(action: Action, target: ElementView | undefined): string {
	switch (action.name) {
		case "click":
			return "click";
		case "press":
			return `press ${action.keys} in`;
		case "setValue":
			if (target !== undefined && isTick(target.type)) return action.text === "false" ? "untick" : "tick";
			return action.submit ? "fill in and submit" : "fill in";
		case "select":
			return `choose “${action.options.join(", ")}” in`;
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
