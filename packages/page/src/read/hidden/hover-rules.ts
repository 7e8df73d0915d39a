import type { Dom } from "../dom.ts";
import { flatParent } from "../flat-tree.ts";
import type { SheetRules } from "./sheet-rules.ts";
import { noRules, rulesIn } from "./sheet-rules.ts";

type Found = Pick<SheetRules, "display" | "visibility" | "answering">;

/**
 * Says from `:hover` rules which hidden elements show on hover, and which elements change their look. Sheets of other origins cannot be read
 * and do not count. Never throws.
 */
export class HoverRules {
	readonly #dom: Dom;
	readonly #roots = new Map<Node, Found>();

	constructor(dom: Dom) {
		this.#dom = dom;
	}

	/** True for a hidden element that a rule shows while it, or an ancestor, is hovered. */
	shows(element: Element): boolean {
		const { display, visibility } = this.#dom.style(element);
		if (display === "none") return this.#isIn(element, "display");
		return visibility === "hidden" && this.#isIn(element, "visibility");
	}

	/** The same for a control inside a hidden element. */
	showsAround(element: Element): boolean {
		const around = this.#lineOf(element);
		const boxless = around.filter((part) => this.#dom.style(part).display === "none");
		if (boxless.length > 0) return boxless.every((part) => this.shows(part));
		// Visibility is inherited, so the rule may be for any element that is hidden around the control.
		const seen = around.findIndex((part) => this.#dom.style(part).visibility !== "hidden");
		return around.slice(0, seen === -1 ? undefined : seen).some((part) => this.shows(part));
	}

	/** An element and those around it. */
	#lineOf(element: Element): readonly Element[] {
		const line: Element[] = [];
		for (let node: Node | null = element; node !== null && this.#dom.nodeType(node) === 1; node = flatParent(this.#dom, node))
			line.push(node as Element);
		return line;
	}

	/** True where any rule changes the look of what is pointed at; cheap. */
	mayAnswer(element: Element): boolean {
		return this.#foundFor(element).answering !== "";
	}

	/** True for an element whose own look changes while it is pointed at. */
	isAnswering(element: Element): boolean {
		return this.#isIn(element, "answering");
	}

	#isIn(element: Element, key: keyof Found): boolean {
		const selector = this.#foundFor(element)[key];
		return selector !== "" && this.#dom.matches(element, selector);
	}

	#foundFor(element: Element): Found {
		const root = this.#dom.rootOf(element);
		const known = this.#roots.get(root);
		if (known !== undefined) return known;
		const type = this.#dom.nodeType(root);
		const found = type === 9 || type === 11 ? rulesIn(this.#dom, root as Document | ShadowRoot) : noRules;
		this.#roots.set(root, found);
		return found;
	}
}
