import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import type { Values } from "../rows/applications.ts";

/** A model that knows the form of the expenses: it fills in five fields at once, as a prompt allows, saves and finishes. */
export function createExpenseModel() {
	let values: Values = {};
	return {
		begin: (next: Values): void => {
			values = next;
		},
		answer: (request: ChatRequest): ModelReply => {
			const prompt = promptOf(request);
			if (prompt.includes("OBSERVATIONS:")) return json({ verdict: "success", confidence: 0.9, reason: "As it should be." });
			if (prompt.includes("PROPOSED ANSWER:")) return json({ verdict: "complete", evidence: "It is saved.", missing: [] });
			const [action = "fail()", ...more] = actionsOn(pageIn(prompt), values);
			const further = more.length === 0 ? "" : `<More>${more.join("\n")}</More>`;
			return { kind: "text", text: `<Thought>I know this form</Thought><Action>${action}</Action>${further}` };
		},
	};
}

const fillsAtOnce = 5;

function actionsOn(page: string, values: Values): readonly string[] {
	if (!page.includes("Save expense")) return ["finish()"];
	const open = Object.entries(values).flatMap(([label, value]) => {
		const [, type, id, rest = ""] = new RegExp(`<(\\w+) (\\d+)\\*? "${label}"([^>\\n]*)>`).exec(page) ?? [];
		if (id === undefined || rest.includes(`value="${value}"`)) return [];
		return [`${type === "select" ? "select" : "setValue"}(${id}, ${JSON.stringify(value)})`];
	});
	const [, save] = /<button (\d+)[^>]*>Save expense/.exec(page) ?? [];
	return open.length > 0 ? open.slice(0, fillsAtOnce) : [`click(${save})`];
}

const json = (answer: object): ModelReply => ({ kind: "text", text: JSON.stringify(answer) });

/** The newest page of a prompt. */
function pageIn(prompt: string): string {
	const start = prompt.lastIndexOf("<page nonce=");
	return prompt.slice(start, prompt.lastIndexOf("</page nonce="));
}
