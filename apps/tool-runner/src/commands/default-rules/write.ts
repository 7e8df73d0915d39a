import type { RuleFacts } from "@webhand/contracts/tools/commands";

/** A built-in rule. */
export type DefaultRule = RuleFacts & { readonly name: string };

/**
 * A table of options: `-l` takes no value, `--max-count=` needs one, `--color?` may have one behind `=`.
 *
 * @param text options with blanks between them
 */
export function allow(text: string): RuleFacts["flags"] {
	const names = text.split(/\s+/).filter((name) => name !== "");
	return {
		allow: names.map((name) => ({
			name: name.replace(/[=?]$/, ""),
			value: name.endsWith("=") ? "required" : name.endsWith("?") ? "optional" : "none",
		})),
	};
}

/** Examples, each a line of words with single blanks between them. */
const argvs = (lines: readonly string[]) => lines.map((line) => line.split(" "));

type Wish = Partial<Omit<DefaultRule, "examples">> & {
	readonly name: string;
	readonly match: readonly string[];
	readonly notMatch: readonly string[];
};

/** A rule whose program has its own name, and that takes paths of the workspace unless it says otherwise. */
export function rule(commandClass: RuleFacts["class"], { match, notMatch, ...wish }: Wish): DefaultRule {
	return {
		program: wish.name,
		argvPrefix: [],
		class: commandClass,
		flags: { allow: [] },
		positional: "path",
		maxArgs: 64,
		env: {},
		envAllow: [],
		...wish,
		examples: { match: argvs(match), notMatch: argvs(notMatch) },
	};
}
