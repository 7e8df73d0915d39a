import type { RoutineEvent, RoutineOptions, RoutineSummary } from "./routine/types.ts";
import type { TaskEvent, TaskOptions, TaskResult } from "./task/types.ts";

/** An API key (`whk_…`), or the sign-in of a person without a second step. */
export type Credentials = { readonly key: string } | { readonly email: string; readonly password: string };

/** A Webhand server. */
export type WebhandClient = {
	/** Its origin. */
	readonly url: string;
	/**
	 * Carries an order out on a page. Leaving the loop early cancels the task, as `signal` does.
	 *
	 * @throws WebhandError, while iterating
	 */
	readonly runTask: (options: TaskOptions) => AsyncGenerator<TaskEvent, void, undefined>;
	/** The same, awaited. @throws WebhandError */
	readonly doTask: (options: TaskOptions) => Promise<TaskResult>;
	/** Routines that the key may run, last changed first. @throws WebhandError */
	readonly listRoutines: () => Promise<readonly RoutineSummary[]>;
	/** Starts a run of a routine, which a browser does, and follows it. Leaving the loop early stops it. @throws WebhandError, while iterating */
	readonly runRoutine: (options: RoutineOptions) => AsyncGenerator<RoutineEvent, void, undefined>;
};

/**
 * A client of the server at `url`. Nothing is asked before it is used.
 *
 * @param options an API key with the scopes `tasks:run`, `routines:run` and `routines:read`, as far as they are used; or email and password
 * @throws TypeError where `url` is no address
 */
export type CreateClient = (options: { readonly url: string } & Credentials) => WebhandClient;
