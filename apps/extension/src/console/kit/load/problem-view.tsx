import type { ServerProblem } from "../../../kit/load/problem.ts";
import { Problem } from "../../../kit/states.tsx";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { consoleText } from "../../words.ts";
import { EmptyState } from "./empty-state.tsx";

type Props = { readonly problem: ServerProblem; readonly onRetry?: (() => void) | undefined };

/** A failed call in words, with what to do next. */
export function ProblemView({ problem, onRetry }: Props) {
	const text = consoleText.problem;
	if (problem.kind === "forbidden") return <EmptyState title={text.forbidden} hint={text.forbiddenHint} />;
	if (problem.kind === "signed_out") return <EmptyState title={consoleText.signInTitle} hint={consoleText.signInHint} />;
	return <Problem message={sentenceOf(problem)} requestId={problem.requestId} onRetry={onRetry} />;
}

/** What happened, in words where the code has some; a refused request names its fields. @throws never */
export function sentenceOf({ kind, code, message, fields, sentence }: ServerProblem): string {
	const text = consoleText.problem;
	const named = Object.entries(fields).map(([field, what]) => (field === "" ? what : `${field}: ${what}`));
	if (named.length > 0) return `${named.join("; ")}.`;
	if (kind === "forbidden") return `${text.forbidden}. ${text.forbiddenHint}`;
	return kind === "offline" ? `${text.offline} ${text.offlineHint}` : (sentence ?? text.refusals[code] ?? asSentence(message));
}
