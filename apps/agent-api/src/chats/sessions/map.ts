import type { Session, SessionStatus } from "@webhand/contracts/chat/sessions";
import type { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { defined } from "../../shared/defined.ts";

/** A chat of one user on one site as stored. `messageCount` and `lastEventSeq` number messages and events without gaps. */
export type StoredSession = {
	readonly _id: SessionId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly title: string;
	readonly domain: string | null;
	readonly url: string;
	readonly status: SessionStatus;
	readonly isRenamed: boolean;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly messageCount: number;
	readonly lastEventSeq: number;
	readonly lastTaskId: TaskId;
	readonly expireAt?: Date;
};

/** A chat as clients get it. Rows of earlier versions may lack a title, an address or `isRenamed`. @throws never */
export function listedChat(row: StoredSession, match?: Session["match"]): Session {
	const {
		_id: sessionId,
		title = "",
		url = "",
		isRenamed = false,
		messageCount,
		status,
		lastTaskId,
	} = row as Partial<StoredSession> & StoredSession;
	return {
		sessionId,
		title,
		url,
		...defined({ domain: row.domain ?? undefined }),
		createdAt: row.createdAt.getTime(),
		updatedAt: row.updatedAt.getTime(),
		messageCount,
		status,
		isRenamed,
		...defined({ lastTaskId, match }),
	};
}
