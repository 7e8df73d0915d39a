import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { fold } from "../../words/fold.ts";

const texts: ReadonlySet<string> = new Set("div span p box section text heading image scroll form li td".split(" "));

/** A page that repeats the instruction says nothing new by it: such lines are taken as empty. A control that is called so is what is meant. */
export function withoutEcho(view: PageView, echo: string): PageView {
	const said = fold(echo).replace(/[^\p{L}\p{N}]/gu, "");
	const isEcho = (text: string) =>
		text.length >= echo.length - 4 && text.length <= echo.length + 4 && fold(text).replace(/[^\p{L}\p{N}]/gu, "") === said;
	if (said === "" || !view.lines.some((line) => isEcho(line.text))) return view;
	const isText = (element: ElementView) => texts.has(element.type);
	const isRepeated = (line: PageLine) =>
		isEcho(line.text) &&
		line.cells.flat().every((part) => {
			const element = part.kind === "element" ? view.elements.get(part.id) : undefined;
			return element === undefined || isText(element);
		});
	if (!view.lines.some(isRepeated)) return view;
	const elements = new Map([...view.elements].filter(([, element]) => !isText(element) || !isEcho(element.content || element.name)));
	return { ...view, elements, lines: view.lines.map((line) => (isRepeated(line) ? { ...line, text: "", cells: [[]] } : line)) };
}
