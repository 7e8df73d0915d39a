import type { Availability, RunnerStatus } from "@webhand/contracts/tools/availability";
import type { Identity } from "@webhand/service-kit/guard";
import type { AllowsHost, ToolsLevel } from "../level.ts";
import { availabilityOf, forbiddenByPolicy } from "./policy.ts";

/** `elapsed` counts milliseconds from any start. */
export type AvailabilityDeps = {
	/** What the runner says of itself; null without a good reply. Never rejects. */
	readonly statusFor: (caller: Identity) => Promise<RunnerStatus | null>;
	readonly level: ToolsLevel;
	readonly allowsHost: AllowsHost;
	readonly autoApprove: boolean;
	readonly now: () => Date;
	readonly elapsed: () => number;
};

const keptMs = 2_000;

/**
 * The availability of server tools, read at most every two seconds: it is the same for all callers but those whose organization does not
 * allow the server host.
 */
export function createAvailability({
	statusFor,
	allowsHost,
	level,
	autoApprove,
	now,
	elapsed,
}: AvailabilityDeps): (caller: Identity) => Promise<Availability> {
	let kept: { readonly at: number; readonly answer: Promise<Availability> } | undefined;
	// Of a runner that does not answer; a switch is as old as this process.
	let since = now();
	let isSilent = false;
	const read = async (caller: Identity): Promise<Availability> => {
		const status = level === null ? null : await statusFor(caller);
		if (level !== null && status === null && !isSilent) since = now();
		isSilent = status === null;
		return availabilityOf(status, { level, autoApprove, since });
	};
	const readKept = (caller: Identity): Promise<Availability> => {
		if (kept !== undefined && elapsed() - kept.at < keptMs) return kept.answer;
		const answer = read(caller);
		kept = { at: elapsed(), answer };
		return answer;
	};
	return async (caller) =>
		(await allowsHost(caller.tenantId)) ? await readKept(caller) : forbiddenByPolicy({ level, autoApprove, since: now() });
}
