import type { PageNode } from "../page-node.ts";
import type { Context } from "./context.ts";

/** A distant part of a huge page, which is read after the rest. */
export type Deferred = {
	readonly element: Element;
	readonly context: Context;
	readonly out: PageNode[];
	readonly mark: PageNode;
	readonly distance: number;
};

/** Parts that are read later, and their positions. */
export class DeferredParts {
	#waiting: Deferred[] = [];
	readonly #done = new Map<PageNode, readonly PageNode[]>();
	readonly #arrays = new Set<PageNode[]>();

	/** Puts a placeholder where the nodes of the element will stand. */
	put(element: Element, { context, out }: { readonly context: Context; readonly out: PageNode[] }, distance: number): void {
		const mark: PageNode = { kind: "break", isLine: true };
		out.push(mark);
		this.#arrays.add(out);
		this.#waiting.push({ element, context, out, mark, distance });
	}

	/** The waiting parts, nearest first. */
	take(): readonly Deferred[] {
		const waiting = this.#waiting.sort((a, b) => a.distance - b.distance);
		this.#waiting = [];
		return waiting;
	}

	done({ mark }: Deferred, nodes: readonly PageNode[]): void {
		this.#done.set(mark, nodes);
	}

	/** Replaces placeholders by their nodes; one without nodes stays as a line break. */
	putBack(): void {
		for (const array of this.#arrays) {
			const nodes = array.flatMap((node) => this.#done.get(node) ?? [node]);
			array.length = 0;
			for (const node of nodes) array.push(node);
		}
		this.#arrays.clear();
	}
}
