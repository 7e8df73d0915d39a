import type { PastStep, Turn } from "../../../turn.ts";
import { lastAction } from "../../../turn.ts";

const acting: ReadonlySet<string> = new Set(["click", "press", "setValue", "select", "drag", "upload", "navigate", "openTab"]);
// What the client found no control for, it did not do.
const notDone = /^client_error (?:NOT_FOUND|STALE|ELEMENT_NOT_FOUND|STALE_ELEMENT)/;
const most = 5;

/**
 * What was done on the page for a clause that came to no end, in the words of its thoughts: `click “Next” (3 times)`. A person who is
 * told of a failure must know what happened before it.
 *
 * @param since the first step that counts; steps that were seen to fail count too, since they were carried out
 * @returns at most 5, the newest last
 */
export function deedsOf(history: readonly PastStep[], since: number): readonly string[] {
	const counts = new Map<string, number>();
	for (const past of history) {
		const deed = past.stepIndex >= since && isDeed(past) ? deedIn(past.thought) : undefined;
		if (deed !== undefined) counts.set(deed, (counts.get(deed) ?? 0) + 1);
	}
	return [...counts].slice(-most).map(([deed, count]) => (count === 1 ? deed : `${deed} (${count} times)`));
}

/** What a dialog asks that the last deed has opened: a click that was ordered as such ends there, and the person is told of it. */
export function questionLeft({ history, page }: Pick<Turn, "history" | "page">): string | undefined {
	const seen = lastAction(history)?.verification?.observations ?? [];
	const isOpened = seen.some((one) => one.startsWith("dialog_opened") && !one.endsWith("(client)"));
	return isOpened ? page.dialogs.map(({ name }) => name).findLast((name) => name.endsWith("?")) : undefined;
}

/** True for a step that did something on the page, as far as the client says. */
export const isDeed = ({ parsed, verification }: PastStep): boolean =>
	acting.has(parsed.name) && verification?.observations.some((one) => notDone.test(one)) !== true;

/** The last "I …" of a thought, outside of what it quotes: what comes before it says why. */
function deedIn(thought: string): string | undefined {
	const bare = thought.replaceAll(/“[^”]*”|"[^"]*"/g, (quote) => "·".repeat(quote.length));
	const start = bare.lastIndexOf("I ");
	return start === -1
		? undefined
		: thought
				.slice(start + 2)
				.replace(/\.$/, "")
				.slice(0, 120);
}
