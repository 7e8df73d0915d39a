import type { MandateId, RoutineId, RoutineRunId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RowState, RunState } from "@webhand/contracts/routine/run";
import type { Transaction } from "@webhand/service-kit/mongo";

/** A change of a run that others may be told of. `run` as it stands after it; `row`: the one that changed; `isOver`: no row is left. */
export type RunNews = {
	readonly run: {
		readonly _id: RoutineRunId;
		readonly tenantId: TenantId;
		readonly userId: UserId;
		readonly routineId: RoutineId;
		readonly name: string;
		readonly version: number;
		readonly state: RunState;
		readonly rowCount: number;
		readonly isOnce?: true;
		readonly expireAt: Date;
		readonly progress: { readonly counts: Readonly<Partial<Record<RowState, number>>> };
	};
	readonly row?: {
		readonly index: number;
		readonly state: RowState;
		readonly reason?: string | undefined;
		readonly taskId?: TaskId | undefined;
	};
	readonly isOver: boolean;
};

/** Tells of a run in the transaction of its change; injected, since webhooks are another feature. */
export type TellRun = (news: RunNews, session: Transaction) => Promise<void>;

/** A mandate whose last use is gone. */
export type UsedUpMandate = {
	readonly _id: MandateId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly routineId: RoutineId;
	readonly routineName: string;
	readonly version: number;
	readonly uses: number;
	readonly runId?: RoutineRunId;
	readonly expireAt: Date;
};

/** Tells of a mandate in the transaction of its last use; injected like `TellRun`. */
export type TellMandate = (mandate: UsedUpMandate, session: Transaction) => Promise<void>;
