import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { RoutineExpectation } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import { tickTypes } from "@webhand/page/write/grammar";
import { mask } from "../rows/check.ts";
import { asWords } from "../target/words.ts";
import type { DoneAction, DoneStep, DoneTask } from "./done-task.ts";
import { checksOnPage } from "./draft/checks.ts";
import { draftOf } from "./draft/draft.ts";
import type { Made, MadeHint, MadeStep, MadeValue } from "./draft/made.ts";
import { compareRepeats, shapeOf } from "./draft/repeats.ts";
import { withoutDetours } from "./draft/tidy.ts";

/** How the gate let an action pass that was then carried out. */
const passed = new Set(["allow", "warn", "approved"]);
/** They look, wait or end, and change nothing that a repetition needs. */
const passive: ReadonlySet<Action["name"]> = new Set([
	"find",
	"expand",
	"options",
	"look",
	"wait",
	"scroll",
	"reload",
	"ask",
	"finish",
	"fail",
]);

/**
 * A finished task as a routine to look through: the steps that succeeded, without lookups and detours. What the order names and what was typed
 * are inputs; secrets are secret inputs.
 *
 * @param others tasks that did the same: what differs between them becomes an input, what does not stays as it is
 * @returns undefined where the task did nothing that can be repeated
 * @throws never
 */
export function fromTask(task: DoneTask, others: readonly DoneTask[] = []): RoutineDraft | undefined {
	const { made: all, hints: allHints } = madeOf(task.steps);
	const shape = shapeOfTask(task);
	const alike = others.filter((other) => shape !== undefined && shapeOfTask(other) === shape).map(directOf);
	const direct = withoutDetours(all);
	const repeats = alike.length === 0 ? undefined : compareRepeats(direct, alike);
	const made = repeats?.made ?? direct;
	const hints = allHints.map((hint) => ({ ...hint, of: hint.of && made[direct.indexOf(hint.of)] }));
	return draftOf({
		title: task.query.replace(/[\s.!]+$/, ""),
		description: task.query,
		source: { kind: "task", order: task.query, repeats },
		made,
		hints,
		checksOf: (proposals) => {
			const last = task.steps.at(-1);
			const lastMade = made.at(-1);
			return last?.page === undefined || lastMade === undefined ? [] : checksOnPage(last.page, proposals, last.page.url);
		},
	});
}

const directOf = ({ steps }: DoneTask): readonly Made[] => withoutDetours(madeOf(steps).made);

/** The shape of a task, by which tasks are known that do the same with other values. @throws never */
export const shapeOfTask = (task: DoneTask): string | undefined => shapeOf(directOf(task));

type Context = { readonly step: DoneStep; readonly next: DoneStep | undefined; readonly isLast: boolean };

function madeOf(steps: readonly DoneStep[]): { readonly made: readonly Made[]; readonly hints: readonly MadeHint[] } {
	const made: Made[] = [];
	const hints: MadeHint[] = [];
	for (const [at, step] of steps.entries()) {
		if (step.by === "engine" || !isCarriedOut(step)) continue;
		const next = steps.slice(at + 1).find(({ before }) => before !== null);
		for (const [index, action] of [step, ...(step.more ?? [])].entries()) {
			const isLast = index === (step.more?.length ?? 0);
			if (passive.has(action.parsed.name) || action.verification?.verdict === "failure") continue;
			// Of a batch that stopped early, the last actions were not carried out.
			if (action.verification === undefined && (index > 0 || next !== undefined)) continue;
			const one = stepOf(action, { step, next, isLast });
			if (typeof one === "string") hints.push({ text: one });
			else {
				made.push(one);
				if (action.verification?.verdict === "unclear")
					hints.push({ of: one, text: "Whether this step worked was not clear: look whether it is needed." });
				if (action.parsed.name === "click" && action.parsed.at !== undefined)
					hints.push({ of: one, text: "It was clicked at a certain point, which a routine does not keep: it clicks the middle." });
			}
		}
	}
	return { made, hints };
}

/** A handover was carried out by the person. */
const isCarriedOut = ({ outcome, parsed }: DoneStep) => passed.has(outcome) || parsed.name === "handoff";

/** A step, or why there is none. */
function stepOf(action: DoneAction, { step, next, isLast }: Context): Made | string {
	const { parsed } = action;
	const url = step.before?.url ?? "";
	const base = { class: step.class, ...expectOf(action) };
	const target = action.target ?? bareTarget(action, step);
	const ledTo = isLast ? next?.before?.url : undefined;
	const made = (done: MadeStep, value?: MadeValue): Made => ({ step: done, url, ledTo, value });
	switch (parsed.name) {
		case "navigate":
			return made({ ...base, do: "open", address: asWords(parsed.url) });
		case "openTab":
			return made({ ...base, do: "open", address: asWords(parsed.url), inNewTab: true });
		case "back":
			return made({ ...base, do: "go_back" });
		case "forward":
			return ledTo === undefined ? untold("going forward") : made({ ...base, do: "open", address: asWords(ledTo) });
		case "handoff":
			return made({ class: "observe", do: "hand_over", reason: parsed.reason.slice(0, 500) || "The person goes on by hand." });
		case "switchTab":
		case "closeTab":
			return tabStep(parsed, { step, next, base }) ?? untold("changing between tabs");
		case "press":
			return made({ ...base, do: "press", keys: parsed.keys, ...(target === undefined ? {} : { target }) });
		case "server":
			return "A step on the server host is left out: a routine works in pages alone.";
		default:
			return target === undefined
				? untold(`${parsed.name} on a control that is not known any more`)
				: onTarget(action, { target, base, step, made });
	}
}

const untold = (what: string) => `A step is left out: ${what} cannot be repeated.`;

type Base = { readonly class: RiskClass; readonly expect?: RoutineExpectation };
type OnTarget = {
	readonly target: Target;
	readonly base: Base;
	readonly step: DoneStep;
	readonly made: (done: MadeStep, value?: MadeValue) => Made;
};

function onTarget({ parsed, to, expect }: DoneAction, { target, base, step, made }: OnTarget): Made | string {
	switch (parsed.name) {
		case "click": {
			const states = parsed === step.parsed ? step.before?.states : undefined;
			const on = tickTypes.has(target.role) && parsed.kind === undefined ? isTicked(target, expect, states) : undefined;
			if (on !== undefined) return made({ ...base, do: "tick", target, on });
			return made({ ...base, do: "click", target, ...(parsed.kind === undefined ? {} : { kind: parsed.kind }) });
		}
		case "setValue": {
			if (tickTypes.has(target.role)) return made({ ...base, do: "tick", target, on: parsed.text === "true" });
			const isSecret = parsed.text.includes(mask);
			const value: MadeValue = { kind: isSecret ? "secret" : "typed", text: isSecret ? "" : parsed.text };
			const submits = parsed.submit ? { submits: true as const } : {};
			return made({ ...withoutSecret(base, isSecret), do: "fill", target, value: asWords(value.text), ...submits }, value);
		}
		case "select": {
			const [only = "", ...others] = parsed.options;
			const isSecret = parsed.options.some((option) => option.includes(mask));
			const value: MadeValue | undefined =
				isSecret || others.length === 0 ? { kind: isSecret ? "secret" : "chosen", text: isSecret ? "" : only } : undefined;
			const values = isSecret ? [[]] : parsed.options.map(asWords);
			return made({ ...withoutSecret(base, isSecret), do: "choose", target, values }, value);
		}
		case "upload":
			return made({ ...base, do: "upload", target, file: asWords(parsed.file) }, { kind: "file", text: parsed.file });
		case "hover":
			return made({ ...base, do: "hover", target });
		case "drag":
			return to === undefined ? untold("a drag to a point") : made({ ...base, do: "drag", target, to });
		default:
			return untold(parsed.name);
	}
}

/** What a secret proves would hold its mask. */
function withoutSecret(base: Base, isSecret: boolean): Base {
	return isSecret ? { class: base.class, expect: { kind: "state_is", state: "filled", on: true } } : base;
}

function isTicked({ role }: Target, expect: DoneAction["expect"], states: readonly string[] | undefined): boolean | undefined {
	if (role === "radio" || role === "menuitemradio") return true;
	if (expect.kind === "state_is" && expect.state === "checked") return expect.on;
	return states === undefined ? undefined : !states.includes("checked");
}

/** What is known of the control of a task that is older than its targets. */
function bareTarget({ targetName, parsed }: DoneAction, { before, parsed: first }: DoneStep): Target | undefined {
	const role = parsed === first ? before?.role : undefined;
	return targetName === undefined || targetName === "" || role === undefined ? undefined : { role, name: asWords(targetName) };
}

type TabContext = { readonly step: DoneStep; readonly next: DoneStep | undefined; readonly base: Base };

function tabStep(parsed: Extract<Action, { readonly tab: number }>, { step, next, base }: TabContext): Made | undefined {
	const isSwitch = parsed.name === "switchTab";
	const told = step.page?.tabs.find(({ id }) => id === parsed.tab);
	const host = (isSwitch && URL.parse(next?.before?.url ?? "")?.host) || undefined;
	const tab = told ?? (isSwitch && next?.before ? { title: next.before.title, host } : undefined);
	if (tab === undefined || tab.title === "") return undefined;
	const where = { title: asWords(tab.title), ...(tab.host === undefined || tab.host === "" ? {} : { host: tab.host }) };
	return { step: { class: base.class, do: isSwitch ? "switch_tab" : "close_tab", ...where }, url: step.before?.url ?? "" };
}

/** What the action proved: what its decider expected of it, else what was seen. */
function expectOf(action: DoneAction): { readonly expect?: RoutineExpectation } {
	const { parsed, expect, isExplicit, verification } = action;
	const own = "id" in parsed ? parsed.id : undefined;
	const isOwn = !("id" in expect) || expect.id === own;
	if (isExplicit && isOwn && verification?.verdict === "success") return { expect: bare(expect) };
	const seen = verification?.verdict === "success" ? seenEffect(verification.observations) : undefined;
	if (expect.kind === "value_is" || expect.kind === "state_is") return isOwn ? { expect: bare(expect) } : {};
	if (seen !== undefined) return { expect: seen };
	return expect.kind === "none" ? {} : { expect: expect.kind === "url_contains" ? bare(expect) : { kind: "any_change" } };
}

function bare(expect: DoneAction["expect"]): RoutineExpectation {
	switch (expect.kind) {
		case "url_contains":
		case "text_appears":
		case "text_gone":
			return { kind: expect.kind, text: asWords(expect.text) };
		case "value_is":
			return { kind: "value_is", value: asWords(expect.value) };
		case "state_is":
			return { kind: "state_is", state: expect.state, on: expect.on };
		case "element_appears":
			return { kind: "element_appears", name: asWords(expect.name), ...(expect.role === undefined ? {} : { role: expect.role }) };
		case "element_gone":
			return { kind: "element_gone" };
		default:
			return { kind: expect.kind };
	}
}

/** The strongest lasting effect among the observations of a verification (`policy/verify/observations.ts`); an address is told by `ledTo`. */
function seenEffect(observations: readonly string[]): RoutineExpectation | undefined {
	const said = (name: string) => observations.find((one) => one.startsWith(name));
	if (said("dialog_opened") !== undefined) return { kind: "dialog_opens" };
	if (said("dialog_closed") !== undefined) return { kind: "dialog_closes" };
	const message = /^message_appeared "(.+?)(?:…|"|$)/s.exec(said("message_appeared") ?? "")?.[1];
	if (message !== undefined && said("url_changed") === undefined) return { kind: "text_appears", text: asWords(message) };
	return said("target_gone") !== undefined && said("url_changed") === undefined ? { kind: "element_gone" } : undefined;
}
