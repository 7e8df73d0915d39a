import { activeDomainOf } from "@webhand/contracts/knowledge/patterns";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { allSteps } from "@webhand/contracts/routine/step";
import { sentenceOf } from "@webhand/routines/make/sentences";
import { isAct, isCommit } from "@webhand/routines/replay/act";
import type { CoveredStep } from "../../policy/authority/mandate.ts";
import { wordsOf } from "../../policy/gate/words.ts";

/**
 * The steps of a program that a mandate may cover: they commit, on a control. A key without a control, a drag, an address, a secret and the
 * steps of a routine that is called are asked for.
 *
 * @returns the steps with a sentence for each
 * @throws never
 */
export function coverOf(program: RoutineProgram): { readonly steps: readonly CoveredStep[]; readonly texts: readonly string[] } {
	const found = allSteps(program.steps).flatMap((step) => {
		if (!isAct(step) || !isCommit(step) || step.class === "fill_sensitive" || step.do === "drag") return [];
		if (!("target" in step) || step.target === undefined) return [];
		const name = step.target.name.filter((piece) => typeof piece === "string").join(" ");
		const covered: CoveredStep = { step, deletes: wordsOf("destructive", name).length > 0 };
		return [{ covered, text: sentenceOf(step, program.inputs) }];
	});
	return { steps: found.map(({ covered }) => covered), texts: found.map(({ text }) => text) };
}

/** Hosts as the gate compares them, without ports. @throws never */
export function hostsOfSites(sites: readonly string[]): readonly string[] {
	return [...new Set(sites.map((site) => activeDomainOf(`https://${site}`)))].filter((host) => host !== "");
}
