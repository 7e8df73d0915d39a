import { expect, test } from "vitest";
import { hideInPatch } from "./mask.ts";

test("what the decider remembers in words is kept without secrets, the digests it knows notes and places by are kept as they are", () => {
	const secrets = ["ab1"];
	const deciderState = { added: ["type ab1 into Code"], heard: ["0ab1zz9"], visited: ["1ab1abc"], step: { action: 'setValue(4, "ab1")' } };
	expect(hideInPatch({ memory: "the code is ab1", deciderState }, secrets)).toEqual({
		memory: "the code is •••",
		deciderState: { ...deciderState, added: ["type ••• into Code"], step: { action: 'setValue(4, "•••")' } },
	});
});
