import { harmlessValue } from "./programs.ts";

/** A name and an address for a commit. */
export type GitAuthor = { readonly name: string; readonly email: string };

/** Why the `.git` of a workspace is not used: `details.reason` of GIT_DIR_UNTRUSTED. */
export type GitDistrust = "include" | "worktree" | "worktree_config" | "too_many_helpers";

/** A config file as git reads it: what is wrong with it, or the settings that would run programs and are blanked. */
export type JudgedConfig = { readonly distrust: GitDistrust } | { readonly blanked: readonly Setting[] };

type Setting = readonly [key: string, value: string];

// bwrap takes 9,000 options; a blanked setting needs six of them.
const mostBlanked = 400;

/**
 * Reads the output of `git config --null --list`. Settings that name a program under a name of their own, as filters do, are blanked one by
 * one: no flag stops them.
 *
 * @param listed `key\nvalue\0`, sections and variables in lower case as git prints them
 * @throws never
 */
export function judgeConfig(listed: string): JudgedConfig {
	const keys = listed.split("\0").map((entry) => entry.split("\n", 1)[0] ?? "");
	if (keys.some((key) => /^include(if)?\./.test(key))) return { distrust: "include" };
	if (keys.includes("core.worktree")) return { distrust: "worktree" };
	if (keys.includes("extensions.worktreeconfig")) return { distrust: "worktree_config" };
	const known = new Set(keys);
	const hooks = new Set([...known].flatMap((key) => /^(hook\..+)\.(?:command|event|enabled)$/s.exec(key)?.[1] ?? []));
	const blanked = [
		...[...known].flatMap((key): Setting[] => {
			const value = harmlessValue(key);
			return value === undefined ? [] : [[key, value]];
		}),
		...[...hooks].map((hook): Setting => [`${hook}.enabled`, "false"]),
	];
	return blanked.length > mostBlanked ? { distrust: "too_many_helpers" } : { blanked };
}

/**
 * The whole environment of git. Blanked settings go by environment, because `-c` cannot take a name with `=` in it.
 *
 * @throws never
 */
export function gitEnvironment(blanked: readonly Setting[], author?: GitAuthor): Readonly<Record<string, string>> {
	const signature = author === undefined ? undefined : signatureOf(author);
	return {
		PATH: "/usr/bin:/bin",
		HOME: "/tmp",
		LC_ALL: "C",
		GIT_DIR: "/workspace/.git",
		GIT_WORK_TREE: "/workspace",
		GIT_CONFIG_NOSYSTEM: "1",
		GIT_CONFIG_GLOBAL: "/dev/null",
		GIT_ATTR_NOSYSTEM: "1",
		GIT_TERMINAL_PROMPT: "0",
		GIT_OPTIONAL_LOCKS: "0",
		GIT_NO_REPLACE_OBJECTS: "1",
		GIT_PAGER: "cat",
		GIT_EDITOR: "true",
		// `protocol.<name>.allow` of a repository overrides `protocol.allow`; this list does not bend.
		GIT_ALLOW_PROTOCOL: "",
		GIT_NO_LAZY_FETCH: "1",
		GIT_CONFIG_COUNT: String(blanked.length),
		...Object.fromEntries(
			blanked.flatMap(([key, value], index) => [
				[`GIT_CONFIG_KEY_${index}`, key],
				[`GIT_CONFIG_VALUE_${index}`, value],
			]),
		),
		...(signature && {
			GIT_AUTHOR_NAME: signature.name,
			GIT_AUTHOR_EMAIL: signature.email,
			GIT_COMMITTER_NAME: signature.name,
			GIT_COMMITTER_EMAIL: signature.email,
		}),
	};
}

/** git refuses a name that is nothing but blanks and punctuation; such a person signs with the address. */
function signatureOf({ name, email }: GitAuthor): GitAuthor {
	const clean = name.replace(/[\p{Cc}<>]/gu, " ").trim();
	return { name: /[^\s.,:;"'\\]/u.test(clean) ? clean : email, email };
}

const forbiddenInRefs = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|^[/.-]|[/.]$|^@$/u;

/**
 * True for a name of a commit that git may get: a ref name (git-check-ref-format) or a hash, each with steps back such as `~2` and `^1`.
 *
 * @throws never
 */
export function isGitRef(ref: string): boolean {
	const name = ref.replace(/(?:[~^]\d{0,4}){1,5}$/, "");
	return name !== "" && name.isWellFormed() && !forbiddenInRefs.test(name);
}
