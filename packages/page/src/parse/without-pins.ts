import type { ElementView, LinePart, PageView } from "./view.ts";

/** The page as it reads to somebody who pointed at no text of it: such a text has no number. @throws never */
export function withoutPins(view: PageView): PageView {
	const addTo = (done: LinePart[], parts: readonly LinePart[]): LinePart[] => {
		for (const part of parts) {
			const element = part.kind === "element" ? view.elements.get(part.id) : undefined;
			const last = done.at(-1);
			if (element !== undefined && isPin(element)) addTo(done, element.parts);
			else if (part.kind === "text" && last?.kind === "text") done[done.length - 1] = { kind: "text", text: last.text + part.text };
			else done.push(part);
		}
		return done;
	};
	const plain = (parts: readonly LinePart[]): readonly LinePart[] => addTo([], parts);
	const elements = [...view.elements].filter(([, element]) => !isPin(element));
	return {
		...view,
		lines: view.lines.map((line) => ({ ...line, cells: line.cells.map(plain) })),
		elements: new Map(elements.map(([id, element]) => [id, { ...element, parts: plain(element.parts) }])),
	};
}

/** A text around other lines keeps its number, which tells what it encloses. */
const isPin = ({ type, parts }: ElementView): boolean => type === "text" && parts.length > 0;
