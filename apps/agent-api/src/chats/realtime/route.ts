import { eventsRoute, pusherAuthRoute, realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { RealtimeDeps } from "./engine.ts";
import { readEvents, signSocket } from "./engine.ts";

/** `/api/pusher/auth` and the log of events. */
export function addRealtime(app: FastifyInstance, deps: RealtimeDeps): void {
	addRoute(app, realtimeSettingsRoute, () => deps.settings);
	addRoute(app, pusherAuthRoute, ({ body, identity }) =>
		signSocket(deps, identity, { socketId: body.socket_id, channel: body.channel_name }),
	);
	addRoute(app, eventsRoute, ({ params, query, identity, signal }) => readEvents(deps, { owner: identity, ...params, ...query }, signal));
}
