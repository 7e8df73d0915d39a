import { AppError } from "../errors.ts";
import type { Release } from "../shares/places.ts";
import { createPlaces } from "../shares/places.ts";
import type { Sharer } from "../shares/policy.ts";

/** Takes the place of a stream, or of a request that waits. @throws AppError RATE_LIMIT when its user, or its tenant, holds too many open */
export type HoldOpen = (sharer: Sharer) => Release;

/** How many streams and waiting requests one process holds open. */
const placesHere = 4_000;
/** How many a user holds open at one process, where the service does not say otherwise. */
export const heldOpenOfUser = 20;

/** Opens the places of streams and waiting requests at this process. */
export function createHoldOpen(mostOfUser: number): HoldOpen {
	const places = createPlaces({ places: placesHere, mostWaiting: 0, mostOfUser });
	return (sharer) => {
		const picked = places.pick([sharer]);
		if (picked !== undefined) return picked.release;
		throw new AppError(
			"RATE_LIMIT",
			`Too many streams and waiting requests are open, ${mostOfUser} of one user at most. Close some first`,
			{
				details: { scope: "user", name: "open", limit: mostOfUser },
				retryAfterSeconds: 5,
			},
		);
	};
}
