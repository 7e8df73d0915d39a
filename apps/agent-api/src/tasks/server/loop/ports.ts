import type { MessageId, WorkspaceId } from "@webhand/contracts/ids";
import type { Guard, Identity } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { Tracing } from "@webhand/service-kit/tracing/ports";
import type { StepEvents } from "../../../chats/realtime/outbox/publish.ts";
import type { AllowedDecider } from "../../../decider/models/allowed.ts";
import type { Usage } from "../../../decider/port.ts";
import type { ServerTools } from "../../../host/tools/ports.ts";
import type { OpenThoughtStream } from "../../messages/thought-stream.ts";
import type { ServerTaskStore } from "../../store/server-tasks.ts";
import type { ServerTask } from "../task.ts";

/** What counts of the loop. */
export type LoopMetrics = {
	readonly ended: (outcome: string) => void;
	readonly stepped: () => void;
	readonly takenOver: () => void;
};

/** What the loop of server-run tasks needs. `mask` hides secrets in a text; `elapsed` in milliseconds. */
export type LoopDeps = {
	readonly tasks: ServerTaskStore;
	readonly tools: ServerTools;
	readonly deciderOf: AllowedDecider;
	/** Who a token speaks for. @throws AppError UNAUTHORIZED, AUTH_UNAVAILABLE */
	readonly identify: (token: string) => Promise<Identity>;
	/** Calls the listener when a sign-in ends. @returns removes the listener */
	readonly whenEnded: Guard["whenEnded"];
	readonly openToken: (task: ServerTask) => string | null;
	readonly workspaceName: (identity: Identity, id: WorkspaceId) => Promise<string>;
	readonly events: Pick<StepEvents, "publish">;
	readonly openStream: OpenThoughtStream;
	readonly noteUsage: (task: ServerTask, used: { readonly model: string; readonly usage: Usage }) => Promise<void>;
	readonly budget: { readonly tokens: number; readonly usd?: number };
	readonly metrics: LoopMetrics;
	/** Each model call with its preparation, and each round of calls, is a trace. */
	readonly tracing?: Tracing | undefined;
	readonly newRequestId: () => string;
	readonly newNonce: () => string;
	readonly newMessageId: () => MessageId;
	readonly now: () => Date;
	readonly log: Log;
};
