import { parsePage } from "@webhand/page/parse/parse";
import type { Noise } from "@webhand/testing/model-server/noise";
import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import { PageInput } from "./solve/page-input.ts";
import { solvers } from "./solve/solvers.ts";

/**
 * A scripted model that knows each development task and sees only the page text of a prompt. With noise its decisions are wrong now and
 * then; asked whether the task is done it then says what it knows, not always yes.
 */
export type Player = {
	readonly begin: (task: string, sentence: string, noise?: Noise) => void;
	readonly answer: (request: ChatRequest) => ModelReply;
};

/** Creates a player without a task. */
export function createPlayer(): Player {
	let plan: Generator<string, void, PageInput> | undefined;
	let sentence = "";
	let task = "";
	let noise: Noise | undefined;
	let isDone = false;
	let newest: string | undefined;
	const decide = (prompt: string): string => {
		const page = new PageInput(parsePage(pageIn(prompt)), sentence, lookupIn(prompt));
		try {
			const isFirst = plan === undefined;
			plan ??= solvers[task]?.(page);
			const next = isFirst ? plan?.next() : plan?.next(page);
			isDone = next?.done === true;
			return next === undefined ? `fail("nobody knows ${task}")` : next.done ? "finish()" : next.value;
		} catch (cause) {
			return `fail(${JSON.stringify(cause instanceof Error ? cause.message : String(cause))})`;
		}
	};
	return {
		begin: (name, said, wrong) => {
			[plan, task, sentence, noise, isDone, newest] = [undefined, name, said, wrong, false, undefined];
		},
		answer: (request) => {
			const prompt = promptOf(request);
			if (prompt.includes("OBSERVATIONS:")) return text({ verdict: "success", confidence: 0.9, reason: "As it should be." });
			if (prompt.includes("PROPOSED ANSWER:")) {
				const isTold = noise !== undefined && !isDone;
				return text(
					isTold ? { verdict: "continue", missing: ["the rest"] } : { verdict: "complete", evidence: "It is done.", missing: [] },
				);
			}
			if (!prompt.includes("THINK AGAIN:")) newest = undefined;
			const right = () => {
				newest = isValue(newest) ? newest : decide(prompt);
				return newest;
			};
			const action = noise === undefined ? right() : noise(pageIn(prompt), right);
			if (!/^\w+\(.+\)$|^(?:finish|back|forward|reload)\(\)$/s.test(action)) return { kind: "text", text: action };
			return { kind: "text", text: `<Thought>I know this page</Thought><Action>${action}</Action>` };
		},
	};
}

/** Asked whether it means its answer, the model insists on a value; a control that is as wanted already it leaves as it is. */
function isValue(answer: string | undefined): answer is string {
	return answer !== undefined && /^(?:setValue|select)\(/.test(answer);
}

function text(answer: object): ModelReply {
	return { kind: "text", text: JSON.stringify(answer) };
}

/** The newest page of a prompt. */
function pageIn(prompt: string): string {
	const start = prompt.lastIndexOf("<page nonce=");
	const end = prompt.lastIndexOf("</page nonce=");
	return prompt.slice(prompt.indexOf("\n", start) + 1, end);
}

/** The answer of the last lookup, without its first line. */
function lookupIn(prompt: string): string {
	const start = prompt.lastIndexOf("found:\n");
	if (start === -1) return "";
	const lines = prompt.slice(start).split("\n").slice(1);
	const isFenced = lines[0]?.startsWith("<page nonce=") === true;
	const end = lines.findIndex((line, index) => index > 0 && (isFenced ? line.startsWith("</page nonce=") : line === ""));
	return lines.slice(isFenced ? 2 : 1, end === -1 ? undefined : end).join("\n");
}
