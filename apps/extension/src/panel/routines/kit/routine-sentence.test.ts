import { expect, test } from "vitest";
import { routineSentence } from "./routine-sentence.ts";

test.each(["A run has 100 rows at most. Split the list", "50 of your runs are not over, as many as may be. Stop one first"])(
	"a limit that is reached is told with its way out: %s",
	(message) => {
		const problem = { kind: "refused", code: "LIMIT_REACHED", message, requestId: undefined, fields: {}, details: {} } as const;
		expect(routineSentence(problem)).toBe(`${message}.`);
	},
);
