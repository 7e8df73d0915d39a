import { ApiError } from "@webhand/client/api-error";
import type { Session } from "@webhand/contracts/chat/sessions";
import { SessionStatus, sessionByDomainRoute, sessionRoute } from "@webhand/contracts/chat/sessions";
import type { SessionId } from "@webhand/contracts/ids";
import { server } from "../../../kit/server.ts";
import type { ViewState } from "../../../panel-state.ts";
import { newestOpen } from "../shown/policy.ts";

const unarchived = SessionStatus.options.filter((status) => status !== "archived").join(",");

/** The newest chat that is not archived, of a site or of the tab's last task. @throws ApiError */
export async function newestOf(domain: string, last: ViewState["lastOfTab"], signal: AbortSignal): Promise<Session | null> {
	if (domain === "") return null;
	const [ofSite, ofTab] = await Promise.all([
		server.call(sessionByDomainRoute, { params: { domain }, query: { status: unarchived }, signal }),
		last === null || last.taskId === null ? null : sessionOf(last.sessionId, signal),
	]);
	return newestOpen([ofSite.session, ofTab]);
}

/** @returns null where the chat was deleted */
async function sessionOf(sessionId: SessionId, signal: AbortSignal): Promise<Session | null> {
	try {
		return (await server.call(sessionRoute, { params: { sessionId }, signal })).session;
	} catch (cause) {
		if (cause instanceof ApiError && cause.code === "SESSION_NOT_FOUND") return null;
		throw cause;
	}
}
