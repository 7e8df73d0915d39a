import { Tokenizer } from "htmlparser2";
import type { PageNode } from "../read/page-node.ts";
import { parseLimits } from "../write/grammar.ts";
import { layOut } from "../write/layout.ts";
import { countControls } from "../write/parts/measure.ts";
import { renderDraft } from "../write/render.ts";
import { HtmlReader } from "./html/reader.ts";
import { unplaced } from "./html/tags.ts";

/**
 * Reads simplified HTML, whose controls are tags with a numeric `id`, `id="agent-17"` or `data-agent-id`; otherwise plain text.
 * Linear; never throws.
 *
 * @returns page text with the same content, and its mode
 */
export function htmlToPageText(source: string): { readonly text: string; readonly mode: "html" | "text" } {
	const reader = new HtmlReader(source);
	const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
	tokenizer.write(source);
	tokenizer.end();
	const isHtml = reader.tags > 0;
	const lines = (text: string): PageNode[] =>
		text.split("\n", parseLimits.lines).flatMap((line) => [
			{ kind: "text" as const, text: line, ...unplaced, place: 0 },
			{ kind: "break" as const, isLine: true },
		]);
	const children = isHtml ? reader.root.children : lines(source);
	const tree = {
		url: "",
		title: reader.title,
		epoch: "",
		viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
		dialogs: [],
		alerts: [],
		children,
		partial: false,
		controls: countControls(children),
	};
	const first = layOut(tree);
	const draft = reader.targets.place(first.lines) ? layOut(tree) : first;
	return { text: renderDraft({ ...draft, header: { ...draft.header, screen: "", shown: "" } }), mode: isHtml ? "html" : "text" };
}
