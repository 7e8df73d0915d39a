import { fileLimits } from "@webhand/contracts/tools/files";

/** Why a path is refused, as an error code and `details.reason`. */
export type PathRefusal = { readonly code: "PATH_INVALID" | "PATH_NOT_ALLOWED"; readonly reason: string };

/** The parts of a path below the root of a workspace; none for the root itself. */
export type PathParts = readonly string[];

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).byteLength;

/**
 * Reads a path as it is written: percent signs, tildes, variables, backslashes and drives are ordinary characters. `..` is refused, never
 * cancelled: what stands before it may be a link.
 *
 * @param path relative, with `/` between parts; `""` and `.` are the root
 * @throws never
 */
export function readPath(path: string): { readonly parts: PathParts } | PathRefusal {
	const invalid = (reason: string): PathRefusal => ({ code: "PATH_INVALID", reason });
	if (!path.isWellFormed()) return invalid("not_text");
	if (path.includes("\0")) return invalid("nul");
	if (bytesOf(path) > fileLimits.path) return invalid("too_long");
	if (path.startsWith("/")) return { code: "PATH_NOT_ALLOWED", reason: "absolute" };
	const parts = path.split("/").filter((part) => part !== "" && part !== ".");
	if (parts.includes("..")) return { code: "PATH_NOT_ALLOWED", reason: "parent" };
	if (parts.length > fileLimits.parts) return invalid("too_deep");
	if (parts.some((part) => bytesOf(part) > fileLimits.part)) return invalid("part_too_long");
	return { parts };
}

/** Why a name may not be made; undefined when it may. Existing files may have any name. @throws never */
export function nameProblem(name: string): string | undefined {
	if (/\p{Cc}/u.test(name)) return "control_character";
	// Characters without a width and those that turn the direction make two names look the same.
	if (/\p{Cf}|[\u2028\u2029]/u.test(name)) return "invisible_character";
	return undefined;
}

/**
 * A name as people type it: accents are one character with their letter, each blank is the plain one. Other systems store names otherwise.
 *
 * @throws never
 */
export const typedName = (name: string): string => name.normalize("NFC").replace(/\p{Zs}/gu, " ");

/**
 * True for a name that no write may touch: `.git` in each spelling that a file system or git may take for it. `.github` and `.gitignore` are
 * ordinary.
 *
 * @throws never
 */
export function isProtectedName(name: string): boolean {
	const folded = name
		.normalize("NFKC")
		.replace(/\p{Cf}/gu, "")
		.toLowerCase()
		.replace(/[. ]+$/, "");
	return folded === ".git" || /^git~\d+$/.test(folded);
}

const temporary = /^\.webhand-[0-9a-f]{32}\.tmp$/;

/** The name of a file that a write makes beside the one it replaces. @param random 32 hex digits @throws never */
export const temporaryName = (random: string): string => `.webhand-${random}.tmp`;

/** True for the name of a write that is under way, or that a crash cut off: no list shows it. @throws never */
export const isTemporaryName = (name: string): boolean => temporary.test(name);
