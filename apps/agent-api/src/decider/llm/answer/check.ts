import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { PageView } from "@webhand/page/parse/view";
import type { Turn } from "../../turn.ts";
import { nearestControls } from "./action/nearest.ts";
import { balancedObject, isJson } from "./loose-json.ts";
import type { Answer, AnswerRead, NativeCall } from "./read.ts";
import { planOnly, readModelAnswer } from "./read.ts";

type Reply = { readonly text: string; readonly calls: readonly NativeCall[]; readonly isCutOff?: true };

/** Reads an answer and checks that what it names is on the page. @throws never */
export function checkAnswer(reply: Reply, turn: Turn): AnswerRead {
	const read = readModelAnswer(reply.text, reply.calls, turn.page);
	if (!read.ok) return read;
	if (reply.isCutOff === true && !isPlanOnly(read.answer) && !isWhole(reply))
		return { ok: false, problem: "it was cut off before its end: answer with a shorter one" };
	const { thought, action } = read.answer;
	// A plan alone is an answer where one was requested; the action comes with the next page.
	if (isPlanOnly(read.answer) && turn.plan !== null) return { ok: false, problem: "there was a plan in it and no action" };
	if (action.name === "look" && turn.takesPictures !== true)
		return { ok: false, problem: "look() is no action here: there are no pictures" };
	const list = action.name === "click" && action.at === undefined ? turn.page.elements.get(action.id) : undefined;
	// A press on such a list opens a menu of the browser, which no page shows.
	if (list?.type === "select" && list.attributes.has("options"))
		return {
			ok: false,
			problem: `${list.id} is a <select>: choose with select(${list.id}, "label")`,
			aimless: { thought, action: { name: "select", id: list.id, options: [] } },
		};
	const missing = idsOf(action).find((id) => !turn.page.elements.has(id));
	if (missing === undefined) return read;
	const near = nearestControls(turn.page, `${thought} ${formatAction(action)}`);
	return { ok: false, problem: `${missing} is not on the current page${listOf(near, turn.page)}`, aimless: { thought, action } };
}

/** The action is there to its end: in its tag, as JSON, or as a native call. */
function isWhole({ text, calls }: Reply): boolean {
	const object = balancedObject(text);
	return calls.length > 0 || /<\s{0,9}\/\s{0,9}action/i.test(text) || (object !== undefined && isJson(object));
}

/** The answer was cut off behind its plan. */
export const isPlanOnly = ({ repairs }: Answer): boolean => repairs.includes(planOnly);

function listOf(ids: readonly number[], page: PageView): string {
	const lines = ids.map((id) => `${id} (${page.elements.get(id)?.type ?? ""} “${(page.elements.get(id)?.name ?? "").slice(0, 80)}”)`);
	return lines.length === 0 ? "" : `; the nearest are ${lines.join(", ")}`;
}

function idsOf(action: Action): readonly number[] {
	const own = "id" in action && action.id !== undefined ? [action.id] : [];
	if (action.name === "drag" && action.to.kind !== "offset") return [...own, action.to.id];
	if (action.name === "scroll" && "id" in action.to && action.to.id !== undefined) return [action.to.id];
	return own;
}
