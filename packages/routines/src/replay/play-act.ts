import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { ActStep } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import type { InputValues } from "@webhand/contracts/routine/words";
import { layoutOf } from "@webhand/page/layout/build";
import { takesValue } from "@webhand/page/layout/controls";
import { valueOf } from "@webhand/page/layout/names";
import { hashSeed, mixText } from "@webhand/page/parse/line-hashes";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { sentenceOf } from "../make/sentences.ts";
import { describeTarget } from "../target/describe.ts";
import { healedTarget } from "../target/healed.ts";
import { nameOf } from "../target/names.ts";
import type { Resolution } from "../target/resolve.ts";
import { mayBeTarget, resolveTarget } from "../target/resolve.ts";
import { wordsText } from "../target/words.ts";
import type { Spots } from "./act.ts";
import { actionOf, expectationOf, isAct, isCommit, isEntry, isSure, missingInputs, staysOnPage } from "./act.ts";
import type { Here } from "./cursor.ts";
import { following } from "./cursor.ts";
import { isFilledGone, mostRestarts } from "./filled-in.ts";
import { heldBefore } from "./message.ts";
import { cookieRefusal } from "./notice.ts";
import type { MoreFill, Next, Outcome, Playing } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import { asksForPassword } from "./page-words.ts";
import { postedBy } from "./posted.ts";
import { choices } from "./settle.ts";
import { isSoAlready, offeredOptions } from "./so-already.ts";
import type { Asked, ReplayState } from "./state.ts";
import { startOf } from "./state.ts";

/** Looks at a page at rest after which an optional step is left out, and a page that asks for a password goes to the person. */
const enoughLooks = 2;
const mostHandovers = 3;
const mostNotices = 3;
/** Fills that the engine takes at once. */
const mostFills = 5;
const mostShown = 12;
const longestShown = 60;

/** Plays a step that acts: left out, waited for, asked about or done. @throws never */
export function playAct(playing: Playing, step: ActStep): Outcome {
	const { played, here, state, seen } = playing;
	if (isFilledGone(state, seen.view)) return withoutFilled(playing, step);
	const missing = missingInputs(step, here.values);
	const isTyped = missing.length > 0 && isTypedByPerson(playing, step, missing);
	if (missing.length > 0 && !isTyped) return withoutValue(playing, step, missing);
	if (step.do === "hand_over") {
		return { kind: "hand_over", step: step.id, reason: step.reason, state: sending(state, [step], { view: seen.view }) };
	}
	const spots = spotsOf(playing, step);
	if ("kind" in spots) return spots.kind === "none" ? notThere(playing, step, spots.reason) : several(playing, step, spots);
	const element = spots.id === undefined ? undefined : seen.view.elements.get(spots.id);
	if (isTyped) return askedToType(playing, step, element);
	const context = { view: seen.view, values: here.values };
	if (isSoAlready(step, element, { ...context, isUntouched: !state.hasCommitted })) return moved(state, following(played, state.at));
	if (element?.states.has("disabled") === true) return waitFor(playing, step, `${nameIn(seen.view, element)} is switched off`);
	const action = actionOf(step, spots, context);
	if (action === undefined) return notThere(playing, step, noPlaceFor(step));
	const lacking = element === undefined ? undefined : notOffered(action, element);
	if (lacking !== undefined) return failed(state, step.id, lacking);
	const question = questionBefore(playing, step, { action, spots });
	if (question !== undefined) return question;
	const healed = spots.isHeal ? withHeal(playing, step, spots.id) : state;
	const more = spots.isHeal ? [] : furtherFills(playing, step);
	const expectation = expectationOf(step, spots.id, here.values);
	const done = [step, ...more.map(({ of }) => of)];
	return {
		kind: "act",
		step: step.id,
		action,
		...(expectation === undefined ? {} : { expectation }),
		thought: sentenceOf(step, withValues(here)),
		class: step.class,
		...(more.length === 0 ? {} : { more: more.map(({ fill }) => fill) }),
		state: sending(healed, done, { view: seen.view, id: spots.id, expectation }),
	};
}

/** Inputs with what this row was given; a secret is never told. */
const withValues = ({ inputs, values }: Here) =>
	inputs.map(({ name, label, type }) => ({ name, label, ...(type === "secret" ? {} : { value: values[name] }) }));

type Found = Spots & { readonly isHeal: boolean };

/** The controls of a step, or why one of them is not to be had. */
function spotsOf({ here, seen }: Playing, step: ActStep): Found | Exclude<Resolution, { kind: "one" }> {
	const target = "target" in step ? step.target : undefined;
	if (target === undefined) return { isHeal: false };
	const options = { values: here.values, isCommit: isCommit(step) };
	// A model names the control, never another row, role, frame or dialog.
	const named =
		seen.found !== undefined && mayBeTarget(seen.view, target, { id: seen.found, values: here.values }) ? seen.found : undefined;
	const from: Resolution =
		named === undefined ? resolveTarget(seen.view, target, options) : { kind: "one", id: named, rung: 6, isHeal: true };
	if (from.kind !== "one") return from;
	if (step.do !== "drag") return { id: from.id, isHeal: from.isHeal };
	const to = resolveTarget(seen.view, step.to, options);
	return to.kind === "one" ? { id: from.id, to: to.id, isHeal: from.isHeal } : to;
}

/** The page of an action, its control, and what it should bring. */
type Sending = { readonly view: PageView; readonly id?: number | undefined; readonly expectation?: Expectation | undefined };

/** Once an action is under way; a commit counts from now on, since nobody knows when the browser dies. */
function sending(
	{ allowed: _, posted: _posted, filledIn, ...state }: ReplayState,
	steps: readonly ActStep[],
	{ view, id, expectation }: Sending,
): ReplayState {
	const element = id === undefined ? undefined : view.elements.get(id);
	const { epoch } = element ?? view;
	const sent = { steps: steps.map((step) => step.id), hadCommitted: state.hasCommitted, epoch };
	const stillFilled = steps.every(staysOnPage) ? filledIn : undefined;
	const filled = steps.every(isEntry) ? [...new Set([...(filledIn ?? []), epoch])] : stillFilled;
	const next = { ...state, looks: 0, calm: 0, sent, ...(filled === undefined ? {} : { filledIn: filled }) };
	const form = view.forms[element?.form ?? -1];
	const posted = form?.method === "post" ? { posted: postedBy(view, form) } : {};
	if (!steps.some(isCommit)) return next;
	const held = heldBefore(view, expectation);
	const unread = steps.some(isSure) ? ({ isUnread: true } as const) : {};
	return { ...next, sent: { ...sent, held }, hasCommitted: true, committedIn: view.epoch, ...unread, ...posted };
}

/** Another document than the one that was filled in, as in another browser: nothing was sent, and the row begins anew, or nobody knows. */
function withoutFilled({ played, state }: Playing, step: ActStep): Outcome {
	const { filledIn: _, ...rest } = state;
	const restarts = (state.restarts ?? 0) + 1;
	if (state.hasCommitted || state.hasRead === true || restarts > mostRestarts)
		return failed(rest, step.id, "The page was loaded anew, and what was filled in before is lost");
	const { handovers, healed } = state;
	return { kind: "moved", state: { ...startOf(played.program), handovers, healed, restarts } };
}

/** An optional input without a value leaves out its steps. */
function withoutValue({ played, here, state }: Playing, step: ActStep, missing: readonly string[]): Outcome {
	const isOptional = missing.every((name) => here.inputs.find((input) => input.name === name)?.isOptional === true);
	if (isOptional) return moved({ ...state, skipped: [...state.skipped, step.id] }, following(played, state.at));
	return failed(state, step.id, `No value for ${missing.map((name) => `“${name}”`).join(", ")}`);
}

function noPlaceFor(step: ActStep): string {
	return step.do === "open" ? "This is no address that can be opened" : "This tab is not open";
}

/** A run may begin without a secret, which then reaches no other place than the page. */
function isTypedByPerson({ here }: Playing, step: ActStep, missing: readonly string[]): boolean {
	const isSecret = (name: string) =>
		here.inputs.some((input) => input.name === name && input.type === "secret" && input.isOptional !== true);
	return step.do === "fill" && step.submits !== true && missing.every(isSecret);
}

function askedToType({ played, here, state }: Playing, step: ActStep, element: ElementView | undefined): Outcome {
	if (element?.states.has("filled") === true) return moved(state, following(played, state.at));
	if (state.tries >= mostHandovers) return failed(state, step.id, "What only the person knows was not typed");
	const asking = { ...state, tries: state.tries + 1 };
	const reason = `Type it into the page yourself: ${sentenceOf(step, here.inputs)}`;
	return { kind: "hand_over", step: step.id, reason, signsIn: true, state: asking };
}

/** A notice about cookies is put out of the way. What is not there yet is waited for; then an optional step is left out, and a sign-in goes to the person. */
function notThere(playing: Playing, step: ActStep, reason: string): Outcome {
	const { played, state: before, seen } = playing;
	const notices = before.notices ?? 0;
	const refusal = notices < mostNotices ? cookieRefusal(seen.view) : undefined;
	if (refusal !== undefined) {
		const action: Action = { name: "click", id: refusal };
		const thought = "A notice about cookies is in the way: no to what the page does not need";
		return { kind: "act", step: step.id, action, thought, class: "observe", state: { ...before, notices: notices + 1 } };
	}
	const { state, isOver } = lookedInVain(before, seen.view);
	const isCalm = state.calm > enoughLooks;
	if (step.isOptional === true && isCalm) {
		return moved({ ...state, skipped: [...state.skipped, step.id] }, following(played, state.at));
	}
	if (isCalm && asksForPassword(seen.view) && state.handovers < mostHandovers) {
		const asking = { ...state, looks: 0, calm: 0, handovers: state.handovers + 1 };
		return { kind: "hand_over", step: step.id, reason: "The page asks to sign in", signsIn: true, state: asking };
	}
	return isOver ? { kind: "not_found", step: step.id, reason, state } : { kind: "wait", step: step.id, for: reason, state };
}

function waitFor({ state: before, seen }: Playing, step: ActStep, reason: string): Outcome {
	const { state, isOver } = lookedInVain(before, seen.view);
	return isOver ? failed(state, step.id, reason) : { kind: "wait", step: step.id, for: reason, state };
}

/** Several fit: a page that still changes may settle it, nobody guesses. */
function several(playing: Playing, step: ActStep, { ids }: Extract<Resolution, { kind: "several" }>): Outcome {
	const { state, seen } = playing;
	const names = ids.slice(0, mostShown).map((id) => placeText(seen.view, id));
	const reason = `${ids.length} controls fit: ${[...new Set(names)].join("; ")}`;
	const looked = lookedInVain(state, seen.view);
	return looked.state.calm > enoughLooks || looked.isOver
		? failed(looked.state, step.id, reason)
		: { kind: "wait", step: step.id, for: reason, state: looked.state };
}

function placeText(view: PageView, id: number): string {
	const target = describeTarget(view, id);
	if (target === undefined) return `${id}`;
	const name = wordsText(target.name, {}) ?? "";
	const row = (target.row ?? []).map((words) => wordsText(words, {})).join(", ");
	const place = row === "" ? (wordsText(target.where?.heading ?? [], {}) ?? "") : row;
	return `“${name}”${place === "" ? "" : ` at “${place}”`}`;
}

const nameIn = (view: PageView, element: ElementView): string => `“${nameOf(element, layoutOf(view))}”`;

/** A choice that the page does not offer. */
function notOffered(action: Action, element: ElementView): string | undefined {
	const offered = action.name === "select" ? offeredOptions(element) : undefined;
	const lacking = action.name === "select" ? action.options.filter((label) => offered?.includes(label) === false) : [];
	return lacking.length === 0 ? undefined : `The page does not offer ${lacking.map((label) => `“${label}”`).join(", ")}`;
}

type Doing = { readonly action: Action; readonly spots: Found };

/** A commit that was found another way, and each commit of a dry run, waits for the person. */
function questionBefore({ played, here, state, seen }: Playing, step: ActStep, { spots }: Doing): Next | undefined {
	if (!isCommit(step)) return undefined;
	const element = spots.id === undefined ? undefined : seen.view.elements.get(spots.id);
	const control = controlHash(seen.view, spots);
	const asking = (about: Asked["about"], question: string): Next | undefined => {
		const isAllowed = state.allowed?.about === about && state.allowed.step === step.id && state.allowed.control === control;
		if (isAllowed) return undefined;
		return { kind: "ask", step: step.id, question, choices: choices[about], state: { ...state, asked: { about, step: step.id, control } } };
	};
	if (spots.isHeal && spots.id !== undefined && "target" in step && step.target !== undefined) {
		const before = oldPlace(step.target, here.values);
		const question = `“${sentenceOf(step, here.inputs)}”: before it was ${before}, now the page has ${placeText(seen.view, spots.id)}. Is this the same?`;
		const asked = asking("heal", question);
		if (asked !== undefined) return asked;
		if (played.isDryRun !== true) return undefined;
	}
	if (played.isDryRun !== true || state.allowed?.about === "heal") return undefined;
	return asking("dry_run", `Next: ${sentenceOf(step, here.inputs)}. ${shownValues(seen.view, element)}`);
}

/** The controls of a step with all of their place: another one of the same name has another hash. */
function controlHash(view: PageView, { id, to }: Spots): number {
	const described = [id, to].map((spot) => (spot === undefined ? null : describeTarget(view, spot)));
	return mixText(hashSeed, JSON.stringify(described)) >>> 0;
}

function oldPlace({ name, where, row }: Target, values: InputValues): string {
	const inRow = (row ?? []).map((words) => wordsText(words, values) ?? "").join(", ");
	const place = inRow === "" ? (wordsText(where?.heading ?? [], values) ?? "") : inRow;
	return `“${wordsText(name, values) ?? ""}”${place === "" ? "" : ` at “${place}”`}`;
}

/** What would be sent: the fields of the form around a control. */
function shownValues(view: PageView, element: ElementView | undefined): string {
	if (element?.form === undefined) return "Nothing was sent yet.";
	const layout = layoutOf(view);
	const fields = layout.elements.filter((field) => field.form === element.form && takesValue(field));
	const shown = fields.map(
		(field) => `${nameOf(field, layout)}: ${field.states.has("filled") ? "•••" : cut(valueOf(field), longestShown)}`,
	);
	return shown.length === 0 ? "Nothing was sent yet." : `It would send ${shown.slice(0, mostShown).join(", ")}`;
}

function withHeal({ here, state, seen }: Playing, step: ActStep, id: number | undefined): ReplayState {
	const found = id === undefined ? undefined : describeTarget(seen.view, id);
	const before = "target" in step ? step.target : undefined;
	const target = found === undefined || before === undefined ? undefined : healedTarget(before, found, here.values);
	if (target === undefined) return state;
	const { of } = here;
	const others = state.healed.filter((heal) => heal.step !== step.id || heal.of?.routine !== of?.routine);
	return { ...state, healed: [...others, { step: step.id, target, ...(of === undefined ? {} : { of }) }] };
}

type Further = { readonly of: ActStep; readonly fill: MoreFill };

/** The fills and choices that follow in the same form, as long as each is found where it was. */
function furtherFills({ here, seen, state }: Playing, first: ActStep): readonly Further[] {
	const found: Further[] = [];
	if (!isPlainEntry(first) || state.tries > 0) return found;
	const form = formOf(seen.view, first, here);
	for (const step of here.rest) {
		if (found.length + 1 >= mostFills || form === undefined || !isAct(step) || !isPlainEntry(step)) break;
		if (missingInputs(step, here.values).length > 0) break;
		const at = resolveTarget(seen.view, step.target, { values: here.values, isCommit: isCommit(step) });
		const element = at.kind === "one" && !at.isHeal ? seen.view.elements.get(at.id) : undefined;
		if (element === undefined || element.form !== form || element.states.has("disabled")) break;
		const context = { view: seen.view, values: here.values };
		if (isSoAlready(step, element, { ...context, isUntouched: false })) break;
		const action = actionOf(step, { id: element.id }, context);
		const expectation = expectationOf(step, element.id, here.values);
		if (action === undefined || notOffered(action, element) !== undefined) break;
		found.push({ of: step, fill: { step: step.id, action, ...(expectation === undefined ? {} : { expectation }) } });
	}
	return found;
}

type Entry = Extract<ActStep, { do: "fill" | "choose" }>;

const isPlainEntry = (step: ActStep): step is Entry =>
	(step.do === "choose" || (step.do === "fill" && step.submits !== true)) && step.class === "fill" && step.isOptional !== true;

function formOf(view: PageView, step: Entry, { values }: Here): number | undefined {
	const at = resolveTarget(view, step.target, { values, isCommit: false });
	return at.kind === "one" ? view.elements.get(at.id)?.form : undefined;
}
