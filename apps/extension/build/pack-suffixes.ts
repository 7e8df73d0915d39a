import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The list as the package ships it: a tree in flat arrays, labels from right to left. */
type Trie = {
	readonly nodeFlags: ArrayLike<number>;
	readonly edgeStart: ArrayLike<number>;
	readonly edgeChild: ArrayLike<number>;
	readonly edgeLength: ArrayLike<number>;
	readonly labelText: string;
	readonly rulesRoot: number;
	readonly exceptionsRoot: number;
};

const require = createRequire(import.meta.url);

/**
 * The public suffixes of more than one label as one text: `uk(co,org)jp(ac,kyoto~(…))!www.ck`. A name with `~` is on the way to a suffix and none
 * itself. Those of one label need no list, since the last label is always a suffix; names outside ASCII never stand in an address.
 */
export function packSuffixes(): string {
	const trie: Trie = require(join(dirname(require.resolve("tldts-icann")), "src/data/trie.js"));
	const offsets: number[] = [];
	let offset = 0;
	for (let edge = 0; edge < trie.edgeLength.length; edge += 1) {
		offsets.push(offset);
		offset += trie.edgeLength[edge] ?? 0;
	}
	const edgesOf = (node: number) => {
		const first = trie.edgeStart[node] ?? 0;
		const edges = Array.from({ length: (trie.edgeStart[node + 1] ?? first) - first }, (_, index) => first + index);
		return edges.map((edge) => {
			const start = offsets[edge] ?? 0;
			const child = trie.edgeChild[edge] ?? 0;
			return { label: trie.labelText.slice(start, start + (trie.edgeLength[edge] ?? 0)), child, isRule: trie.nodeFlags[child] === 1 };
		});
	};
	const write = (node: number, depth: number): string =>
		edgesOf(node)
			.filter(({ label }) => /^[\x21-\x7e]+$/.test(label))
			.map(({ label, child, isRule }) => {
				const inside = write(child, depth + 1);
				if (inside === "") return isRule && depth > 0 ? `${label},` : "";
				return `${label}${isRule && depth > 0 ? "" : "~"}(${inside})`;
			})
			.join("")
			.replace(/,$/, "");
	const exceptions = (node: number, below: string): string[] =>
		edgesOf(node).flatMap(({ label, child, isRule }) => {
			const name = below === "" ? label : `${label}.${below}`;
			return [...(isRule ? [name] : []), ...exceptions(child, name)];
		});
	return [write(trie.rulesRoot, 0), ...exceptions(trie.exceptionsRoot, "")].join("!");
}
