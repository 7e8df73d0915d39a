import type { ErrorCode } from "@webhand/contracts/errors";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemSentence } from "../../kit/problem-sentence.ts";
import { routineErrors } from "../words.ts";

/** Why the server did not do what was asked of a routine, in plain words. @throws never */
export const routineSentence = (problem: ServerProblem): string => problemSentence(problem, routineErrors[problem.code as ErrorCode]);
