/** Set by the build: the list of public suffixes, packed. */
declare const __PUBLIC_SUFFIXES__: string;

/** Suffixes of more than one label, and the names that are none although a rule with `*` says so. */
export type Suffixes = { readonly rules: ReadonlySet<string>; readonly exceptions: ReadonlySet<string> };

/**
 * Reads the suffixes below a last label out of what `build/pack-suffixes.ts` wrote: that one line alone, since a woken worker asks for few.
 *
 * @param label as it stands in an address; one that has no line has no suffixes below it
 */
export function unpackSuffixes(packed: string, label: string): Suffixes {
	const start = packed.indexOf(`\n${label} `);
	if (start === -1) return { rules: new Set(), exceptions: new Set() };
	const end = packed.indexOf("\n", start + 1);
	const line = packed.slice(start + label.length + 2, end === -1 ? packed.length : end);
	const [tree = "", ...exceptions] = unpaired(line, packed.slice(0, packed.indexOf("\n"))).split("!");
	return { rules: rulesIn(tree, label), exceptions: new Set(exceptions) };
}

function unpaired(line: string, pairs: string): string {
	const meant = new Map<string, string>();
	const meaning = (character: string) => meant.get(character) ?? character;
	for (const [, capital = "", first = "", second = ""] of pairs.matchAll(/(.)(.)(.)/g))
		meant.set(capital, meaning(first) + meaning(second));
	return line.replaceAll(/[A-Z]/g, meaning);
}

function rulesIn(tree: string, below: string): ReadonlySet<string> {
	const rules = new Set<string>();
	const path = [below];
	for (const [, label = "", mark = "", bracket = ""] of tree.matchAll(/([^(),~]*)(~?)([(),]|$)/g)) {
		if (label !== "" && mark === "") rules.add([label, ...path].join("."));
		if (bracket === "(") path.unshift(label);
		if (bracket === ")") path.shift();
	}
	return rules;
}

const known = new Map<string, Suffixes>();

/**
 * The registrable domain of a host, as `tldts-icann` gives it; stands in for that package in the build.
 *
 * @param host as a parsed address has it: lower case, ASCII
 * @returns null for an IP address and for what is a suffix itself
 * @throws never
 */
export function getDomain(host: string): string | null {
	return domainOf(host, (label) => {
		const suffixes = known.get(label) ?? unpackSuffixes(__PUBLIC_SUFFIXES__, label);
		known.set(label, suffixes);
		return suffixes;
	});
}

/** The same, by a list. */
export function domainOf(host: string, suffixesBelow: (label: string) => Suffixes): string | null {
	if (host.startsWith("[") || /^[\d.]+$/.test(host) || !isName(host)) return null;
	const labels = host.split(".");
	const suffixLength = lengthOfSuffix(labels, suffixesBelow(labels.at(-1) ?? ""));
	return labels.length <= suffixLength ? null : labels.slice(-suffixLength - 1).join(".");
}

function lengthOfSuffix(labels: readonly string[], { rules, exceptions }: Suffixes): number {
	for (let from = 0; from < labels.length - 1; from += 1) {
		const name = labels.slice(from).join(".");
		if (exceptions.has(name)) return labels.length - from - 1;
		if (rules.has(name) || rules.has(`*.${labels.slice(from + 1).join(".")}`)) return labels.length - from;
	}
	return 1;
}

const longestHost = 255;
const longestLabel = 63;

function isName(host: string): boolean {
	return (
		host.length <= longestHost &&
		host.split(".").every((label) => label.length <= longestLabel && /^[a-z\d_]([a-z\d_-]*[a-z\d_])?$/.test(label))
	);
}
