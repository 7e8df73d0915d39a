import type { ElementView, PageView } from "@webhand/page/parse/view";
import { fullLabelOf } from "./action-risk.ts";
import { classifyPress } from "./click.ts";
import type { TaskFacts } from "./risk.ts";

/** What a person reads in one question: further names, and characters of each. A longer name would be cut, and could hide something. */
const [mostBeside, maxName] = [5, 40];
/** A larger group is a list, and takes long to judge. */
const maxGroup = 50;

/**
 * The other unknown buttons in the line of a button and in the neighbouring lines of buttons alone: one question names them all. None where
 * they are too many to read, or where a page gave orders.
 *
 * @throws never
 */
export function unknownBeside(target: ElementView, page: PageView, task: TaskFacts): readonly ElementView[] {
	if (task.isTainted) return [];
	const lines = groupOf(target, page);
	const near = [...page.elements.values()].filter((one) => one.id !== target.id && lines.has(one.line));
	if (near.length > maxGroup) return [];
	const unknown = near.filter(
		(one) => classifyPress({ page, task, target: one, form: undefined }).class === "press_unknown" && one.name !== target.name,
	);
	const isReadable = unknown.length <= mostBeside && unknown.every((one) => one.name.length <= maxName && saysOnlyItsName(one, page));
	return isReadable ? unknown : [];
}

/** False for a button whose name leaves out a part: a hint, or the question of the dialog that it answers. */
function saysOnlyItsName(button: ElementView, page: PageView): boolean {
	return fullLabelOf(button, page)
		.split(" | ")
		.every((part) => part.trim() === "" || part.trim() === button.name);
}

/** The line of a button, and its neighbours of nothing but buttons. */
function groupOf({ line }: ElementView, { lines, elements }: PageView): ReadonlySet<number> {
	const own = lines[line];
	const isOfButtons = (index: number) => {
		const parts = lines[index]?.cells.flat() ?? [];
		const isAlike = lines[index]?.parent === own?.parent && lines[index]?.kind === own?.kind;
		return isAlike && parts.length > 0 && parts.every((part) => part.kind === "element" && elements.get(part.id)?.type === "button");
	};
	const found = new Set([line]);
	if (!isOfButtons(line)) return found;
	for (const step of [-1, 1]) for (let at = line + step; isOfButtons(at); at += step) found.add(at);
	return found;
}
