/** What a search looks for; `directory` holds the parts of the resolved path, which were checked. */
export type SearchSpec = {
	readonly type: "grep" | "glob";
	readonly pattern: string;
	readonly parts: readonly string[];
	readonly glob: readonly string[];
	readonly regex: boolean;
	readonly caseSensitive: boolean;
	readonly context: number;
	readonly hidden: boolean;
	readonly noIgnore: boolean;
};

/** Why a pattern or a glob is refused, as an error code and `details`. */
export type PatternRefusal = {
	readonly code: "PATH_NOT_ALLOWED" | "SEARCH_PATTERN_INVALID";
	readonly message: string;
	readonly details: Readonly<Record<string, unknown>>;
};

const mostAlternatives = 256;

/**
 * Checks what ripgrep does not: globs that name something outside of the workspace, braces that stand for too much, characters that no
 * argument holds.
 *
 * @throws never
 */
export function patternProblem({ type, pattern, glob }: Pick<SearchSpec, "type" | "pattern" | "glob">): PatternRefusal | undefined {
	const globs = [...(type === "glob" ? [{ field: "pattern", text: pattern }] : []), ...glob.map((text) => ({ field: "glob", text }))];
	for (const { field, text } of [{ field: "pattern", text: pattern }, ...globs]) {
		const position = text.search(/[\0\n]/);
		if (position !== -1) return invalid("A pattern holds no line break and no NUL character", { field, position });
		if (!text.isWellFormed()) return invalid("A pattern must be Unicode text", { field, position: null });
	}
	for (const { field, text } of globs) {
		const bare = text.replace(/^!/, "");
		if (/^\\?\//.test(bare)) return outside(field, "absolute", "A glob has no slash at its beginning");
		if (/(?:^|[/{,])\\?\.\\?\.(?:$|[/},])/.test(bare)) return outside(field, "parent", 'A glob holds no ".."');
		// An escaped character is one of a name.
		if (/\{-?\w+\.\.-?\w+/.test(bare.replace(/\\./g, "__")))
			return invalid("A glob holds no ranges like {1..9}", { field, position: bare.indexOf("{") });
		if (alternatives(bare) > mostAlternatives)
			return invalid(`The braces of a glob stand for at most ${mostAlternatives} alternatives`, { field, position: bare.indexOf("{") });
	}
	return undefined;
}

const invalid = (message: string, details: PatternRefusal["details"]): PatternRefusal => ({
	code: "SEARCH_PATTERN_INVALID",
	message,
	details,
});
const outside = (field: string, reason: string, message: string): PatternRefusal => ({
	code: "PATH_NOT_ALLOWED",
	message,
	details: { field, reason },
});

/** How many globs without braces a glob stands for. */
function alternatives(glob: string): number {
	// For each open brace: what its members before this one stand for, and what this one does so far.
	const open: { sum: number; product: number }[] = [];
	let product = 1;
	for (let at = 0; at < glob.length; at += 1) {
		const character = glob[at];
		if (character === "\\") at += 1;
		else if (character === "{") {
			open.push({ sum: 0, product });
			product = 1;
		} else if (character === "," && open.length > 0) {
			const group = open.at(-1);
			if (group !== undefined) group.sum += product;
			product = 1;
		} else if (character === "}") {
			const group = open.pop();
			if (group !== undefined) product = group.product * (group.sum + product);
		}
	}
	return product;
}

/**
 * The arguments of ripgrep. Patterns and globs are values of their options, and the path begins with `./`, so none of them is read as an
 * option. `.git` is excluded last, since the last glob wins.
 *
 * @throws never
 */
export function searchArgs(spec: SearchSpec): readonly string[] {
	const path = `./${spec.parts.join("/")}`;
	const common = [
		["--no-config", "--no-follow", "--no-require-git", "--one-file-system", "--threads=2", "--no-messages"],
		spec.hidden ? ["--hidden"] : [],
		spec.noIgnore ? ["--no-ignore"] : [],
	].flat();
	const globs = [...spec.glob.flatMap(spellings).map((glob) => `--glob=${glob}`), "--iglob=!.git"];
	if (spec.type === "glob") {
		const caseless = spec.caseSensitive ? [] : ["--glob-case-insensitive"];
		const patterns = spellings(spec.pattern).map((pattern) => `--glob=${pattern}`);
		return [...common, "--files", "--null", ...caseless, ...patterns, ...globs, "--", path];
	}
	return [
		[...common, "--json", "--crlf", "--no-pcre2", "--max-filesize=5M", spec.caseSensitive ? "--case-sensitive" : "--ignore-case"],
		spec.regex ? [] : ["--fixed-strings"],
		spec.context === 0 ? [] : [`--context=${spec.context}`],
		[`--regexp=${spec.pattern}`, ...globs, "--", path],
	].flat();
}

// Blanks that look alike and come from other keyboards and systems.
const blanks = [
	"\u0020",
	"\u00a0",
	"\u1680",
	..."\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
	"\u202f",
	"\u205f",
	"\u3000",
];
const anyBlank = `{${blanks.join(",")}}`;

/**
 * Globs that match the same names, whichever way another system stores them: letters with their accents or apart, and any blank for a blank.
 * Within braces and classes blanks stay, since not every ripgrep takes braces in braces.
 *
 * @throws never
 */
export function spellings(glob: string): readonly string[] {
	const forms = new Set([glob.normalize("NFC"), glob.normalize("NFD")]);
	return [...forms].map((form) =>
		form.replace(/\\.|\[[^\]]*\]|\{[^}]*\}|\p{Zs}/gsu, (found) => (/^\p{Zs}$/u.test(found) ? anyBlank : found)),
	);
}

/** What ripgrep says of a pattern that it does not take, with the position in it where it names one; undefined when it says nothing. */
export function refusalIn(stderr: string): PatternRefusal | undefined {
	const lines = stderr.split("\n");
	const said = lines.find((line) => /^rg: (?:regex parse error|error parsing glob|the literal|regex|.*[Rr]egex exceeds)/.test(line));
	if (said === undefined) return undefined;
	const caret = lines.findIndex((line) => /^ {4} *\^+ *$/.test(line));
	// It shows the expression below four blanks, within a group.
	const shown = lines[caret - 1]?.startsWith("    (?:") === true ? "    (?:".length : 4;
	const position = caret === -1 ? null : Math.max(0, (lines[caret]?.indexOf("^") ?? 0) - shown);
	const reason = lines.find((line) => line.startsWith("error: "))?.slice("error: ".length) ?? said.slice("rg: ".length);
	return invalid(`This pattern is not supported: ${reason.slice(0, 300)}`, { position });
}
