import { parseAction } from "@webhand/contracts/action/parse";
import type { Expectation } from "@webhand/contracts/agent/task";
import { parsePage } from "@webhand/page/parse/parse";
import { viewFromSnapshot } from "@webhand/page/parse/snapshot";
import { keysOf } from "../src/policy/facts/keys.ts";
import { targetIdOf, targetOf } from "../src/policy/facts/target.ts";
import { isSensitiveTarget } from "../src/policy/secrets/find.ts";
import type { Report } from "../src/policy/verify/before-state.ts";
import { beforeStateOf, changeSince, withSecondReading } from "../src/policy/verify/before-state.ts";
import { defaultExpectation } from "../src/policy/verify/expectations.ts";
import { verifyAction } from "../src/policy/verify/verify.ts";

/** The page that a case is about unless it says otherwise. */
export const body = [
	"# Checkout",
	'<form "Delivery" post>',
	' <input 1 "Full name">',
	' <select 2 "Country" value="Austria" options="Austria*|Belgium|France">',
	' <checkbox 3 "Gift">',
	' <password 4 "Password">',
	" <button 5 submit>Send",
	"<button 6 collapsed>Menu",
	'<file 7 "CV">',
	"<box 8 at=10,10>Piece",
	"<a 9 /more>More",
].join("\n");

/** What a page changes of the usual one. */
export type PageParts = {
	readonly url?: string;
	readonly title?: string;
	readonly epoch?: string;
	readonly screen?: string;
	/** That of the window, in CSS pixels. */
	readonly size?: string;
	readonly header?: string;
	readonly body?: string;
	/** Simplified HTML instead of page text. */
	readonly html?: string;
	/** The boxes of a snapshot instead of page text, as its client reports them. */
	readonly boxes?: readonly { readonly type: string; readonly checked?: boolean }[];
};

const page = (parts: PageParts = {}) => (parts.boxes === undefined ? textPage(parts) : boxesPage(parts.boxes));

const boxesPage = (boxes: NonNullable<PageParts["boxes"]>) =>
	viewFromSnapshot({
		url: "https://a.example/form",
		title: "Form",
		visibleText: "",
		docEpoch: "",
		shown: 0,
		total: 0,
		timestamp: 0,
		viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
		elements: boxes.map((box, index) => ({
			id: `agent-${index + 1}`,
			tag: "input",
			role: "",
			text: "",
			ariaLabel: `Box ${index + 1}`,
			bbox: { x: 0, y: 0, width: 0, height: 0 },
			...box,
		})),
	});

const textPage = ({
	html,
	url = "https://a.example/form",
	title = "Form",
	epoch = "e1",
	screen = "1 of 2",
	size = "1280x800",
	header = "",
	body: lines = body,
}: PageParts = {}) =>
	parsePage(
		html ??
			`@page 1\n@url ${url}\n@title ${title}\n@epoch ${epoch}\n@screen ${size}, page ${screen}\n${header}${header === "" ? "" : "\n"}\n@view\n${lines}`,
	);

/** An action, the page before it and after it, and what the client reports. */
export type Case = {
	readonly action: string;
	readonly was?: PageParts;
	readonly after?: PageParts;
	readonly report?: Report;
	readonly expect?: Expectation;
	/** False where what was expected proves nothing by itself, as any change does. */
	readonly isExplicit?: boolean;
	readonly waits?: number;
	/** The page at the second reading, between `after` and the action. */
	readonly between?: PageParts;
	readonly hasNoBefore?: boolean;
};

/** What facts say of a case. */
export function verdictOf({ action: text, was = {}, after = {}, report = {}, expect: expected, hasNoBefore = false, ...rest }: Case) {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const { action } = parsed;
	const [before, now] = [page(was), page(after)];
	const first = beforeStateOf(before, action);
	const state = hasNoBefore ? null : rest.between === undefined ? first : withSecondReading(first, page(rest.between));
	const done = { action, keys: keysOf(action, before) };
	return verifyAction({
		action,
		before: state,
		page: now,
		change: state === null ? { added: 0, removed: 0, isSame: false } : changeSince(state, now, done),
		report,
		expect: expected ?? defaultExpectation(action, targetOf(action, before), isSensitiveTarget(before, targetIdOf(action))),
		isExplicit: rest.isExplicit ?? expected !== undefined,
		waits: rest.waits ?? (rest.between === undefined ? 0 : 1),
	});
}

/** The usual page with one text in the place of another. */
export const swap = (from: string, to: string): PageParts => ({ body: body.replace(from, to) });
/** The verdict in words: `success 0.85`, `open`, `judge`. */
export const outcome = (input: Case) => {
	const verdict = verdictOf(input);
	return verdict.kind === "settled" ? `${verdict.verdict} ${verdict.confidence}` : verdict.kind;
};
