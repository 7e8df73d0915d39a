import type { RuleFacts } from "@webhand/contracts/tools/commands";

type Flags = RuleFacts["flags"];

/** What the words behind a rule's prefix are; or the word that the rule's table of flags does not allow. */
export type SortedWords = { readonly positionals: readonly string[] } | { readonly wrong: string };

/**
 * Takes options apart as getopt does, by the table of a rule: `--x=v`, `--x v`, `-xv`, bundled `-xy`. A shortened `--ver` is no `--verbose`.
 *
 * @param endsAtPositional behind the first other word nothing is an option, as for an interpreter
 * @throws never
 */
export function sortWords(flags: Flags, words: readonly string[], endsAtPositional: boolean): SortedWords {
	return "allow" in flags ? sortAllowed(flags.allow, words, endsAtPositional) : sortDenied(flags.deny, words);
}

/**
 * The allowed option that a refused one stands for: the same in the other case, or shortened or lengthened. Undefined where there is none.
 *
 * @throws never
 */
export function insteadOf(flags: Flags, word: string): string | undefined {
	if (!("allow" in flags) || !isOption(word)) return undefined;
	const [given = ""] = word.split("=");
	const names = flags.allow.map(({ name }) => name);
	if (!given.startsWith("--") && given.length > 1) {
		const letters = [...given.slice(1)].map((letter) => [letter, otherCase(letter)].find((each) => names.includes(`-${each}`)));
		if (letters.every((letter) => letter !== undefined)) return `-${letters.join("")}`;
	}
	const plain = given.toLowerCase();
	return names.find((name) => name.toLowerCase() === plain) ?? names.find((name) => isLong(name) && isLong(plain) && isPart(name, plain));
}

const isLong = (name: string) => name.length > 3;
const isPart = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
const otherCase = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());

type Allowed = Extract<Flags, { allow: unknown }>["allow"];
type Table = ReadonlyMap<string, "none" | "required" | "optional">;

function sortAllowed(allow: Allowed, words: readonly string[], endsAtPositional: boolean): SortedWords {
	const table: Table = new Map(allow.map(({ name, value }) => [name, value]));
	// Programs such as find take `-name` as one option and bundle none.
	const bundles = !allow.some(({ name }) => /^-[^-]./.test(name));
	const positionals: string[] = [];
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index] ?? "";
		if (word === "--") return { positionals: [...positionals, ...words.slice(index + 1)] };
		if (!isOption(word)) {
			if (endsAtPositional) return { positionals: [...positionals, ...words.slice(index)] };
			positionals.push(word);
			continue;
		}
		const read = word.startsWith("--") || !bundles ? readLong(table, word) : readBundle(table, word);
		if (read === "wrong") return { wrong: word };
		if (read === "complete") continue;
		index += 1;
		const value = words[index];
		if (value === undefined || !isValue(value)) return { wrong: value ?? word };
	}
	return { positionals };
}

const isOption = (word: string) => word.startsWith("-") && word !== "-" && word !== "--";

/** A parser may take a value that looks like an option for one; a negative number such as `-5` or `-10k` is none. */
const isValue = (word: string) => (!isOption(word) && word !== "--") || /^-\d+[A-Za-z]?$/.test(word);

/** `needs_value`: the next word belongs to the option. */
type ReadOption = "complete" | "needs_value" | "wrong";

function readLong(table: Table, word: string): ReadOption {
	const [name = "", ...rest] = word.split("=");
	const value = table.get(name);
	if (value === undefined) return "wrong";
	if (rest.length === 0) return value === "required" ? "needs_value" : "complete";
	return value === "none" ? "wrong" : "complete";
}

function readBundle(table: Table, word: string): ReadOption {
	for (let index = 1; index < word.length; index += 1) {
		const value = table.get(`-${word[index]}`);
		if (value === undefined) return "wrong";
		if (value === "optional") return "complete";
		if (value === "required") return index + 1 < word.length ? "complete" : "needs_value";
	}
	return "complete";
}

/**
 * Without a table of what is allowed nobody knows which options take a value, so each word counts, behind `--` too, and what may be a
 * denied option is one: shortened, bundled, with one hyphen or two.
 */
function sortDenied(deny: readonly string[], words: readonly string[]): SortedWords {
	const wrong = words.find((word) => isOption(word) && deny.some((name) => mayBe(word, name)));
	return wrong === undefined ? { positionals: words.filter((word) => !isOption(word) && word !== "--") } : { wrong };
}

function mayBe(word: string, denied: string): boolean {
	const [given = ""] = bare(word).split("=");
	const name = bare(denied);
	if (name.length === 1) return !word.startsWith("--") && bare(word).includes(name);
	return (given.length > 1 || word.startsWith("--")) && name.startsWith(given);
}

const bare = (word: string) => word.replace(/^-{1,2}/, "");
