import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import { RiskClass as RiskClasses } from "@webhand/contracts/agent/step-labels";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { ActStep, RoutineExpectation, RoutineStep } from "@webhand/contracts/routine/step";
import type { InputValues, Words } from "@webhand/contracts/routine/words";
import type { PageView } from "@webhand/page/parse/view";
import { inputsIn, wordsText } from "../target/words.ts";

/** Where a step acts: its control, and the one that a drag ends on. */
export type Spots = { readonly id?: number | undefined; readonly to?: number | undefined };

const classes: readonly RiskClass[] = RiskClasses.options;
const harmlessClasses: ReadonlySet<RiskClass> = new Set(["observe", "navigate", "fill"]);

/** What counts of a step, or of the action of a task, for whether it commits. */
type Committing = { readonly class: RiskClass; readonly do: string; readonly submits?: boolean | undefined };
const presses: ReadonlySet<string> = new Set(["click", "press", "drag"]);

/** True for a step that commits something, or worse; of a press also where nobody knows what it does. @throws never */
export function isCommit({ class: risk, do: does, submits }: Committing): boolean {
	const isPress = presses.has(does) || submits === true;
	return classes.indexOf(risk) >= classes.indexOf(isPress ? "press_unknown" : "commit");
}

/** True for a commit of which its page says so; of a press that nobody knows, it is only to be feared. @throws never */
export const isSure = ({ class: risk }: Pick<Committing, "class">): boolean => classes.indexOf(risk) >= classes.indexOf("commit");

/** True for a step that may be done twice without harm. @throws never */
export const isHarmless = ({ class: risk }: Pick<RoutineStep, "class">): boolean => harmlessClasses.has(risk);

/** True for a step that enters something and sends nothing yet. @throws never */
export const isEntry = (step: RoutineStep): boolean =>
	(step.do === "fill" && step.submits !== true) || step.do === "choose" || step.do === "tick" || step.do === "upload";

/** True for a step that leads to no other document. @throws never */
export const staysOnPage = (step: RoutineStep): boolean =>
	isEntry(step) || (step.class === "observe" && (step.do === "click" || step.do === "hover" || step.do === "press"));

/** True for a step that acts on the page or on tabs. @throws never */
export function isAct(step: RoutineStep): step is ActStep {
	return step.do !== "check" && step.do !== "read" && step.do !== "if" && step.do !== "each" && step.do !== "call";
}

/** All texts of a step in which inputs may stand. */
function textsOf(step: ActStep): readonly Words[] {
	const target = "target" in step && step.target !== undefined ? [step.target.name, ...(step.target.row ?? [])] : [];
	switch (step.do) {
		case "fill":
			return [...target, step.value];
		case "choose":
			return [...target, ...step.values];
		case "upload":
			return [...target, step.file];
		case "open":
			return [step.address];
		case "switch_tab":
		case "close_tab":
			return [step.title];
		case "drag":
			return [...target, step.to.name, ...(step.to.row ?? [])];
		default:
			return target;
	}
}

/** The inputs that a step needs and that have no value. @throws never */
export function missingInputs(step: ActStep, values: InputValues): readonly string[] {
	return [...new Set(textsOf(step).flatMap(inputsIn))].filter((name) => values[name] === undefined);
}

/** The address of a step; inputs inside of it are encoded, so that a value cannot lead elsewhere. @returns undefined for no address */
export function addressOf(words: Words, values: InputValues, base: string): string | undefined {
	const text = words
		.map((piece, at) => {
			const said = typeof piece === "string" ? piece : (values[piece.input] ?? "");
			return typeof piece === "string" || at === 0 ? said : encodeURIComponent(said);
		})
		.join("");
	const url = URL.parse(text) ?? URL.parse(text, base);
	return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The tab that a step means. */
export function tabOf(step: Extract<ActStep, { do: "switch_tab" | "close_tab" }>, view: PageView, values: InputValues): number | undefined {
	const title = wordsText(step.title, values);
	const onHost = view.tabs.filter(({ host }) => step.host === undefined || host === step.host);
	const named = onHost.filter((tab) => tab.title === title);
	const [only, ...others] = named.length > 0 ? named : step.host === undefined ? [] : onHost;
	return others.length > 0 ? undefined : only?.id;
}

/** The action of a step; undefined where the page has no place for it, such as a tab that is gone. @throws never */
export function actionOf(
	step: ActStep,
	{ id = 0, to = 0 }: Spots,
	{ view, values }: { readonly view: PageView; readonly values: InputValues },
): Action | undefined {
	switch (step.do) {
		case "click":
			return { name: "click", id, ...(step.kind === undefined ? {} : { kind: step.kind }) };
		case "tick":
			return { name: "click", id };
		case "fill":
			return { name: "setValue", id, text: wordsText(step.value, values) ?? "", submit: step.submits === true };
		case "choose":
			return { name: "select", id, options: step.values.map((words) => wordsText(words, values) ?? "") };
		case "press":
			return { name: "press", ...(step.target === undefined ? {} : { id }), keys: step.keys };
		case "hover":
			return { name: "hover", id };
		case "drag":
			return { name: "drag", id, to: { kind: "element", id: to } };
		case "upload":
			return { name: "upload", id, file: wordsText(step.file, values) ?? "" };
		case "open": {
			const url = addressOf(step.address, values, view.url);
			return url === undefined ? undefined : { name: step.inNewTab === true ? "openTab" : "navigate", url };
		}
		case "go_back":
			return { name: "back" };
		case "switch_tab":
		case "close_tab": {
			const tab = tabOf(step, view, values);
			return tab === undefined ? undefined : { name: step.do === "switch_tab" ? "switchTab" : "closeTab", tab };
		}
		case "hand_over":
			return { name: "handoff", reason: step.reason };
	}
}

/** What the engine has to prove of a step; undefined where the step says nothing, and the engine's own rule counts. @throws never */
export function expectationOf(step: RoutineStep, id: number | undefined, values: InputValues): Expectation | undefined {
	const { expect } = step;
	if (expect === undefined)
		return step.do === "tick" && id !== undefined ? { kind: "state_is", id, state: "checked", on: step.on } : undefined;
	return filled(expect, id, values);
}

function filled(expect: RoutineExpectation, id: number | undefined, values: InputValues): Expectation | undefined {
	switch (expect.kind) {
		case "url_contains":
		case "text_appears":
		case "text_gone": {
			const text = wordsText(expect.text, values)?.slice(0, 500);
			return text === undefined || text === "" ? undefined : { kind: expect.kind, text };
		}
		case "element_appears": {
			const name = wordsText(expect.name, values)?.slice(0, 200);
			if (name === undefined || name === "") return undefined;
			return { kind: "element_appears", name, ...(expect.role === undefined ? {} : { role: expect.role }) };
		}
		case "value_is": {
			const value = wordsText(expect.value, values);
			return id === undefined || value === undefined ? undefined : { kind: "value_is", id, value };
		}
		case "state_is":
			return id === undefined ? undefined : { kind: "state_is", id, state: expect.state, on: expect.on };
		case "element_gone":
			return id === undefined ? undefined : { kind: "element_gone", id };
		default:
			return expect;
	}
}
