import { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Target } from "@webhand/contracts/routine/target";
import type { Made } from "./made.ts";
import { isFieldRole } from "./made.ts";

/** Steps that leave nothing behind but the place where one stands. */
const harmless: ReadonlySet<RiskClass> = new Set(["observe", "navigate", "navigate_offsite"]);

/**
 * Leaves out what a repetition does not need: a visit that led back to where it began, a press into a field that is filled next, values that
 * were replaced before anything was sent.
 */
export function withoutDetours(made: readonly Made[]): readonly Made[] {
	const direct = withoutVisits(made);
	const pressed = direct.filter((one, at) => !isFocusing(one, direct[at + 1]));
	return withEnter(pressed.filter((one, at) => !isReplaced(one, pressed.slice(at + 1))));
}

/** A walk that ends where it began and changed nothing on its way. The end of the task is where it was meant to end. */
function withoutVisits(made: readonly Made[]): readonly Made[] {
	const kept: Made[] = [];
	for (const one of made) {
		const from = kept.findIndex(({ url, ledTo }) => url === one.url && ledTo !== undefined && ledTo !== url);
		const walk = from === -1 ? [] : kept.slice(from);
		if (walk.length > 0 && walk.every(({ step }) => harmless.has(step.class) && step.do !== "check" && step.do !== "read"))
			kept.length = from;
		kept.push(one);
	}
	return kept;
}

const keyOf = ({ role, name, where, row }: Target) => JSON.stringify([role, name, where?.dialog, where?.form, where?.frame, row]);
const targetOf = ({ step }: Made) => ("target" in step ? step.target : undefined);

function isSameField(one: Made, other: Made | undefined): boolean {
	const [own, its] = [targetOf(one), other === undefined ? undefined : targetOf(other)];
	return own !== undefined && its !== undefined && keyOf(own) === keyOf(its);
}

function isFocusing(one: Made, next: Made | undefined): boolean {
	const isPress = one.step.do === "click" && one.step.kind === undefined && isFieldRole(one.step.target.role);
	return isPress && harmless.has(one.step.class) && (next?.step.do === "fill" || next?.step.do === "choose") && isSameField(one, next);
}

/** A value that the next ones replace before a step that may have sent it. */
function isReplaced(one: Made, later: readonly Made[]): boolean {
	const { step } = one;
	if ((step.do !== "fill" && step.do !== "choose" && step.do !== "tick") || (step.do === "fill" && step.submits === true)) return false;
	const end = later.findIndex((other) => !/^(?:fill|choose|tick)$/.test(other.step.do) || (other.step.do === "fill" && other.step.submits));
	const before = end === -1 ? later : later.slice(0, end + (later[end]?.step.do === "fill" ? 1 : 0));
	return before.some((other) => other.step.do === step.do && (isSameField(one, other) || isSameGroup(one, other)));
}

/** Of the radio buttons of a group the last one counts. */
function isSameGroup({ value: one, ...first }: Made, { value: other, ...second }: Made): boolean {
	if (one?.label === undefined || one.label !== other?.label || one.options?.join("\n") !== other.options?.join("\n")) return false;
	const [own, its] = [targetOf(first)?.where ?? {}, targetOf(second)?.where ?? {}];
	return (
		own.frame === its.frame &&
		own.dialog?.join() === its.dialog?.join() &&
		own.region === its.region &&
		own.heading?.join() === its.heading?.join()
	);
}

const worse = (one: RiskClass, other: RiskClass): RiskClass =>
	RiskClass.options.indexOf(one) > RiskClass.options.indexOf(other) ? one : other;

/** Enter in the field that was just filled belongs to the fill. */
function withEnter(made: readonly Made[]): readonly Made[] {
	const out: Made[] = [];
	for (const one of made) {
		const last = out.at(-1);
		const isEnter =
			one.step.do === "press" && one.step.keys === "Enter" && (one.step.target === undefined || (last && isSameField(one, last)));
		if (last?.step.do === "fill" && last.step.submits === undefined && isEnter) {
			const { expect: _, ...fill } = last.step;
			const expect = one.step.expect === undefined ? {} : { expect: one.step.expect };
			const risk = worse(fill.class, one.step.class);
			out[out.length - 1] = { ...last, step: { ...fill, submits: true, class: risk, ...expect }, ledTo: one.ledTo };
		} else out.push(one);
	}
	return out;
}
