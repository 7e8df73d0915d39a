import type { ServerProblem } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { consoleText } from "../../words.ts";
import { sentenceOf } from "../load/problem-view.tsx";

type Props = {
	readonly problem: ServerProblem | null;
	/** Fields that show their own message. */
	readonly shown: readonly string[];
};

/** Why a form was refused: the fields tell their part, and this the rest. */
export function FormProblem({ problem, shown }: Props) {
	if (problem === null) return null;
	if (problem.kind !== "invalid") return <Problem message={sentenceOf(problem)} requestId={problem.requestId} />;
	const others = Object.entries(problem.fields).filter(([field]) => !shown.includes(field));
	const sentences = others.map(([field, message]) => (field === "" ? message : `${field}: ${message}`));
	return <Problem message={[consoleText.problem.checkFields, ...sentences].join(" ")} />;
}
