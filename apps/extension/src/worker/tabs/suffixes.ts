/** Set by the build: the list of public suffixes, packed. */
declare const __PUBLIC_SUFFIXES__: string;

/** Suffixes of more than one label, and the names that are none although a rule with `*` says so. */
export type Suffixes = { readonly rules: ReadonlySet<string>; readonly exceptions: ReadonlySet<string> };

/** Reads what `build/pack-suffixes.ts` wrote. */
export function unpackSuffixes(packed: string): Suffixes {
	const [tree = "", ...exceptions] = packed.split("!");
	const rules = new Set<string>();
	const path: string[] = [];
	let last = "";
	for (const [, label = "", mark = "", bracket = ""] of tree.matchAll(/([^(),~]*)(~?)([(),]|$)/g)) {
		if (label !== "") {
			last = [label, ...path].join(".");
			if (mark === "") rules.add(last);
		}
		if (bracket === "(") path.unshift(label);
		if (bracket === ")") path.shift();
	}
	return { rules, exceptions: new Set(exceptions) };
}

let known: Suffixes | undefined;

/**
 * The registrable domain of a host, as `tldts-icann` gives it; stands in for that package in the build.
 *
 * @param host as a parsed address has it: lower case, ASCII
 * @returns null for an IP address and for what is a suffix itself
 * @throws never
 * @source realtime.md §1; publicsuffix.org
 */
export function getDomain(host: string): string | null {
	known ??= unpackSuffixes(__PUBLIC_SUFFIXES__);
	return domainOf(host, known);
}

/** The same, by a list. */
export function domainOf(host: string, { rules, exceptions }: Suffixes): string | null {
	if (host.startsWith("[") || /^[\d.]+$/.test(host) || !isName(host)) return null;
	const labels = host.split(".");
	const suffixLength = lengthOfSuffix(labels, { rules, exceptions });
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
