import type { ToolResult } from "@webhand/contracts/agent/runs";
import type { ActivityReply } from "@webhand/page/execute/page-action";

/** What the client saw of the page since an action began, whether or not it shows. */
export type Observations = Required<NonNullable<ToolResult["clientObservations"]>>;

/** What a document says of itself; `replaced`: another one stands in its place; `silent`: it does not answer. */
export type Activity = ActivityReply | "replaced" | "silent";

export const nothingSeen: Observations = { didNetworkOccur: false, didDomMutate: false, didUrlChange: false };

/** What one look at a page tells. A document that is being left has sent a request. @throws never */
export function observationsOf(activity: Activity): Observations {
	if (activity === "silent") return nothingSeen;
	if (activity === "replaced") return { didNetworkOccur: true, didDomMutate: true, didUrlChange: false };
	const { hasNetwork, hasLeft, hasChanged, hasFormChange, addedCount, removedCount } = activity;
	return {
		didNetworkOccur: hasNetwork || hasLeft,
		didDomMutate: hasChanged || hasFormChange || addedCount + removedCount > 0,
		didUrlChange: false,
	};
}

/** What either of two looks saw. @throws never */
export function either(one: Observations, other: Observations): Observations {
	return {
		didNetworkOccur: one.didNetworkOccur || other.didNetworkOccur,
		didDomMutate: one.didDomMutate || other.didDomMutate,
		didUrlChange: one.didUrlChange || other.didUrlChange,
	};
}
