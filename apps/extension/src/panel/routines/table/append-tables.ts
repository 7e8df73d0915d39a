import type { ReadTable } from "@webhand/contracts/routine/run";

/** Lists with what was read of them since, and lists that are new. @throws never */
export function appendTables(known: readonly ReadTable[], added: readonly ReadTable[]): readonly ReadTable[] {
	const grown = known.map((table) => {
		const more = added.find(({ step }) => step === table.step);
		return more === undefined ? table : { ...more, rows: [...table.rows, ...more.rows] };
	});
	return [...grown, ...added.filter(({ step }) => !known.some((table) => table.step === step))];
}
