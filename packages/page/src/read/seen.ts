import { nameLimit } from "../parse/fingerprint.ts";
import { plainTextOf } from "../write/parts/measure.ts";
import type { Dom } from "./dom.ts";
import { flatParent } from "./flat-tree.ts";
import type { PageNode } from "./page-node.ts";

/**
 * A text with the element that owns it, or a control with its name and link, and its value. `key` is the same for controls of one type and
 * name; the words inside are the name where it has no other. `isLong`: a fingerprint holds a part of the name.
 */
export type Leaf = {
	readonly element: Element;
	readonly said: string;
	readonly value?: string;
	readonly id?: number;
	readonly key?: string;
	readonly isLong?: boolean;
};

/** What a walk saw, in document order, and around which elements it stood then: the page may move and reuse its nodes afterwards. */
export type Seen = { readonly leaves: readonly Leaf[]; readonly parents: ReadonlyMap<Element, Element | null> };

/** The elements of a walk's nodes, and those that own its texts. */
type Reader = { readonly elements: ReadonlyMap<PageNode, Element>; readonly places: readonly Element[] };

function leavesOf({ elements, places }: Reader, nodes: readonly PageNode[], into: Leaf[]): void {
	for (const node of nodes) {
		const element = node.kind === "text" ? places[node.place] : elements.get(node);
		if (element !== undefined && node.kind === "text") into.push({ element, said: node.text });
		if (element !== undefined && node.kind === "control") {
			const { id, type, name, href = "", attributes } = node;
			const value = attributes.find(([key]) => key === "value")?.[1] ?? "";
			const called = name || plainTextOf(node.children, nameLimit * 2);
			into.push({ element, said: `${name} ${href}`, value, id, key: `${type}\n${called}`, isLong: called.length >= nameLimit });
		}
		if (node.kind !== "text" && node.kind !== "break") leavesOf({ elements, places }, node.children, into);
	}
}

/** Keeps what a walk saw. @param nodes of the walk, with their ids */
export function seenIn({ dom }: { readonly dom: Dom }, { reader }: { readonly reader: Reader }, nodes: readonly PageNode[]): Seen {
	const leaves: Leaf[] = [];
	leavesOf(reader, nodes, leaves);
	const parents = new Map<Element, Element | null>();
	for (const { element } of leaves) {
		for (let inner: Element | null = element; inner !== null && !parents.has(inner); ) {
			const around: Node | null = flatParent(dom, inner);
			const parent: Element | null = around !== null && dom.nodeType(around) === 1 ? (around as Element) : null;
			parents.set(inner, parent);
			inner = parent;
		}
	}
	return { leaves, parents };
}

/** Adds an element that got a number on demand, before its first part. */
export function withPinned({ leaves, parents }: Seen, { element, id }: { readonly element: Element; readonly id: number }): Seen {
	const isPart = (leaf: Leaf) => {
		for (let around: Element | null = leaf.element; around !== null; around = parents.get(around) ?? null)
			if (around === element) return true;
		return false;
	};
	const said = leaves.filter(isPart).map((leaf) => leaf.said);
	return { leaves: leaves.toSpliced(leaves.findIndex(isPart), 0, { element, said: said.join(" "), id, key: "text" }), parents };
}
