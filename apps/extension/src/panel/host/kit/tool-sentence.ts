import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemSentence } from "../../kit/problem-sentence.ts";
import { toolErrors } from "./error-words.ts";

/** What went wrong with a server tool, in plain words. @throws never */
export function toolSentence(problem: ServerProblem): string {
	const words = toolErrors[problem.code as keyof typeof toolErrors];
	return problemSentence(problem, typeof words === "function" ? words(problem.details) : words);
}
