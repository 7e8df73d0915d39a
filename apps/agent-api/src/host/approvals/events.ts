import { ApprovalId, SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Log } from "@webhand/service-kit/logs";
import { openSubscriber } from "@webhand/service-kit/redis";
import type { Redis } from "ioredis";
import { z } from "zod";
import type { StoredApproval } from "./row.ts";

/** Approvals of a session that were decided. */
const Decided = z.object({ tenantId: TenantId, userId: UserId, sessionId: SessionId, ids: z.array(ApprovalId) });
export type Decided = z.infer<typeof Decided>;

/** Hears of decisions, made in any process. A hint: messages are lost while Redis is away, so a process that waits also looks at the rows. */
export type OnDecided = (listener: (decided: Decided) => void) => () => void;

const channel = "wh:approvals";

/** Tells all processes of decisions, and hears of them. `announce` never throws. */
export function openDecisionEvents({
	url,
	redis,
	log,
}: {
	readonly url: string;
	readonly redis: Pick<Redis, "publish">;
	readonly log: Log;
}) {
	const listeners = new Set<(decided: Decided) => void>();
	const subscriber = openSubscriber({
		url,
		log,
		onMessage: (_channel, text) => {
			const read = Decided.safeParse(jsonOf(text));
			if (read.success) for (const listener of listeners) listener(read.data);
		},
		onReturn: () => undefined,
	});
	subscriber.subscribe(channel).catch(() => undefined);
	const onDecided: OnDecided = (listener) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	const announce = (rows: readonly StoredApproval[]): void => {
		for (const [sessionId, of] of Map.groupBy(rows, (row) => row.sessionId)) {
			const { tenantId, userId } = of[0] as StoredApproval;
			const decided: Decided = { tenantId, userId, sessionId, ids: of.map(({ _id }) => _id) };
			redis.publish(channel, JSON.stringify(decided)).catch(() => undefined);
		}
	};
	return { onDecided, announce, close: subscriber.close };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
