import { formatAction } from "@webhand/contracts/action/format";
import type { BatchPart, StepRow } from "../task.ts";
import { hideIn, hideInAction } from "./mask.ts";
import type { Sealer } from "./sealing.ts";

/** What the proof of a step compares the next page with. */
export type Provable = Pick<StepRow, "parsed" | "expect" | "before" | "batch">;

type Texts = Provable & Pick<StepRow, "action" | "guard" | "targetName">;

/**
 * A step's row without these secrets. What its proof needs of them goes along sealed, until the next step is written.
 *
 * @param needed the row's own, or of a wait what the proof of the step needs whose outcome it waits for
 * @throws never
 */
export function hideInStep<Row extends Texts>(
	row: Row,
	needed: Provable,
	{ secrets, sealer }: { readonly secrets: readonly string[]; readonly sealer: Sealer },
): Row & Pick<StepRow, "sealed"> {
	if (secrets.length === 0) return row;
	const shown = hideInProvable(row, secrets);
	const { guard, targetName } = row;
	const hidden = {
		...row,
		...shown,
		action: formatAction(shown.parsed),
		...(guard === undefined ? {} : { guard: hideIn(guard, secrets) }),
		...(targetName === undefined ? {} : { targetName: hideIn(targetName, secrets) }),
	};
	const isBare = JSON.stringify(provableOf(needed)) === JSON.stringify(hideInProvable(needed, secrets));
	return isBare ? hidden : { ...hidden, sealed: sealer.seal(JSON.stringify(provableOf(needed))) };
}

/** What the proof needs of a step that was stored without its secrets; nothing where the row says it all. @throws Error when it was altered */
export function sealedIn({ sealed }: Pick<StepRow, "sealed">, sealer: Pick<Sealer, "open">): Partial<Provable> {
	return sealed === undefined ? {} : (JSON.parse(sealer.open(sealed)) as Provable);
}

function provableOf({ parsed, expect, before, batch }: Provable): Provable {
	return { parsed, expect, before, ...(batch === undefined ? {} : { batch }) };
}

function hideInProvable({ parsed, expect, before, batch }: Provable, secrets: readonly string[]): Provable {
	return provableOf({
		parsed: hideInAction(parsed, secrets),
		expect: hideIn(expect, secrets),
		before: hideIn(before, secrets),
		...(batch === undefined ? {} : { batch: batch.map((part) => hideInPart(part, secrets)) }),
	});
}

function hideInPart(part: BatchPart, secrets: readonly string[]): BatchPart {
	const parsed = hideInAction(part.parsed, secrets);
	return { ...hideIn(part, secrets), keys: part.keys, parsed, action: formatAction(parsed) };
}
