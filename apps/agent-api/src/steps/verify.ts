import type { Expectation } from "@webhand/contracts/agent/task";
import { isSameValue, normalize } from "@webhand/page/write/normalize";
import { isSameDocument } from "./facts/before.ts";
import { chosenOptions, isMet, isToggle, showsValue } from "./facts/expect.ts";
import type { Fact, Scene } from "./facts/observe.ts";
import { describeFact, hasClientError, hasFact, observe, unknownOutcome } from "./facts/observe.ts";
import { readTarget } from "./facts/origin.ts";
import { isSensitiveTarget } from "./facts/sensitive.ts";
import { targetIdOf } from "./facts/target.ts";

/** Confidence from which a success counts. @source spec 001 §1; engine.md §4 */
export const successFrom = 0.7;

/**
 * An action to be proven. `expect.isExplicit`: the decider said it and it did not hold before the action. `waits`: how often the engine
 * has waited for this outcome already.
 */
export type ProofTask = Scene & { readonly expect: Expectation; readonly isExplicit: boolean; readonly waits: number };

/**
 * What facts say of an action. `open`: nothing shown yet, look again; `judge`: facts do not settle it, the observations go to the
 * decider. `isProven`: what was expected was seen to happen.
 */
export type FactVerdict =
	| {
			readonly kind: "settled";
			readonly verdict: "success" | "failure";
			readonly confidence: number;
			readonly isProven: boolean;
			readonly note?: string;
			readonly observations: readonly string[];
	  }
	| { readonly kind: "open" | "judge"; readonly observations: readonly string[] };

type Row = { readonly verdict: "success" | "failure"; readonly confidence: number; readonly isProven?: boolean; readonly note?: string };

const maxWaits = 2;
const effects = [
	"url_changed",
	"dialog_opened",
	"dialog_closed",
	"dropdown_opened",
	"target_state",
	"target_value",
	"tab_opened",
	"tab_closed",
	"download_started",
] as const;

/**
 * Says whether the last action had its effect, from facts alone: the first row of the table that fits.
 *
 * @param proof the action, the page before (≤ 10 KB) and now, the client's report; an unknown fact is absent, never false
 * @returns confidence 0 to 1, success from 0.70; at most 20 observations, the page's own first
 * @throws never
 * @source spec 001 §1 "Flow Alignment", steps 5 and 6; engine.md §4
 */
export function verifyAction(proof: ProofTask): FactVerdict {
	const facts = observe(proof);
	const observations = facts.map(describeFact);
	const settled = (row: Row): FactVerdict => ({
		kind: "settled",
		verdict: row.verdict,
		confidence: row.confidence,
		isProven: row.isProven ?? false,
		...(row.note === undefined ? {} : { note: row.note }),
		observations: row.note === undefined ? observations : [...observations.slice(0, 19), row.note],
	});
	if (proof.isExplicit && isMet(proof.expect, { before: proof.before, page: proof.page, facts }))
		return settled({ verdict: "success", confidence: 0.95, isProven: true });
	if (isOpen(proof, facts)) return { kind: "open", observations };
	const row = clientErrorRow(proof) ?? rowOf(proof, facts);
	return row === null ? { kind: "judge", observations } : settled(row);
}

/** The outcome may still come: the client does not know it, or the page is busy and shows nothing yet. At most two waits in a row. */
function isOpen(proof: ProofTask, facts: readonly Fact[]): boolean {
	if (proof.waits >= maxWaits) return false;
	const { lastActionStatus, lastActionError } = proof.report;
	if (lastActionStatus === "pending" || lastActionError?.code === unknownOutcome) return !isValueMet(proof);
	return proof.page.pending && !hasClientError(proof.report) && !hasFact(facts, ...effects, "elements_added", "elements_removed");
}

function clientErrorRow(proof: ProofTask): Row | null {
	return hasClientError(proof.report) && !isValueMet(proof) ? { verdict: "failure", confidence: 0.95 } : null;
}

function rowOf(proof: ProofTask, facts: readonly Fact[]): Row | null {
	const { action } = proof;
	switch (action.name) {
		case "setValue":
			return (action.submit && hasFact(facts, "url_changed")) || (action.submit && hasControls(facts)) ? effectRow : valueRow(proof, facts);
		case "select":
		case "upload":
			return valueRow(proof, facts);
		case "navigate":
		case "openTab":
			return placeRow(action.url, proof);
		case "click":
		case "press":
		case "drag":
			return effectOf(facts);
		case "scroll":
			return hasFact(facts, "scrolled")
				? { verdict: "success", confidence: 0.9, isProven: true }
				: { verdict: "failure", confidence: 0.8, note: "SCROLL_END" };
		case "hover":
		case "wait":
		case "back":
		case "forward":
		case "reload":
		case "find":
		case "expand":
		case "options":
		case "switchTab":
		case "closeTab":
			return { verdict: "success", confidence: 0.9 };
		case "ask":
		case "handoff":
		case "server":
		case "finish":
		case "fail":
			return null;
	}
}

const effectRow: Row = { verdict: "success", confidence: 0.85 };

function effectOf(facts: readonly Fact[]): Row | null {
	if (hasFact(facts, ...effects) || hasControls(facts)) return effectRow;
	return hasFact(facts, "page_same") && !hasFact(facts, "network", "mutated") ? { verdict: "failure", confidence: 0.9 } : null;
}

/** Controls of the page text, not the client's node counts: tickers add and remove nodes all the time. */
function hasControls(facts: readonly Fact[]): boolean {
	return facts.some((fact) => fact.source === "page" && (fact.name === "elements_added" || fact.name === "elements_removed"));
}

function valueRow(proof: ProofTask, facts: readonly Fact[]): Row | null {
	const shown = readBack(proof);
	if (shown.kind === "equal") return { verdict: "success", confidence: 1 };
	if (shown.kind === "format") return { verdict: "success", confidence: 0.9 };
	if (shown.kind === "different" || hasFact(facts, "validation_error")) return { verdict: "failure", confidence: 0.9 };
	return null;
}

function isValueMet(proof: ProofTask): boolean {
	return ["setValue", "select", "upload"].includes(proof.action.name) && readBack(proof).kind === "equal";
}

/** Compares what was set with what the page, or else the client, shows of the target. */
function readBack({ action, before, page, report }: ProofTask): { readonly kind: "equal" | "format" | "different" | "unknown" } {
	const id = targetIdOf(action);
	const isSame = before === null || isSameDocument(before, page);
	const element = id !== undefined && isSame ? page.elements.get(id) : undefined;
	const actual = report.lastActionResult?.actualState;
	if (action.name === "setValue") {
		if (element !== undefined && isToggle(element.type))
			return { kind: element.states.has("checked") === (action.text === "true") ? "equal" : "different" };
		if (id !== undefined && isSensitiveTarget(page, id))
			return { kind: element?.states.has("filled") === (action.text !== "") ? "equal" : "different" };
		if (element !== undefined && showsValue(element, action.text)) return { kind: "equal" };
		const shown = element?.attributes.get("value") ?? (element === undefined ? undefined : "");
		return shown === undefined ? compare(actual?.value, action.text) : compare(shown, action.text);
	}
	if (action.name === "select" && element !== undefined) {
		const [first = ""] = action.options;
		if (action.options.length === 1 && showsValue(element, first)) return { kind: "equal" };
		const chosen = chosenOptions(element);
		if (chosen.length === 0 && !element.attributes.has("value")) return compare(actual?.value, action.options.join(", "), "unknown");
		return {
			kind: action.options.every((option) => chosen.some((label) => isSameValue(label, option)))
				? "equal"
				: selectFallback(actual?.value, action.options),
		};
	}
	if (action.name === "upload") {
		const shown = element?.attributes.get("value") ?? actual?.value;
		if (shown === undefined) return { kind: "unknown" };
		return { kind: shown.includes(normalize(action.file)) ? "equal" : "different" };
	}
	return { kind: "unknown" };
}

/** The text lists eight options only: beyond these the client's own reading counts. */
function selectFallback(told: string | undefined, options: readonly string[]): "equal" | "different" {
	return told !== undefined && options.every((option) => normalize(told).includes(normalize(option))) ? "equal" : "different";
}

function compare(shown: string | undefined, wanted: string, otherwise: "different" | "unknown" = "different") {
	if (shown === undefined) return { kind: "unknown" } as const;
	if (isSameValue(normalize(shown), wanted)) return { kind: "equal" } as const;
	return { kind: isSameButFormat(shown, wanted) ? "format" : otherwise } as const;
}

/**
 * True when two values say the same in another form: digits of a phone number, a date in another order, an amount with other separators.
 *
 * @throws never
 * @source engine.md §4, value row
 */
export function isSameButFormat(shown: string, wanted: string): boolean {
	const digits = (text: string) => text.replaceAll(/\D/g, "");
	if (digits(wanted).length < 2 || /\p{L}{3,}/u.test(wanted)) return false;
	if (digits(shown) === digits(wanted)) return true;
	if (amountOf(shown) !== null && amountOf(shown) === amountOf(wanted)) return true;
	const groups = (text: string) => (text.match(/\d+/g) ?? []).map((group) => Number(group) % 100).sort((a, b) => a - b);
	return groups(wanted).length === 3 && groups(shown).join(" ") === groups(wanted).join(" ");
}

function amountOf(text: string): number | null {
	const found = /^[^\d-]*(-?\d[\d\s.,'’]*)\D*$/.exec(text)?.[1]?.replaceAll(/[\s'’]/g, "");
	if (found === undefined) return null;
	const decimal = /[.,](\d{1,2})$/.exec(found);
	const whole = (decimal === null ? found : found.slice(0, decimal.index)).replaceAll(/[.,]/g, "");
	return Number(`${whole}.${decimal?.[1] ?? "0"}`);
}

function placeRow(url: string, { page }: ProofTask): Row | null {
	const [wanted, here] = [readTarget(url), readTarget(page.url)];
	if (page.restricted !== undefined || isErrorPage(page.title, page.lines[0]?.text ?? "")) return { verdict: "failure", confidence: 0.9 };
	if (wanted.kind !== "web" || here.kind !== "web") return null;
	const isSamePlace = here.host === wanted.host && here.url.pathname.replace(/\/$/, "") === wanted.url.pathname.replace(/\/$/, "");
	if (isSamePlace) return { verdict: "success", confidence: 1, isProven: true };
	if (here.site === wanted.site) return { verdict: "success", confidence: 0.9, isProven: true };
	const isSignIn = [...page.elements.values()].some((element) => element.type === "password");
	return isSignIn ? { verdict: "success", confidence: 0.75, note: "sign-in page" } : null;
}

function isErrorPage(title: string, firstLine: string): boolean {
	return [title, firstLine].some((text) =>
		/\b(?:404|403|500|502|503|504)\b.{0,20}(?:not found|error|forbidden|unavailable|gateway)|^(?:page )?not found\b|(?:not found|server error|bad gateway)$|site can.t be reached|^ERR_/i.test(
			text,
		),
	);
}
