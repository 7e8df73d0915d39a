import { eventsRoute, pusherAuthRoute, realtimeSettingsRoute } from "@webhand/contracts/chat/realtime";
import type { ReplyOf } from "@webhand/contracts/routes";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { EventsDeps, SigningDeps } from "./engine.ts";
import { readEvents, signSocket } from "./engine.ts";

/** What the routes need. */
export type RealtimeDeps = SigningDeps & EventsDeps & { readonly settings: ReplyOf<typeof realtimeSettingsRoute> };

/** `/api/pusher/auth` and the log of events. */
export function addRealtime(app: FastifyInstance, deps: RealtimeDeps): void {
	addRoute(app, realtimeSettingsRoute, () => deps.settings);
	addRoute(app, pusherAuthRoute, ({ body, identity }) =>
		signSocket(deps, identity, { socketId: body.socket_id, channel: body.channel_name }),
	);
	addRoute(app, eventsRoute, ({ params, query, identity, signal }) => readEvents(deps, { owner: identity, ...params, ...query }, signal));
}
