import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { RoutineExpectation, RoutineStep } from "@webhand/contracts/routine/step";
import { cut } from "@webhand/page/write/normalize";
import { isCommit } from "../../replay/act.ts";
import { expectedAddress, generalAddress, generalStep } from "./generalize.ts";
import type { Proposal, Source } from "./inputs.ts";
import { proposeInputs } from "./inputs.ts";
import type { Made, MadeHint } from "./made.ts";
import { withoutDetours } from "./tidy.ts";
import { plainText } from "./words.ts";

/** What a draft is made of. `title` names it; `checksOf` proposes checks, given the inputs. */
export type DraftParts = {
	readonly title: string;
	readonly description: string;
	readonly source: Source;
	readonly made: readonly Made[];
	readonly hints: readonly MadeHint[];
	readonly checksOf: (proposals: readonly Proposal[]) => readonly Made[];
};

const longest = { name: 80, description: 500, hint: 300, hints: 50, value: 60 } as const;

/**
 * Steps as they were done → a routine to look through: detours out, inputs in the places of their values, expectations and targets that hold
 * for other values, checks behind what was saved.
 *
 * @returns undefined where nothing can be repeated
 */
export function draftOf({ title, description, source, made, hints, checksOf }: DraftParts): RoutineDraft | undefined {
	const direct = withoutDetours(made).slice(0, routineLimits.steps - 1);
	const [first, ...rest] = direct;
	if (first === undefined) return undefined;
	const { proposals, inputOf } = proposeInputs(direct, source);
	const checks = checksOf(proposals);
	const opens = first.step.do === "open" && first.step.inNewTab === undefined && rest.length + checks.length > 0;
	const kept = opens ? [...rest, ...checks] : [...direct, ...checks];
	const address = opens && first.step.do === "open" ? plainText(first.step.address) : first.url;
	const idOf = new Map(kept.map((one, at) => [one, `s${at + 1}`]));
	const steps = kept.map((one): RoutineStep => {
		const step = generalStep(one, proposals, inputOf.get(one));
		return { ...step, id: idOf.get(one) ?? "s1", ...expectation(one, step.expect, proposals) } as RoutineStep;
	});
	const start = address === "" || !/^https?:/.test(address) ? {} : { start: generalAddress(address, proposals) };
	return {
		name: cut(title.trim(), longest.name) || "Routine",
		description: cut(description.trim(), longest.description),
		program: { inputs: proposals.map(({ input }) => input).slice(0, routineLimits.inputs), ...start, steps },
		hints: [...hints, ...hintsOn(kept, inputOf)]
			.filter(({ of }) => of === undefined || idOf.has(of))
			.slice(0, longest.hints)
			.map(({ text, of }) => {
				const step = of === undefined ? undefined : idOf.get(of);
				return { text: cut(text, longest.hint), ...(step === undefined ? {} : { step }) };
			}),
	};
}

/** What a person should look at: a save that nothing reads back, and values that stay as they are. */
function hintsOn(kept: readonly Made[], inputOf: ReadonlyMap<Made, string>): readonly MadeHint[] {
	const isUnchecked = kept.some(({ step }) => isCommit(step)) && !kept.some(({ step }) => step.do === "check");
	const fixed = kept.flatMap((one) => fixedValue(one, inputOf.has(one)));
	if (!isUnchecked) return fixed;
	return [{ text: "Nothing reads back whether it was saved: add a check where the record can be seen." }, ...fixed];
}

/** A value that stays as it is, of which the person did not say so. */
function fixedValue(one: Made, isInput: boolean): readonly MadeHint[] {
	const { value } = one;
	if (value === undefined || isInput || value.text === "" || value.wish === false) return [];
	return [{ of: one, text: `“${cut(value.text, longest.value)}” stays the same in each run: make it an input if it changes.` }];
}

/** An address that changed says more than any change. */
function expectation(
	{ url, ledTo }: Made,
	expect: RoutineExpectation | undefined,
	proposals: readonly Proposal[],
): { readonly expect?: RoutineExpectation } {
	if (expect !== undefined && expect.kind !== "any_change") return { expect };
	if (ledTo === undefined || ledTo === url) return expect === undefined ? {} : { expect };
	return { expect: expectedAddress(ledTo, url, proposals) };
}
