import { availabilityRoute } from "@webhand/contracts/tools/availability";
import { problemOf } from "../../../kit/load/problem.ts";
import { useReply } from "../../../kit/load/queries.ts";
import { usePolling } from "../../../kit/load/use-polling.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";

const everyMs = 15_000;

/** Whether the server tools work, asked every 15 s while they are shown. `isUnknown`: the last question had no answer. */
export function useAvailability(api: SignedInApi, isShown: boolean) {
	const { value, problem, retry, replace } = useReply(api, availabilityRoute);
	usePolling({
		isOn: isShown,
		everyMs,
		poll: async (signal) => {
			try {
				replace(await api.call(availabilityRoute, { signal }));
			} catch (error) {
				// The first look tells why; later ones only that nothing is known.
				if (!signal.aborted && problemOf(error).kind !== "signed_out") retry();
				throw error;
			}
		},
	});
	return { availability: value, isUnknown: problem !== null };
}
