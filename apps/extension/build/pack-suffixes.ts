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
 * The public suffixes of more than one label as one text: a line for each last label, `uk ac,co,org` or `jp ac,kyoto~(…)!www.jp`. A name with `~` is
 * on the way to a suffix and none itself; what follows `!` is none although a rule says so. The first line holds the pairs that capitals stand for,
 * `Aa,Bxn`, also of earlier capitals. Suffixes of one label need no list, since the last label is always one; names outside ASCII never stand in an
 * address.
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
	const unlike = exceptions(trie.exceptionsRoot, "");
	const lines = edgesOf(trie.rulesRoot).flatMap(({ label, child }) => {
		const inside = /^[\x21-\x7e]+$/.test(label) ? write(child, 1) : "";
		const marked = unlike.filter((name) => name.endsWith(`.${label}`)).map((name) => `!${name}`);
		return inside === "" ? [] : [{ label, text: `${inside}${marked.join("")}` }];
	});
	const { pairs, texts } = withPairs(lines.map(({ text }) => text));
	return [pairs, ...lines.map(({ label }, index) => `${label} ${texts[index]}`)].join("\n");
}

/** Lets a capital stand for the most frequent pair of characters, 26 times. */
function withPairs(texts: readonly string[]): { readonly pairs: string; readonly texts: readonly string[] } {
	let packed = texts.join("\n");
	let pairs = "";
	for (const capital of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		const counts = new Map<string, number>();
		for (let at = 0; at + 1 < packed.length; at += 1) {
			const pair = packed.slice(at, at + 2);
			if (!pair.includes("\n")) counts.set(pair, (counts.get(pair) ?? 0) + 1);
		}
		const [most] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ["", 0]);
		pairs += `${capital}${most}`;
		packed = packed.replaceAll(most, capital);
	}
	return { pairs, texts: packed.split("\n") };
}
