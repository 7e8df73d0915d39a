import type { ChatRequest, ModelReply } from "./reply.ts";
import { promptOf, textOf } from "./reply.ts";

type Control = { readonly id: number; readonly type: string; readonly line: string; readonly content: string };

/**
 * A model that knows the demo task: it looks at the newest page text of the prompt and says the next action, `<Thought>` and `<Action>`.
 * What it does depends on the page alone, so a step done twice or a page reloaded does not confuse it. Asked whether an action had its
 * effect it says yes; asked whether the task is done, yes on the cart with a total.
 *
 * @returns text; `fail()` on a page that it does not know
 */
export function demoModel(request: ChatRequest): ModelReply {
	const prompt = promptOf(request);
	const page = pageIn(textOf(request.messages.at(-1))) ?? pageIn(prompt) ?? "";
	if (prompt.includes("OBSERVATIONS:")) return json({ verdict: "success", confidence: 0.9, reason: "The page changed as it should." });
	if (prompt.includes("PROPOSED ANSWER:")) {
		const total = cartTotal(page);
		const evidence = total === undefined ? "" : `The cart shows ${total}.`;
		return json(
			total === undefined ? { verdict: "continue", evidence, missing: ["the cart"] } : { verdict: "complete", evidence, missing: [] },
		);
	}
	const { thought, action } = nextMove(page);
	return { kind: "text", text: `<Thought>${thought}</Thought><Action>${action}</Action>` };
}

function json(answer: object): ModelReply {
	return { kind: "text", text: JSON.stringify(answer) };
}

function cartTotal(page: string): string | undefined {
	return /Total:?\s*(\d[\d,.]* €)/.exec(page)?.[1];
}

function nextMove(page: string): { readonly thought: string; readonly action: string } {
	const path = /^@url https?:\/\/[^/\s]+(\/[^\s?#]*)?/m.exec(page)?.[1] ?? "/";
	const controls = controlsOf(page);
	if (path === "/cart") {
		const total = cartTotal(page);
		if (total !== undefined) return { thought: "The cart shows its total", action: `finish(${JSON.stringify(total)})` };
	}
	if (path.startsWith("/products/")) {
		const size = controls.find((control) => control.type === "select" && /"Size"/.test(control.line));
		if (size !== undefined && !/value="1\.5 l"/.test(size.line)) {
			return { thought: "The size has to be chosen first", action: `select(${size.id}, "1.5 l")` };
		}
		const cart = controls.find((control) => /Cart \([1-9]/.test(`${control.line} ${control.content}`));
		if (cart !== undefined) return { thought: "It is in the cart, so I open the cart", action: `click(${cart.id})` };
		const add = controls.find((control) => /Add to cart/.test(`${control.line} ${control.content}`));
		if (add !== undefined) return { thought: "The size is right, so I add it to the cart", action: `click(${add.id})` };
	}
	const result = controls.find((control) => control.type === "a" && /(^|")Blue kettle("|$)/.test(control.content || control.line));
	if (path === "/search" && result !== undefined) return { thought: "The first result is the blue kettle", action: `click(${result.id})` };
	const search = controls.find((control) => /^(search|input|combobox)$/.test(control.type) && /search/i.test(control.line));
	if (search !== undefined) return { thought: "I search for the kettle", action: `setValue(${search.id}, "blue kettle", true)` };
	return { thought: "I do not know this page", action: "fail()" };
}

function controlsOf(page: string): readonly Control[] {
	return [...page.matchAll(/<([a-z]+) (\d+)\*?([^>\n]*)>([^<\n]*)/g)].map(([, type = "", id, line = "", content = ""]) => ({
		id: Number(id),
		type,
		line,
		content: content.trim(),
	}));
}

function pageIn(text: string): string | undefined {
	const at = text.lastIndexOf("@page 1");
	return at === -1 ? undefined : text.slice(at);
}
