import type { Expectation } from "@webhand/contracts/agent/task";
import { hashSeed, mixText } from "@webhand/page/parse/line-hashes";
import type { PageView } from "@webhand/page/parse/view";
import type { Seen } from "./outcome.ts";
import { saying, says } from "./page-words.ts";
import type { HeldBefore } from "./state.ts";

/** Texts of a page before a commit that are kept. A page with more of them shows no new one in its lines. */
const mostHeld = 40;

/** What a page holds already of what a commit should bring. @throws never */
export function heldBefore(view: PageView, expected: Expectation | undefined): HeldBefore {
	const held = expected === undefined ? [] : meeting(view, expected);
	return { hashes: held.slice(0, mostHeld).map(hashOf), epoch: view.epoch };
}

/**
 * True where a page shows what a commit should bring, and did not show it before: a further text, a further place of the same one, an announcement of
 * another document, or one that was seen meanwhile. An expectation that names neither a text nor an address is the engine's.
 *
 * @param before absent for a commit that an earlier version sent: then all that the page shows counts
 * @throws never
 */
export function isBrought({ view, report }: Seen, expected: Expectation, before: HeldBefore | undefined): boolean {
	if (expected.kind !== "text_appears" && expected.kind !== "url_contains") return true;
	const left = [...(before?.hashes ?? [])];
	const isNew = (text: string) => {
		const at = left.indexOf(hashOf(text));
		if (at !== -1) left.splice(at, 1);
		return at === -1;
	};
	const held = meeting(view, expected);
	if ((before?.hashes.length ?? 0) < mostHeld && held.filter(isNew).length > 0) return true;
	if (expected.kind === "url_contains") return false;
	const isAnotherPage = before !== undefined && before.epoch !== view.epoch;
	const announced = [...("words" in report ? (report.words ?? []) : []), ...(isAnotherPage ? view.alerts : [])];
	return says({ ...view, title: "", alerts: announced, lines: [] }, expected.text);
}

const hashOf = (text: string): number => mixText(hashSeed, text);

function meeting(view: PageView, expected: Expectation): readonly string[] {
	if (expected.kind === "text_appears") return saying(view, expected.text);
	return expected.kind === "url_contains" && view.url.toLowerCase().includes(expected.text.toLowerCase()) ? [view.url] : [];
}
