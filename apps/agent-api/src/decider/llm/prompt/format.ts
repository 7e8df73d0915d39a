import type { Turn } from "../../turn.ts";
import type { AnswersIn } from "../provider/model.ts";
import type { Profile } from "./budget.ts";

/** `nonce`: 96 random bits in hex, new for each request. */
export type Manner = { readonly nonce: string; readonly answersIn: AnswersIn };

type Field = { readonly name: string; readonly says: string; readonly json: string };
const field = (name: string, says: string, json = "text"): Field => ({ name, says, json });

const thought = field("Thought", "one or two sentences");
const shortThought = field("Thought", "one sentence");
const action = field("Action", "one action");
const plan = field("Plan", "only while PLAN is missing or wrong: at most 10 step|why|result; a simple task has one", "list of texts");
const shortPlan = field("Plan", "only while PLAN is missing: one line a step, at most 3", "list of texts");
const done = field("Done", "numbers of PLAN steps that the page proves done", "list of numbers");
const memory = field("Memory", "facts to keep for later steps, if any");
const missing = field("Missing", "only beside ask: the facts that you need, one a line", "list of texts");
const expect = field(
	"Expect",
	'optional: {"kind":"text_appears","text":"…"}, also text_gone, url_contains; {"kind":"dialog_opens"}, also dialog_closes, url_changes',
	"object",
);

const fields = [thought, action, plan, done, memory, expect, missing];
const smallFields = [shortThought, action, shortPlan, done];

/** What an answer looks like. The prompt asks for tags only where nothing else holds the model to a form. */
export function formatOf({ isSmall }: Pick<Profile, "isSmall">, answersIn: AnswersIn): string {
	const asked = isSmall ? smallFields : fields;
	if (answersIn === "tags")
		return ["Answer with exactly these tags:", ...asked.map(({ name, says }) => `<${name}>${says}</${name}>`)].join("\n");
	const head = answersIn === "tool" ? "Answer by calling act with these fields:" : "Answer with one JSON object, nothing else. Its fields:";
	return [head, ...asked.map(({ name, says, json }) => `"${name.toLowerCase()}" (${json}): ${says}`)].join("\n");
}

/** An action as the answer is to give it. */
export function sayAction(action: string, thought: string, answersIn: AnswersIn): string {
	if (answersIn === "tags") return `${thought === "" ? "" : `<Thought>${thought}</Thought>`}<Action>${action}</Action>`;
	return JSON.stringify({ ...(thought === "" ? {} : { thought }), action });
}

/** Small models press something that has to do with a question. Close to the page they are told to answer it. */
export function answerHint({ query, isAsking = false }: Pick<Turn, "query" | "isAsking">, answersIn: AnswersIn): string {
	if (!isAsking && !/[?？؟]\s*$/.test(query)) return "";
	const limit = isAsking ? "TASK only asks: change nothing. Where" : "TASK is a question: where";
	return `${limit} the page has the answer, give ${sayAction('finish("…")', "", answersIn)}.`;
}

/** Asks for the kind of the order, with the first decision of a task. */
export function kindQuestion(answersIn: AnswersIn): string {
	const place = answersIn === "tags" ? "begin with <Kind>asks | acts | both</Kind>" : 'also give "kind": "asks", "acts" or "both"';
	return `KIND: ${place}. asks: TASK only wants to know something. acts: it wants a change.`;
}
