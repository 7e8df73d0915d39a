import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { useState } from "react";

/** A program while it is changed; each change can be taken back. */
export function useProgram(initial: RoutineProgram) {
	const [states, setStates] = useState<readonly RoutineProgram[]>([initial]);
	return {
		program: states.at(-1) ?? initial,
		change: (program: RoutineProgram) => setStates((before) => [...before, program]),
		undo: () => setStates((before) => (before.length > 1 ? before.slice(0, -1) : before)),
		isChanged: states.length > 1,
	};
}
