import type { Target } from "@webhand/contracts/routine/target";
import type { InputValues, Words } from "@webhand/contracts/routine/words";
import { withoutCount } from "./names.ts";
import { inputsIn, wordsText } from "./words.ts";

/** A shorter value stands inside a text by chance. */
const leastValue = 3;

const hasInput = (words: Words | undefined): words is Words => words !== undefined && inputsIn(words).length > 0;

/**
 * The target of a step whose control was found another way: as the page has it now, with the inputs of the target before. Without its
 * fingerprint, address and neighbours where an input names it: those are of one record.
 *
 * @param found the control as it is described now, within reach of the target before
 * @returns undefined where it would say the data of this row in place of an input
 * @throws never
 */
export function healedTarget(before: Target, found: Target, values: InputValues): Target | undefined {
	const isSame = (one: Words, other: Words | undefined) => other !== undefined && textOf(one, values) === textOf(other, values);
	const pairs = [
		[before.name, found.name],
		[before.where?.dialog, found.where?.dialog],
		[before.where?.heading, found.where?.heading],
	] as const;
	if (pairs.some(([old, now]) => hasInput(old) && !isSame(old, now))) return undefined;
	const isInRow = before.row?.some(hasInput) === true;
	const isGeneral = isInRow || hasInput(before.name);
	const healed = withPlace(before, isGeneral ? withoutRecord(found) : found);
	const target: Target = {
		...healed,
		...(hasInput(before.name) ? { name: before.name } : {}),
		...(isInRow ? { row: before.row } : {}),
	};
	const [old, now] = [before, target].map((one) => JSON.stringify(one).toLowerCase());
	const isData = (value: string) =>
		value.trim().length >= leastValue && now?.includes(asJson(value)) === true && old?.includes(asJson(value)) === false;
	return Object.values(values).some((value) => value !== undefined && isData(value)) ? undefined : target;
}

const textOf = (words: Words, values: InputValues): string | undefined => {
	const text = wordsText(words, values);
	return text === undefined ? undefined : withoutCount(text).trim();
};

const asJson = (value: string): string => JSON.stringify(value.trim()).slice(1, -1).toLowerCase();

function withoutRecord({ fingerprint: _fingerprint, href: _href, ...target }: Target): Target {
	if (target.where === undefined) return target;
	const { before: _before, after: _after, ...where } = target.where;
	return { ...target, where };
}

/** The words of dialog and heading that hold inputs stay. */
function withPlace({ where: old }: Target, { where, ...target }: Target): Target {
	const kept = {
		...where,
		...(hasInput(old?.dialog) ? { dialog: old.dialog } : {}),
		...(hasInput(old?.heading) ? { heading: old.heading } : {}),
	};
	return Object.keys(kept).length === 0 ? target : { ...target, where: kept };
}
