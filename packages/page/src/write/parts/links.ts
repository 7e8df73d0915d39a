import type { ControlNode, PageNode, PageTree } from "../../read/page-node.ts";
import { isMerePath } from "./target.ts";

const vagueNames: ReadonlySet<string> = new Set([
	"more",
	"here",
	"read more",
	"learn more",
	"details",
	"link",
	"click here",
	"this",
	"view",
	"open",
	"…",
	"",
]);

/** Decides which links show their target: near links, those to other sites, those that act, and those whose name is vague or not unique. */
export class Links {
	readonly #names = new Map<string, number>();
	readonly #reach: number;

	constructor(tree: PageTree, showsAll: boolean) {
		this.#reach = showsAll ? Number.POSITIVE_INFINITY : tree.viewport.height;
		this.#count(tree.children);
	}

	#count(nodes: readonly PageNode[]): void {
		for (const node of nodes) {
			if (node.kind === "control" && node.href !== undefined) this.#names.set(node.name, (this.#names.get(node.name) ?? 0) + 1);
			if ("children" in node) this.#count(node.children);
		}
	}

	shown(node: ControlNode): string | undefined {
		const { href, name, distance } = node;
		if (href === undefined) return undefined;
		const isVague = (this.#names.get(name) ?? 0) > 1 || vagueNames.has(name.toLowerCase());
		return distance <= this.#reach || isVague || !isMerePath(href) ? href : undefined;
	}
}
