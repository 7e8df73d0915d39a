import type { SessionId, TenantId } from "@webhand/contracts/ids";
import type { PageView } from "@webhand/page/parse/view";
import type { Publisher } from "../../chats/realtime/outbox/publish.ts";
import type { Decider } from "../../decider/port.ts";
import { isSensitiveField } from "../../policy/secrets/find.ts";
import type { LeasedTask, Task } from "../../shared/task.ts";

/** Streams a model's thought while it is written. `end` sends what was not sent yet. Neither throws. */
export type ThoughtStream = { readonly chunk: (thought: string) => void; readonly end: () => void };

/** Opens the stream of a task, if anybody listens to its chat. Never rejects. */
export type OpenThoughtStream = (task: Pick<Task, "_id" | "tenantId" | "sessionId">) => Promise<ThoughtStream | undefined>;

/** What the stream needs. `elapsed` counts milliseconds. */
export type ThoughtStreamDeps = {
	readonly publisher: Publisher;
	readonly lastSeqOf: (tenantId: TenantId, sessionId: SessionId) => Promise<number>;
	readonly newEventId: () => string;
	readonly elapsed: () => number;
};

const joinMs = 250;

/**
 * Streams thoughts to the chat as `llm_chunk` events. They are not stored: they carry the number of the last stored event, and a client that
 * missed them reads the whole thought with the step.
 */
export function createOpenThoughtStream({ publisher, lastSeqOf, newEventId, elapsed }: ThoughtStreamDeps): OpenThoughtStream {
	return async ({ _id: taskId, tenantId, sessionId }) => {
		const found = await Promise.all([publisher.hasListener(sessionId), lastSeqOf(tenantId, sessionId)]).catch(() => null);
		if (found === null || !found[0]) return undefined;
		const [, seq] = found;
		let waiting = "";
		let sentAt = elapsed();
		const send = () => {
			if (waiting === "") return;
			const event = { type: "llm_chunk", content: waiting };
			const data = { type: "agent_event", sessionId, seq, eventId: newEventId(), taskId, event };
			waiting = "";
			sentAt = elapsed();
			void publisher.publish([{ sessionId, name: "agent_event", data }]);
		};
		return {
			chunk: (thought) => {
				waiting += thought;
				if (elapsed() - sentAt >= joinMs) send();
			},
			end: send,
		};
	};
}

/** Streams the model's thought to the chat while `work` runs, unless there is a secret that the thought might hold. */
export async function streamThought<Deps extends { readonly decider: Decider; readonly openThoughtStream: OpenThoughtStream }, Result>(
	deps: Deps,
	{ task, page }: { readonly task: LeasedTask; readonly page: PageView },
	work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
	const { decider } = deps;
	if (decider.name === "rules" || isPrivate(task, page)) return await work(deps);
	const stream = await deps.openThoughtStream(task);
	if (stream === undefined) return await work(deps);
	try {
		return await work({ ...deps, decider: { ...decider, decide: (turn, signal) => decider.decide(turn, signal, stream.chunk) } });
	} finally {
		stream.end();
	}
}

function isPrivate({ secrets = [] }: LeasedTask, page: PageView): boolean {
	return secrets.length > 0 || [...page.elements.values()].some(isSensitiveField);
}
