import type { ServerProblem } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { routineSentence } from "./routine-sentence.ts";

type Props = { readonly problem: ServerProblem | null; readonly onRetry?: (() => void) | undefined };

/** A refused or failed call in words; nothing without one. */
export function RoutineProblem({ problem, onRetry }: Props) {
	if (problem === null) return null;
	return <Problem message={routineSentence(problem)} requestId={problem.requestId} onRetry={onRetry} />;
}
