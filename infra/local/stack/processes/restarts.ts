const windowMs = 60_000;
const restartsInWindow = 3;
/** A service that finds a wrong setting ends with this code (sysexits EX_CONFIG); starting it again changes nothing. */
export const wrongSetting = 78;

export type Verdict = { readonly kind: "restart" } | { readonly kind: "give-up"; readonly reason: string };

/**
 * Says whether a child that ended unasked is started again.
 *
 * @param earlierMs when it ended unasked before, any order; only the last 60 s count
 * @param isStrict under `--exit` nothing is started again
 * @throws never
 */
export function decideRestart(facts: {
	readonly code: number | null;
	readonly nowMs: number;
	readonly earlierMs: readonly number[];
	readonly isStrict: boolean;
}): Verdict {
	if (facts.isStrict) return { kind: "give-up", reason: "nothing is started again under --exit" };
	if (facts.code === wrongSetting) return { kind: "give-up", reason: "a setting is wrong" };
	const recent = facts.earlierMs.filter((endedMs) => facts.nowMs - endedMs < windowMs);
	if (recent.length >= restartsInWindow) return { kind: "give-up", reason: `it ended ${recent.length + 1} times in 60 s` };
	return { kind: "restart" };
}
