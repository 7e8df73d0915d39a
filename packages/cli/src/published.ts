// What the declarations of the package are made of. It names no other package but Playwright, so that they resolve wherever it is installed.
import type { CreateClient } from "./types.ts";

export type { WebhandErrorCode, WebhandErrorFacts } from "./errors.ts";
// biome-ignore lint/performance/noBarrelFile: the one entry that this package publishes
export { WebhandError } from "./errors.ts";
export type { RoutineEvent, RoutineOptions, RoutineResult, RoutineSummary, RowResult } from "./routine/types.ts";
export type { Approval, TaskAnswer, TaskEvent, TaskMode, TaskOptions, TaskQuestion, TaskResult } from "./task/types.ts";
export type { CreateClient, Credentials, WebhandClient } from "./types.ts";

/** Stands in client.ts. */
export declare const createClient: CreateClient;
