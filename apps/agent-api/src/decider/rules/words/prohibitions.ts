import type { Token } from "./tokens.ts";

/** Where a prohibition begins behind "but", "and", ","; undefined where none does. */
export function denialAt(tokens: readonly Token[], at: number): number | undefined {
	let next = at;
	while (
		next < at + 3 &&
		(tokens[next]?.text === "," || (tokens[next]?.kind === "word" && /^(?:but|and|please)$/.test(tokens[next]?.lower ?? "")))
	)
		next += 1;
	const [first, second] = [tokens[next], tokens[next + 1]];
	if (first?.kind !== "word") return undefined;
	if (first.lower === "without" && second?.kind === "word" && /^.{2,}ing$/.test(second.lower)) return next;
	if (next === at) return undefined;
	return (first.lower === "do" && second?.lower === "not") || first.lower === "dont" || first.lower === "never" ? next : undefined;
}
