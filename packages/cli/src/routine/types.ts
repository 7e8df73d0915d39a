/** A routine that the key may run. */
export type RoutineSummary = {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	readonly sites: readonly string[];
	readonly version: number;
	readonly inputs: readonly { readonly name: string; readonly label: string; readonly type: string; readonly optional: boolean }[];
};

/** The end of a row. `state` is `done`, `done_unchecked`, `not_saved`, `failed`, `unknown`, `skipped`, `stopped`, or one of a row without an end. */
export type RowResult = {
	readonly index: number;
	readonly state: string;
	readonly inputs: Readonly<Record<string, string>>;
	readonly reason?: string | undefined;
	readonly checks: readonly {
		readonly label: string;
		readonly expected: string;
		readonly seen?: string | undefined;
		readonly holds: boolean;
	}[];
};

/** How a run ended. `asked`: a person is needed, or no browser took it. */
export type RoutineResult = {
	readonly status: "done" | "failed" | "asked";
	readonly runId: string;
	/** Rows by their state. */
	readonly counts: Readonly<Record<string, number>>;
	readonly reason?: string | undefined;
};

/** What happens to a run, in order: progress as it changes, all rows at the end, then `end`. */
export type RoutineEvent =
	| { readonly type: "start"; readonly runId: string; readonly rowCount: number; readonly browser: "runner" | "mine" }
	| {
			readonly type: "progress";
			readonly state: string;
			readonly counts: Readonly<Record<string, number>>;
			readonly over: number;
			readonly rowCount: number;
			readonly notice?: string | undefined;
	  }
	| { readonly type: "row"; readonly row: RowResult }
	| { readonly type: "end"; readonly result: RoutineResult };

/** A run to start. */
export type RoutineOptions = {
	/** Its id, or its whole name in any case. */
	readonly routine: string;
	/** A CSV or XLSX file, columns matched to inputs by name. Without it one row without values. */
	readonly csv?: Uint8Array | undefined;
	/** Rows by the names of the inputs, instead of `csv`. */
	readonly rows?: readonly Readonly<Record<string, string>>[] | undefined;
	/** Who does it: a runner of the organization, or the browser in which the owner of the key is signed in. */
	readonly browser: "runner" | "mine";
	/** Labels that the runner must have. */
	readonly labels?: readonly string[] | undefined;
	readonly mode?: "careful" | "autonomous" | undefined;
	/** Stops before each commit and shows what would be sent. */
	readonly dryRun?: boolean | undefined;
	/** Skips rows that an earlier run did. */
	readonly onceEver?: boolean | undefined;
	/** How long nothing may happen (no browser takes it, a person is waited for) before the run is stopped; 600 by default. */
	readonly patienceSeconds?: number | undefined;
	readonly signal?: AbortSignal | undefined;
};
