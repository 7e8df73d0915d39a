import type { TaskAnswer, TaskQuestion } from "../task/types.ts";
import type { Terminal } from "./terminal.ts";
import { printable } from "./terminal.ts";

/** A question in lines, with what is to be approved. @throws never */
export function linesOf({ text, choices, approval }: TaskQuestion): readonly string[] {
	const facts = approval === undefined ? [] : [...factsOf(approval), ...approval.fields.map((field) => `  ${field}`)];
	return [text, ...facts, ...choices.map((choice, index) => `  ${index + 1}  ${choice}`)].map((line) => line.replace(/\S.*/s, printable));
}

function factsOf({ label, site, amount, row }: NonNullable<TaskQuestion["approval"]>): readonly string[] {
	const facts = [
		`"${label}" on ${site}`,
		...(amount === undefined ? [] : [`amount: ${amount}`]),
		...(row === undefined ? [] : [`row: ${row}`]),
	];
	return facts.map((fact) => `  ${fact}`);
}

/** Asks in the terminal. @returns null at the end of input; a hand-over needs a browser that is shown */
export async function askInTerminal(
	terminal: Pick<Terminal, "ask" | "note">,
	question: TaskQuestion,
	how: { readonly isHeaded: boolean; readonly signal: AbortSignal },
): Promise<TaskAnswer | null> {
	const { signal } = how;
	switch (question.kind) {
		case "approval":
		case "page_dialog":
			for (;;) {
				const said = (await terminal.ask(promptOf(question), { signal }))?.trim().toLowerCase();
				if (said === undefined) return null;
				if (said === "y" || said === "yes") return { approved: true };
				if (said === "n" || said === "no") return { approved: false };
			}
		case "input":
			for (;;) {
				const said = (await terminal.ask("> ", { signal }))?.trim();
				if (said === undefined) return null;
				const choice = /^\d+$/.test(said) ? question.choices[Number(said) - 1] : undefined;
				if (said !== "") return { text: choice ?? said };
			}
		case "handoff":
			if (!how.isHeaded) {
				terminal.note("Somebody has to do this in the page: run it again with --headed", "yellow");
				return null;
			}
			return (await terminal.ask("Press Enter when it is done ", { signal })) === null ? null : { done: true };
	}
}

/** What the page asks by itself is no step of the task, and stands in no line before. */
function promptOf({ kind, text }: TaskQuestion): string {
	return kind === "page_dialog" ? `The page asks: "${printable(text)}" Accept? [y/n] ` : "Allow this? [y/n] ";
}
