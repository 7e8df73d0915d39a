import type { ServerProblem } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { toolSentence } from "./tool-sentence.ts";

type Props = { readonly problem: ServerProblem | null; readonly onRetry?: (() => void) | undefined };

/** A refused or failed call of a server tool in words; nothing without one. */
export function ToolProblem({ problem, onRetry }: Props) {
	if (problem === null) return null;
	return <Problem message={toolSentence(problem)} requestId={problem.requestId} onRetry={onRetry} />;
}
