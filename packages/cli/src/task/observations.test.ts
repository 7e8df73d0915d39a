import type { ActivityReply } from "@webhand/page/execute/page-action";
import { expect, test } from "vitest";
import { either, nothingSeen, observationsOf } from "./observations.ts";

const still: ActivityReply = {
	rest: "quiet",
	quietInMs: 0,
	hasLeft: false,
	addedCount: 0,
	removedCount: 0,
	hasFormChange: false,
	hasNetwork: false,
	hasChanged: false,
	dropdownDetected: false,
};

test.each([
	[still, {}],
	["silent", {}],
	["replaced", { didNetworkOccur: true, didDomMutate: true }],
	[{ ...still, hasNetwork: true }, { didNetworkOccur: true }],
	[{ ...still, hasLeft: true }, { didNetworkOccur: true }],
	[{ ...still, hasChanged: true }, { didDomMutate: true }],
	[{ ...still, hasFormChange: true }, { didDomMutate: true }],
	[{ ...still, removedCount: 2 }, { didDomMutate: true }],
] as const)("%j is seen as %j", (activity, seen) => {
	expect(observationsOf(activity)).toEqual({ ...nothingSeen, ...seen });
});

test("what one of two looks saw was seen", () => {
	const address = { ...nothingSeen, didUrlChange: true };
	expect(either(observationsOf({ ...still, hasNetwork: true }), address)).toEqual({
		didNetworkOccur: true,
		didDomMutate: false,
		didUrlChange: true,
	});
	expect(either(nothingSeen, nothingSeen)).toEqual(nothingSeen);
});
