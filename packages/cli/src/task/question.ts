import type { AnswerRequest, StepReply } from "@webhand/contracts/agent/runs";
import { WebhandError } from "../errors.ts";
import type { TaskAnswer, TaskQuestion } from "./types.ts";

type Asking = Extract<StepReply, { readonly action: "ask_user" }>;

/** A question of the server in the terms of this package. @throws never */
export function questionOf({ kind, question, choices = [], approval }: Asking): TaskQuestion {
	if (approval === undefined) return { kind, text: question, choices };
	const { class: name, reasons, site, label, fields, amount, row } = approval;
	const facts = { class: name, reasons, site, label, fields };
	return {
		kind,
		text: question,
		choices,
		approval: { ...facts, ...(amount === undefined ? {} : { amount }), ...(row === undefined ? {} : { row }) },
	};
}

/** The answer as the server takes it. @throws WebhandError refused, where it does not answer this kind of question */
export function answerOf({ kind }: Pick<TaskQuestion, "kind">, answer: TaskAnswer): Pick<AnswerRequest, "approved" | "answer" | "done"> {
	if ("approved" in answer && kind === "approval") return { approved: answer.approved };
	if ("text" in answer && kind === "input") return { answer: answer.text };
	if ("done" in answer && kind === "handoff") return { done: true };
	throw new WebhandError(
		`A question of kind ${kind} is answered by ${{ approval: "approved", input: "text", handoff: "done", page_dialog: "approved" }[kind]}`,
		{ code: "refused" },
	);
}
