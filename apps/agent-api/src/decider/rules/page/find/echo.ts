import type { PageView } from "@webhand/page/parse/view";
import { fold } from "../../words/fold.ts";

/** A page that repeats the instruction says nothing new by it: such lines are taken as empty. */
export function withoutEcho(view: PageView, echo: string): PageView {
	const said = fold(echo).replace(/[^\p{L}\p{N}]/gu, "");
	const isEcho = (text: string) =>
		text.length >= echo.length - 4 && text.length <= echo.length + 4 && fold(text).replace(/[^\p{L}\p{N}]/gu, "") === said;
	if (said === "" || !view.lines.some((line) => isEcho(line.text))) return view;
	const elements = new Map([...view.elements].filter(([, element]) => !isEcho(element.content || element.name)));
	return { ...view, elements, lines: view.lines.map((line) => (isEcho(line.text) ? { ...line, text: "", cells: [[]] } : line)) };
}
