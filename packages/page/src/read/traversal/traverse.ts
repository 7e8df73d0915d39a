import type { PageNode } from "../page-node.ts";
import type { Context } from "./context.ts";

/** Children still to be read, where their nodes go, and what happens when they are done. */
export type Frame = {
	readonly context: Context;
	readonly out: PageNode[];
	/** The element whose children these are; its style decides whether its text is seen. */
	readonly element: Element;
	readonly style: CSSStyleDeclaration | undefined;
	readonly list: readonly Node[] | undefined;
	readonly leave: (() => void) | undefined;
	/** What parts these children from what follows them, in the same `out`. */
	readonly after: "line" | "gap" | undefined;
	at: number;
	next: Node | null;
	isTextSeen: boolean | undefined;
};

/** What a frame is made of besides the children of its element. */
export type FrameBase = Pick<Frame, "element" | "context" | "out" | "style" | "leave" | "after">;

/** Set by what may take long for one element, so that the clock is looked at after it. */
export type Effort = { isExpensive: boolean };

/** Ends the line, or leaves a gap; two in a row are one. */
export function pushBreak(out: PageNode[], isLine: boolean): void {
	const last = out[out.length - 1];
	if (last === undefined || (last.kind === "break" && (last.isLine || !isLine))) return;
	if (last.kind === "break") out.pop();
	out.push({ kind: "break", isLine });
}

/**
 * Runs a walk over frames with a stack of its own: a page may nest 10,000 deep, which recursion does not survive.
 *
 * @param isOver asked every 64 nodes, and after what was dear; when true all open frames are left at once
 */
export function descend(
	first: Frame,
	visit: {
		readonly node: (node: Node, frame: Frame) => Frame | undefined;
		readonly nextSibling: (node: Node) => Node | null;
		readonly effort: Effort;
	},
	isOver: () => boolean,
): { readonly isComplete: boolean } {
	const { effort } = visit;
	const stack: Frame[] = [first];
	let visited = 0;
	let isComplete = true;
	for (let frame: Frame | undefined = first; frame !== undefined; frame = stack[stack.length - 1]) {
		const node = isComplete ? takeNext(frame, visit.nextSibling) : null;
		if (node === null) {
			frame.leave?.();
			if (frame.after !== undefined) pushBreak(frame.out, frame.after === "line");
			stack.pop();
			continue;
		}
		visited += 1;
		if ((visited & 63) === 0 || effort.isExpensive) {
			effort.isExpensive = false;
			if (isOver()) isComplete = false;
		}
		const inner = visit.node(node, frame);
		if (inner !== undefined) stack.push(inner);
	}
	return { isComplete };
}

function takeNext(frame: Frame, nextSibling: (node: Node) => Node | null): Node | null {
	if (frame.list !== undefined) {
		const node = frame.list[frame.at] ?? null;
		frame.at += 1;
		return node;
	}
	const node = frame.next;
	if (node !== null) frame.next = nextSibling(node);
	return node;
}
