import type { Availability } from "@webhand/contracts/tools/availability";
import type { ToolsLevel } from "../level.ts";
import { availabilityOf } from "./policy.ts";
import type { AskRunner } from "./upstream.ts";

/** `elapsed` counts milliseconds from any start. */
export type AvailabilityDeps = {
	readonly askRunner: AskRunner;
	readonly level: ToolsLevel;
	readonly autoApprove: boolean;
	readonly now: () => Date;
	readonly elapsed: () => number;
};

const keptMs = 2_000;

/** The availability of server tools, read at most every two seconds: it is the same for all callers. */
export function createAvailability({
	askRunner,
	level,
	autoApprove,
	now,
	elapsed,
}: AvailabilityDeps): (token: string) => Promise<Availability> {
	let kept: { readonly at: number; readonly answer: Promise<Availability> } | undefined;
	// Of a runner that does not answer; a switch is as old as this process.
	let since = now();
	let isSilent = false;
	const read = async (token: string): Promise<Availability> => {
		// Not the caller's signal: other callers wait for the same reply.
		const status = level === null ? null : await askRunner(token, new AbortController().signal);
		if (level !== null && status === null && !isSilent) since = now();
		isSilent = status === null;
		return availabilityOf(status, { level, autoApprove, since });
	};
	return (token) => {
		if (kept !== undefined && elapsed() - kept.at < keptMs) return kept.answer;
		const answer = read(token);
		kept = { at: elapsed(), answer };
		return answer;
	};
}
