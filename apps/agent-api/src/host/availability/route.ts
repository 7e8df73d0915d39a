import { availabilityRoute } from "@webhand/contracts/tools/availability";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { AvailabilityDeps } from "./engine.ts";
import { createAvailability } from "./engine.ts";

/** `GET /api/v1/agent/availability`. */
export function addAvailability(app: FastifyInstance, deps: AvailabilityDeps): void {
	const availability = createAvailability(deps);
	addRoute(app, availabilityRoute, ({ identity }) => availability(identity));
}
