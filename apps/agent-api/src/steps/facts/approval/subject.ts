import type { Action } from "@webhand/contracts/action/grammar";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { dialogAround } from "../danger/question-text.ts";
import { formOf, frameHostOf, rowAround, targetOf } from "../target.ts";
import { withoutTicking } from "../ticking.ts";
import { isSent } from "./held.ts";
import { isInRow, scopeOf, titlesOver } from "./scope.ts";

const longestDialog = 1_000;
const longestName = 40;
const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|yclid|_ga|ref_src)$/i;

/**
 * What an action is about, as a person sees it: the address, the frame, all that the control says of itself, what it is dropped upon, what
 * the dialog around it says, or else the heading over it, its own line, the line right above and values named in text (`To: Ann`). What
 * runs by itself counts nowhere; numbers of the line above do not either, since counters stand there.
 *
 * @throws never
 */
export function subjectOf(action: Action, page: PageView): readonly string[] {
	const target = targetOf(action, page);
	if (target === undefined) return [placeOf(page.url)];
	const said = dialogAround(target, page);
	const isQuestion = said.length > 0 && said.reduce((sum, { text }) => sum + text.length, 0) <= longestDialog;
	const about = isQuestion ? said.flatMap((line) => [line.name ?? "", textsOf(line, page)]) : surroundingsOf(target, page);
	const own = [target.name, target.content, target.attributes.get("hint") ?? "", frameHostOf(target, page) ?? ""];
	return [placeOf(page.url), ...[...own, ...about, ...droppedUpon(action, page)].map(withoutTicking)];
}

function surroundingsOf(target: ElementView, page: PageView): readonly string[] {
	const { lines, elements, isForm } = scopeOf(target, page);
	const named = lines.flatMap((line) => (isNamedValue(line, page) ? [line.text] : []));
	// A row says itself what it is about; the list around it may change.
	if (isInRow(target, page)) return named;
	const form = formOf(target, page);
	const isBare = !isForm || !elements.some(isSent);
	const at = isForm ? (form?.line ?? target.line) : target.line;
	const own = page.lines[target.line];
	const besides = isBare && own !== undefined ? [textsOf(own, page), wordsOf(page.lines[at - 1], page)] : [];
	return [...titlesOver(target, page).map(uncounted), ...named, ...besides];
}

/** The texts and links of a line. */
function textsOf({ cells }: PageLine, page: PageView): string {
	const said = cells.flat().map((part) => {
		if (part.kind === "text") return part.text.trim();
		const link = page.elements.get(part.id);
		return link?.type === "a" ? link.name : "";
	});
	return said.filter((text) => text !== "").join(" ");
}

/** The words of a line that is only read, without its numbers: counters stand there, and amounts are bound on their own. */
function wordsOf(line: PageLine | undefined, page: PageView): string {
	return line === undefined || !isRead(line, page) ? "" : withoutTicking(line.text).replaceAll(/\d+/g, "");
}

/** `To: Ann`, or a row of two cells: a field whose value is text. */
function isNamedValue(line: PageLine, page: PageView): boolean {
	if (!isRead(line, page)) return false;
	if (line.kind === "row") return line.cells.length === 2;
	const name = /^\P{Nd}*?[:：](?=.)/u.exec(withoutTicking(line.text))?.[0];
	return name !== undefined && name.length <= longestName;
}

/** A line of text and links alone. */
function isRead({ cells }: PageLine, page: PageView): boolean {
	return cells.flat().every((part) => part.kind === "text" || page.elements.get(part.id)?.type === "a");
}

function droppedUpon(action: Action, page: PageView): readonly string[] {
	if (action.name !== "drag" || action.to.kind === "offset") return [];
	const onto = page.elements.get(action.to.id);
	return onto === undefined ? [] : [fingerprint(onto, page), onto.name, rowAround(onto, page)];
}

/** "Inbox (3)" is the inbox, whatever came in. */
function uncounted(title: string): string {
	return title.replaceAll(/\(\d+\)/g, "");
}

/** Where a page is, without what only tracks; what follows the `#` counts where it is a route. */
function placeOf(url: string): string {
	const parsed = URL.parse(url);
	if (parsed === null) return url;
	const kept = [...parsed.searchParams].filter(([name]) => !tracking.test(name));
	return [parsed.host, parsed.pathname, String(new URLSearchParams(kept)), /^#!?\//.test(parsed.hash) ? parsed.hash : ""].join(" ");
}
