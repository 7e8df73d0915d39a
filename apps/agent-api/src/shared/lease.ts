import type { Lease } from "./task.ts";

/** The end of a lease that was given back. */
export const released = new Date(0);

/**
 * The lease in the rows of a collection, which has it at `path`: parts of filters and updates. `fence` grows each time it is taken; MongoDB's
 * clock says when it ends, so a node with a wrong clock cannot keep it.
 */
export function leaseAt(path: "lease" | "task.lease", leaseMs: number) {
	const until = { $add: ["$$NOW", leaseMs] };
	const fence = { $add: [{ $ifNull: [`$${path}.fence`, 0] }, 1] };
	return {
		/** True where nobody holds it, as an aggregation expression. */
		isFree: { $lte: [{ $ifNull: [`$${path}.until`, released] }, "$$NOW"] },
		/** The fields of a new holder; `carried` are expressions over the row. */
		taken: (holder: object, carried: object = {}) => ({ [path]: { $mergeObjects: [{ $literal: holder }, { fence, until }, carried] } }),
		renewed: { [`${path}.until`]: until },
		heldBy: ({ fence: own }: Pick<Lease, "fence">) => ({ [`${path}.fence`]: own }),
		released: { [`${path}.until`]: released },
	};
}
