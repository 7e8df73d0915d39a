import { isDeepStrictEqual } from "node:util";
import * as interact from "@webhand/contracts/agent/interact";
import * as model from "@webhand/contracts/agent/model";
import * as runs from "@webhand/contracts/agent/runs";
import * as trace from "@webhand/contracts/agent/task-trace";
import * as usage from "@webhand/contracts/agent/usage";
import * as waiting from "@webhand/contracts/agent/waiting";
import * as webhooks from "@webhand/contracts/authority/webhooks";
import * as sessions from "@webhand/contracts/chat/sessions";
import type { ErrorCode } from "@webhand/contracts/errors";
import { ErrorBody, statusByCode } from "@webhand/contracts/errors";
import type { Route } from "@webhand/contracts/routes";
import { commonErrors } from "@webhand/contracts/routes";

/** Every route of tasks, runs, models, usage and chats. */
export const routes: readonly Route[] = [interact, runs, trace, model, usage, waiting, webhooks, sessions].flatMap((area) =>
	Object.values(area).filter(isRoute),
);

function isRoute(exported: unknown): exported is Route {
	return typeof exported === "object" && exported !== null && "method" in exported && "path" in exported;
}

/** Codes that any request may meet before a route is asked. */
const beforeRoutes = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "NOT_FOUND"] as const;

/** Is an answer one that the route's contract, and so the documentation, promises? The body exact, the status that of its code. */
export function isDocumented(route: Route, { status, body }: { readonly status: number; readonly body: unknown }): boolean {
	if (status === (route.status ?? 200)) return route.reply === undefined || isDeepStrictEqual(route.reply.safeParse(body).data, body);
	const refusal = ErrorBody.safeParse(body);
	if (!refusal.success) return false;
	const documented: readonly ErrorCode[] = [...(route.errors ?? []), ...commonErrors, ...beforeRoutes];
	return documented.some((code) => code === refusal.data.error.code && statusByCode[code] === status);
}

/** The route that a method and path lead to. */
export function routeAt(method: string, path: string): Route | undefined {
	const parts = (path.split("?", 1)[0] ?? "").split("/");
	const isAt = (route: Route) => {
		const own = route.path.split("/");
		return own.length === parts.length && own.every((part, index) => part.startsWith(":") || part === parts[index]);
	};
	return routes.find((route) => route.method === method && isAt(route));
}
