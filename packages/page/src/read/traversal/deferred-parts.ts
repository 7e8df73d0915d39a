import type { PageNode } from "../page-node.ts";
import type { Context } from "./context.ts";

/** A part of the page that is read when the rest is: far from the visible area, in a document so large that the time may run out. */
export type Deferred = {
	readonly element: Element;
	readonly context: Context;
	readonly out: PageNode[];
	readonly mark: PageNode;
	readonly distance: number;
};

/** What is put off, and put back in its place. */
export class DeferredParts {
	#waiting: Deferred[] = [];
	readonly #done = new Map<PageNode, readonly PageNode[]>();
	readonly #arrays = new Set<PageNode[]>();

	/** Leaves a mark where the nodes of the element will stand. */
	put(element: Element, { context, out }: { readonly context: Context; readonly out: PageNode[] }, distance: number): void {
		const mark: PageNode = { kind: "break", isLine: true };
		out.push(mark);
		this.#arrays.add(out);
		this.#waiting.push({ element, context, out, mark, distance });
	}

	/** Nearest first. */
	take(): readonly Deferred[] {
		const waiting = this.#waiting.sort((a, b) => a.distance - b.distance);
		this.#waiting = [];
		return waiting;
	}

	done({ mark }: Deferred, nodes: readonly PageNode[]): void {
		this.#done.set(mark, nodes);
	}

	/** Puts nodes in the place of their marks; a mark without nodes stays the break that it is. */
	putBack(): void {
		for (const array of this.#arrays) {
			const nodes = array.flatMap((node) => this.#done.get(node) ?? [node]);
			array.length = 0;
			for (const node of nodes) array.push(node);
		}
		this.#arrays.clear();
	}
}
