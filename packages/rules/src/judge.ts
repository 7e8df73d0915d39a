/** A verdict on observations alone, for what facts do not settle. Confidence 0 to 1, success from 0.70. */
export type TableJudgement = {
	readonly verdict: "success" | "failure";
	readonly confidence: number;
	readonly reason: string;
	/** The observations settle it: a model has nothing to add. */
	readonly isClear: boolean;
};

/** Just above the mark of a success: something changed, and nobody saw that it was the right thing. */
export const weakSuccess = 0.72;
export const weakFailure = 0.5;

const failure = (reason: string, isClear = true): TableJudgement => ({ verdict: "failure", confidence: weakFailure, reason, isClear });
const success = (reason: string): TableJudgement => ({ verdict: "success", confidence: weakSuccess, reason, isClear: false });

/** The first row of which one observation was made decides. */
const table: readonly (readonly [readonly string[], TableJudgement])[] = [
	[["page_restless"], failure("Only what runs by itself changed")],
	[["form_same"], failure("The form stands there as before")],
	[["client_error", "validation_error"], failure("An error was reported")],
	// Facts do not tell what a message says: "Saved" and "You have no permission" look the same.
	[["message_appeared"], success("The page said something after the action")],
	[["mutated", "look_changed", "network"], success("The page changed after the action")],
];
const unchanged: ReadonlySet<string> = new Set(["url_same", "page_same"]);

/**
 * Judges an action by a table: something moved and nothing went wrong is a success.
 *
 * @param observations as a verification stores them: the name of a fact, then its detail
 * @throws never
 */
export function judgeByTable(observations: readonly string[]): TableJudgement {
	const names = observations.map((observation) => /^\w+/.exec(observation)?.[0] ?? "");
	const row = table.find(([facts]) => facts.some((fact) => names.includes(fact)));
	return (
		row?.[1] ??
		failure(
			"Nothing was seen to change",
			names.every((name) => unchanged.has(name)),
		)
	);
}
