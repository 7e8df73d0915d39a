/** One rule, a file that breaks it, and the same file put right. Nothing else of the house differs between the two. */
export type GateCase = {
	/** The promise the gate keeps, as a sentence. */
	readonly promise: string;
	/** Every rule that must report the broken file; more than one where two tools guard the same promise. */
	readonly rules: readonly string[];
	/** Where the file stands in the house; its folder decides which rules hold. */
	readonly file: string;
	readonly broken: string;
	/** Absent where the repair is to delete the file. */
	readonly repaired: string | undefined;
	/** What another file imports from it, so that it is not dead code; absent where its being unused is the point, or where a tool finds it. */
	readonly exports?: string;
	/** Files it needs, the same in both houses. */
	readonly beside?: Readonly<Record<string, string>>;
	/** A second file that is reported with it, since the rule is about the two together. */
	readonly alsoReportedAt?: string;
};
