/** What the version of a run says about its rows. */
export type RunWords = {
	/** Steps in words by their id. */
	readonly sentences: ReadonlyMap<string, string>;
	/** Labels of inputs by their name. */
	readonly labels: ReadonlyMap<string, string>;
	/** Its rows may read lists. */
	readonly hasLists: boolean;
};
