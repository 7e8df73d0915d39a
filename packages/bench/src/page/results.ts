/** Readers of a page. */
export type SideName = "ours" | "Playwright" | "page-agent";

/** Controls in the browser's accessibility tree, and which of them each side found. */
export type Recall = {
	/** Visible controls. */
	readonly all: number;
	/** Controls with a number of ours, in the text or collapsed. */
	readonly numbered: number;
	/** Controls that the text of each side names. */
	readonly written: ReadonlyMap<SideName, number>;
	/** HTML of controls without a number of ours. */
	readonly missed: readonly string[];
};

/** The result of one side on one page. `times` in milliseconds; `isLost` if it did not answer in time. */
export type Reading = {
	readonly side: SideName;
	readonly times: readonly number[];
	readonly characters: number;
	readonly tokens: number;
	readonly gzipBytes: number;
	readonly isLost: boolean;
};

/** The results of all sides on one page. */
export type PageResult = {
	readonly name: string;
	readonly elements: number;
	readonly readings: readonly Reading[];
	readonly recall: Recall;
};
