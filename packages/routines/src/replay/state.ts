import type { RoutineId } from "@webhand/contracts/ids";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { CheckResult } from "@webhand/contracts/routine/run";
import type { StepId } from "@webhand/contracts/routine/step-id";
import type { Target } from "@webhand/contracts/routine/target";
import type { InputValues } from "@webhand/contracts/routine/words";

/** What a row plays: the program of its version, its values, and the programs of the routines that it calls, by their ids. */
export type Played = {
	readonly program: RoutineProgram;
	readonly values: InputValues;
	readonly called: Readonly<Record<string, RoutineProgram>>;
	/** Stop before each commit and show what would be sent. */
	readonly isDryRun?: boolean;
};

/**
 * A step that was found another way: its target as the page has it now. `of`: the routine that it belongs to, where another one calls that, and
 * the step that calls.
 */
export type Heal = { readonly step: StepId; readonly target: Target; readonly of?: Called };

/** A routine that is played by another one; `call` is the step of the outermost one. */
export type Called = { readonly routine: RoutineId; readonly call: StepId };

/**
 * A step, or a block around one. `row` counts the rows of a list that were begun, `rowWords` names the one under way, `done` holds a hash of
 * each, packed.
 */
export type Position = {
	readonly step: StepId;
	readonly branch?: "then" | "otherwise";
	readonly row?: number;
	readonly rowWords?: string;
	readonly done?: string;
};

/** What a page held before a commit that meets what the commit should bring: a hash of each such text or address, and the document. */
export type HeldBefore = { readonly hashes: readonly number[]; readonly epoch: string };

/** What a person was asked before a step. `control`: a hash of the control and its place, for which alone the answer counts. */
export type Asked = { readonly about: "heal" | "dry_run"; readonly step: StepId; readonly control: number };

/**
 * Where a replay stands, kept with its task: at most 8 KB of JSON. `at` names the step and the blocks around it, outermost first; empty once
 * all is done.
 */
export type ReplayState = {
	readonly at: readonly Position[];
	/** Looks in vain at the page for this step, those at a page at rest, and tries of it. */
	readonly looks: number;
	readonly calm: number;
	readonly tries: number;
	/**
	 * Steps whose actions are under way; a batch has several. `hadCommitted`: what held before them. `epoch`: the document they act in.
	 * `held`: what the page held before a commit of what that should bring.
	 */
	readonly sent?: { readonly steps: readonly StepId[]; readonly hadCommitted: boolean; readonly epoch: string; readonly held?: HeldBefore };
	/** A question that waits, or what the person said yes to. */
	readonly asked?: Asked;
	readonly allowed?: Asked;
	/** How often a person was asked to sign in. */
	readonly handovers: number;
	/** How often a notice about cookies was put out of the way for this step. */
	readonly notices?: number;
	/** The part of a list that was read last: pages, rows in all, and a hash of the rows on the page. */
	readonly reading?: { readonly pages: number; readonly rows: number; readonly onPage: number; readonly hash: number };
	readonly skipped: readonly StepId[];
	readonly healed: readonly Heal[];
	readonly checks: readonly CheckResult[];
	/** A commit was carried out: what comes after may not begin anew. */
	readonly hasCommitted: boolean;
	/** The document in which something was committed last; a check in it may show what only the page believes. */
	readonly committedIn?: string;
	/** Something was committed for certain that no check has read back yet. */
	readonly isUnread?: true;
	/** The last act was a form that posts: hashes of its page and where it went. A page at another address can be opened and sends nothing. */
	readonly posted?: readonly number[];
	/** The documents of page and frames in which something was filled in that no step has sent. It is lost with each of them. */
	readonly filledIn?: readonly string[];
	/** Parts of lists are kept already: read again they would stand there twice. */
	readonly hasRead?: true;
	/** How often a row began anew, since such a document was gone. */
	readonly restarts?: number;
	/** What checks said before the page was loaded again to see what the server kept. */
	readonly beforeReload?: readonly CheckResult[];
	/** The page was opened anew at its address, which may show something else then. */
	readonly isReopened?: true;
	/** The person stopped a dry run. */
	readonly isStopped?: true;
	/** Where it ended, once it has. */
	readonly endedAt?: StepId;
};

/** The state of a replay that has done nothing yet. @throws never */
export function startOf({ steps: [first] }: RoutineProgram): ReplayState {
	return {
		at: first === undefined ? [] : [{ step: first.id }],
		looks: 0,
		calm: 0,
		tries: 0,
		handovers: 0,
		skipped: [],
		healed: [],
		checks: [],
		hasCommitted: false,
	};
}

/** The engine drops a state of more than 8 KB whole. */
const mostCharacters = 7_800;
const mostSkipped = 100;
const shorter = [120, 60, 30];
const fewer = [30, 10, 3];

const fits = (state: ReplayState) => JSON.stringify(state).length <= mostCharacters;

/**
 * The state within its bounds: first texts of checks are cut, then places of healed targets and the oldest checks are left out. The rows of a
 * list that were begun cannot be: they would be done again.
 *
 * @returns undefined where it still does not fit
 * @throws never
 */
export function bounded(state: ReplayState): ReplayState | undefined {
	let kept: ReplayState = { ...state, skipped: state.skipped.slice(-mostSkipped) };
	for (const most of shorter) {
		if (fits(kept)) return kept;
		kept = withChecks(kept, (checks) => checks.map((check) => cutCheck(check, most)));
	}
	const bare = kept.healed.map(({ target: { where: _, ...target }, ...heal }) => ({ ...heal, target }));
	kept = { ...kept, healed: bare };
	for (const most of fewer) {
		if (fits(kept)) return kept;
		kept = withChecks(kept, (checks) => newest(checks, most));
	}
	while (kept.healed.length > 0 && !fits(kept)) kept = { ...kept, healed: kept.healed.slice(0, -1) };
	return fits(kept) ? kept : undefined;
}

/** The state of a row that ends since its place cannot be noted: an ended row needs none. @throws never */
export function placeless({ reading: _, asked: _asked, allowed: _allowed, ...state }: ReplayState): ReplayState {
	const ended = { ...state, at: state.at.map(({ step }) => ({ step })) };
	return bounded(ended) ?? { ...ended, skipped: [], healed: [] };
}

/** The newest checks; those that fail say how the row ended. */
const newest = (checks: readonly CheckResult[], most: number) =>
	[...checks.filter(({ holds }) => holds), ...checks.filter(({ holds }) => !holds)].slice(-most);

function withChecks(state: ReplayState, change: (checks: readonly CheckResult[]) => readonly CheckResult[]): ReplayState {
	const { checks, beforeReload } = state;
	return { ...state, checks: change(checks), ...(beforeReload === undefined ? {} : { beforeReload: change(beforeReload) }) };
}

function cutCheck(check: CheckResult, most: number): CheckResult {
	const { seen } = check;
	return {
		...check,
		label: check.label.slice(0, most),
		expected: check.expected.slice(0, most),
		...(seen === undefined ? {} : { seen: seen.slice(0, most) }),
	};
}
