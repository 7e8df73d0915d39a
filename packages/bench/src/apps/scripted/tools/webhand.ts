import { parsePage } from "@webhand/page/parse/parse";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { promptOf } from "@webhand/testing/model-server/reply";
import type { Control, Decision } from "../moves.ts";
import type { Tool } from "./tool.ts";
import { say } from "./tool.ts";

/** Webhand: page text with numbered controls; an answer is a thought and an action. */
export const webhand: Tool = {
	read: (prompt) => {
		if (/OBSERVATIONS:|PROPOSED ANSWER:/.test(prompt)) return undefined;
		const view = parsePage(pageIn(prompt));
		const labels = labelsIn(view);
		const elements = [...view.elements.values()];
		return {
			text: [...view.alerts, ...view.lines.map(({ text }) => text), ...elements.flatMap(errorOf)].join("\n"),
			controls: elements.filter(isUsable).map((element) => controlOf(element, labels.get(element.id))),
			hasMore: false,
		};
	},
	isUndone: (prompt) => prompt.includes("THINK AGAIN:") || /had no effect, client_error/.test(lastStepIn(prompt)),
	write: (decision) => {
		const action = actionOf(decision);
		return say(`<Thought>I know this page</Thought><Action>${action}</Action>`);
	},
	other: (request, isDone) => {
		if (promptOf(request).includes("OBSERVATIONS:"))
			return say(JSON.stringify({ verdict: "success", confidence: 0.9, reason: "As it should be." }));
		const verdict = isDone ? { verdict: "complete", evidence: "It is done.", missing: [] } : { verdict: "continue", missing: ["the rest"] };
		return say(JSON.stringify(verdict));
	},
};

function actionOf(decision: Decision): string {
	switch (decision.kind) {
		case "done":
			return "finish()";
		case "fail":
			return `fail(${JSON.stringify(decision.reason)})`;
		case "wait":
		case "scroll":
			return "wait(1)";
		case "move": {
			const { move, ref } = decision;
			if (move.do === "press") return `click(${ref})`;
			return move.do === "fill" ? `setValue(${ref}, ${JSON.stringify(move.text)})` : `select(${ref}, ${JSON.stringify(move.option)})`;
		}
	}
}

const fields = new Set([
	"input",
	"password",
	"search",
	"textarea",
	"email",
	"number",
	"date",
	"combobox",
	"textbox",
	"tel",
	"url",
	"editor",
]);

function controlOf({ id, type, name, content, attributes }: ElementView, label: string | undefined): Control {
	const kind = type === "select" || type === "listbox" ? "choice" : fields.has(type) ? "field" : "button";
	const names = [name, content, kind === "button" ? undefined : label, attributes.get("placeholder"), attributes.get("hint")];
	return { ref: id, kind, names: names.flatMap((one) => (one ? [one] : [])) };
}

const unusable = ["readonly", "disabled", "covered"];
const isUsable = ({ states }: ElementView): boolean => !unusable.some((state) => states.has(state));

/** What a field says is wrong with its value, which stands beside it. */
function errorOf({ name, attributes }: ElementView): readonly string[] {
	const error = attributes.get("error");
	return error === undefined ? [] : [`invalid: ${name}: ${error}`];
}

/** The newest of the steps that a prompt tells. */
function lastStepIn(prompt: string): string {
	const start = prompt.lastIndexOf("PREVIOUS ACTIONS:");
	if (start === -1) return "";
	return prompt.slice(start, prompt.indexOf("</notes", start)).trimEnd().split("\n").at(-1) ?? "";
}

/** The text before each control: a person takes it for the label of a field that has none. */
function labelsIn({ lines }: PageView): ReadonlyMap<number, string> {
	const labels = new Map<number, string>();
	let text = "";
	for (const part of lines.flatMap(({ cells }) => cells.flat())) {
		if (part.kind === "element") labels.set(part.id, text);
		else if (part.text.trim() !== "") text = part.text.trim();
	}
	return labels;
}

/** The newest page of a prompt. */
function pageIn(prompt: string): string {
	const start = prompt.lastIndexOf("<page nonce=");
	const end = prompt.lastIndexOf("</page nonce=");
	return prompt.slice(prompt.indexOf("\n", start) + 1, end);
}
