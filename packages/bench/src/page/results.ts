/** Who reads a page. */
export type SideName = "ours" | "Playwright" | "page-agent";

/** Controls of a page as its browser's accessibility tree counts them, and which of them each side found. */
export type Recall = {
	/** Those that are seen. */
	readonly all: number;
	/** Those that have a number of ours, in the text or collapsed. */
	readonly numbered: number;
	/** Those that can be acted on by what a side's text names, for each side that answered. */
	readonly written: ReadonlyMap<SideName, number>;
	/** HTML of those without a number of ours. */
	readonly missed: readonly string[];
};

/** What one side made of one page. `times` in milliseconds, as its caller waits for them; `isLost` when it did not answer in time. */
export type Reading = {
	readonly side: SideName;
	readonly times: readonly number[];
	readonly characters: number;
	readonly tokens: number;
	readonly gzipBytes: number;
	readonly isLost: boolean;
};

/** One page as all sides read it. */
export type PageResult = {
	readonly name: string;
	readonly elements: number;
	readonly readings: readonly Reading[];
	readonly recall: Recall;
};
