import type { Availability } from "@webhand/contracts/tools/availability";
import type { ToolsLevel } from "./policy.ts";
import { availabilityOf } from "./policy.ts";
import type { AskRunner } from "./upstream.ts";

/** `elapsed` counts milliseconds from any start. */
export type AvailabilityDeps = {
	readonly askRunner: AskRunner;
	readonly level: ToolsLevel;
	readonly now: () => Date;
	readonly elapsed: () => number;
};

const keptMs = 2_000;

/** The availability of server tools, read at most every two seconds: it is the same for all callers. */
export function createAvailability({ askRunner, level, now, elapsed }: AvailabilityDeps): (token: string) => Promise<Availability> {
	let kept: { readonly at: number; readonly answer: Promise<Availability> } | undefined;
	return (token) => {
		if (kept !== undefined && elapsed() - kept.at < keptMs) return kept.answer;
		// Not the caller's signal: other callers wait for the same reply.
		const answer = askRunner(token, new AbortController().signal).then((status) => availabilityOf(status, { level, now: now() }));
		kept = { at: elapsed(), answer };
		return answer;
	};
}
